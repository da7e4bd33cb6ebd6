// `npm run mutants -- [--sample N] [--seed N] [--rooms ROOM,…] [--seconds N] [--tests PART,…] [--bounds [NAME…]]`: changes one
// line at a time in the rooms where the rules are, `--sample` of them in each room, runs the tests that run this line until
// one fails (those of `--seconds` at the most, and those with a `--tests` in their names) and lists the changes that no test
// sees. What it has found is kept in `build/mutants/`, and found anew only where the source or the tests have changed: so it
// goes on where it was ended. With `--bounds` it lifts one bound of src/api-contract/limits.ts after another instead, or those
// that are named, and runs the tests that are named after it.

import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hashOf, lineCoverage } from './line-coverage.mjs';
import { liftedBounds } from './mutant-bounds.mjs';
import { MutantCopy } from './mutant-copy.mjs';
import { isEquivalent } from './mutant-equivalents.mjs';
import { FoundMutants } from './mutant-results.mjs';
import { MutantTests, needsPostgres, ROOMS } from './mutant-tests.mjs';
import { isFixed, mutated, mutationsOf } from './mutations.mjs';
import { databaseAskers } from './test-imports.mjs';
import { secondsOf } from './test-times.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    rooms: { type: 'string', default: Object.keys(ROOMS).join(',') },
    seconds: { type: 'string', default: '60' },
    tests: { type: 'string', default: '' },
    bounds: { type: 'boolean', default: false },
  },
});
const databaseUrl = process.env.PARLEY_TEST_DATABASE_URL;
const store = join(root, 'build/mutants');
/** Of other subjects, and what takes long: no line of the rooms needs them. */
const isLeftOut = (file) =>
  /^tests\/(?:bench|browser|clients|api-contract|fuzz|import|mail|markdown|object-store|runner|soak|web)\//.test(
    file,
  ) || secondsOf(file) > 8;
const asksDatabase = databaseAskers(root);
const allTests = globSync('tests/**/*.test.ts', { cwd: root }).sort();
const tests = allTests.filter(
  (file) => !isLeftOut(file) && values.tests.split(',').some((part) => file.includes(part)),
);
/** On PostgreSQL only what tells the engines apart is asked. */
const testsOfPostgres = tests.filter(
  (file) =>
    asksDatabase(file) &&
    (/^tests\/(?:storage|events|narrow|crash)\//.test(file) ||
      /testDatabaseUrl|PARLEY_TEST_DATABASE_URL|postgres/i.test(readFileSync(join(root, file), 'utf8'))),
);

const copy = await MutantCopy.of(root, databaseUrl);

async function coverageOn(engine, files) {
  const coverage = await lineCoverage({
    root: copy.path,
    store: join(store, `lines-${engine}.json`),
    tests: files,
    environment: copy.environmentOn(engine),
    isWanted: (file) => Object.values(ROOMS).some(({ sources }) => sources.test(file)),
    onRecorded: (file, left) => process.stdout.write(`recorded ${file}, ${left} left\n`),
  });
  return new MutantTests(copy.path, coverage, files, Number(values.seconds));
}

/** The same numbers for the same seed. */
function* dice(seed) {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 4_294_967_296;
  }
}

function isProgram(text) {
  try {
    stripTypeScriptTypes(text);
    return true;
  } catch {
    return false;
  }
}

/** Changes of a room, as many as were asked for. */
function sampleOf(room) {
  const files = globSync('src/**/*.ts', { cwd: root })
    .filter(
      (file) => ROOMS[room].sources.test(file) && !isFixed(file) && (databaseUrl || !needsPostgres(file)),
    )
    .sort();
  const all = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const mutations = [...mutationsOf(text)].filter((mutation) => !isEquivalent(file, mutation));
    return mutations.map((mutation) => ({
      room,
      file,
      text: mutated(text, mutation),
      mutation,
    }));
  });
  const there = all.length;
  const random = dice(Number(values.seed));
  const chosen = [];
  while (chosen.length < Number(values.sample) && all.length > 0) {
    const [one] = all.splice(Math.floor(random.next().value * all.length), 1);
    if (isProgram(one.text)) chosen.push(one);
  }
  process.stdout.write(`${room}: ${chosen.length} of ${there} changes in ${files.length} files\n`);
  return chosen.map(({ file, text, mutation }) => ({
    room,
    file,
    number: mutation.number,
    name: `${file}:${mutation.number + 1}\n    ${mutation.line.trim()}\n    ${mutation.becomes.trim() || '(removed)'}`,
    changes: new Map([[file, text]]),
    tellsEngines: needsPostgres(file) || /engine|sqlite|postgres/i.test(mutation.line),
  }));
}

/** The engines that a change is asked on, each with its tests: what the embedded one runs too is asked there. */
function* runsOf(mutant, onEmbedded, onPostgres) {
  if (mutant.tests) return yield { engine: mutant.engine, files: mutant.tests };
  const { room, file, number } = mutant;
  const isEmbedded = onEmbedded.isRun(file, number) || !onPostgres?.isRun(file, number);
  if (isEmbedded) yield { engine: 'embedded', files: onEmbedded.of(room, file, number) };
  if (onPostgres && (!isEmbedded || mutant.tellsEngines))
    yield { engine: 'postgres', files: onPostgres.of(room, file, number) };
}

const mutants = values.bounds
  ? liftedBounds(root, allTests, positionals).filter(({ engine }) => engine === 'embedded' || databaseUrl)
  : values.rooms.split(',').flatMap(sampleOf);
const onEmbedded = values.bounds ? undefined : await coverageOn('embedded', tests);
const onPostgres = values.bounds || !databaseUrl ? undefined : await coverageOn('postgres', testsOfPostgres);
const found = new FoundMutants(store);
for (const [index, mutant] of mutants.entries()) {
  const began = performance.now();
  const runs = [...runsOf(mutant, onEmbedded, onPostgres)];
  const key = hashOf(JSON.stringify([...mutant.changes]));
  const asked = hashOf(
    runs
      .flatMap(({ engine, files }) => files.map((file) => `${engine} ${readFileSync(join(root, file))}`))
      .join(),
  );
  let test = found.of(key, asked);
  for (const { engine, files } of runs) {
    if (test !== undefined) break;
    test = await copy.seenBy(mutant.changes, { engine, files, pattern: mutant.pattern });
  }
  found.keep({ ...mutant, key, asked, test: test ?? '' });
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(
    `${index + 1}/${mutants.length} ${test ? 'seen' : 'NOT SEEN'} (${seconds} s) ${mutant.name}${test ? `\n    by: ${test}` : ''}\n`,
  );
}
await copy.removeTemplates();
process.stdout.write(found.summary());
process.exit(0);
