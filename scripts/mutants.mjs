// Mutation tests: changes one line at a time and checks that a test fails.
//
//   npm run mutants -- [--sample N] [--seed N] [--modules MODULE,…] [--seconds N] [--tests PART,…]
//     [--processes N]
//   npm run mutants -- --bounds [NAME…]
//
// Changes `--sample` lines in each module of `mutant-tests.mjs`, and runs the tests that execute the line until one fails
// (for at most `--seconds`, and only those with a `--tests` in their paths). Lists the changes that no test notices. First
// `--processes` processes record which lines each test executes.
// Results are cached in `build/mutants/` until the source or the tests change, so an interrupted run continues. With
// `--bounds`, it instead lifts the bounds of src/api-contract/limits.ts one by one, and runs the tests named after each.

import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { transformSync } from 'esbuild';
import { hashOf, lineCoverage } from './line-coverage.mjs';
import { liftedBounds } from './mutant-bounds.mjs';
import { MutantCopy } from './mutant-copy.mjs';
import { isEquivalent } from './mutant-equivalents.mjs';
import { MutantResults } from './mutant-results.mjs';
import { isTestOfAny, MODULES, MutantTests, needsPostgres } from './mutant-tests.mjs';
import { isFixed, mutated, mutationsOf } from './mutations.mjs';
import { databaseUsers } from './test-imports.mjs';
import { secondsOf } from './test-times.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    modules: { type: 'string', default: Object.keys(MODULES).join(',') },
    seconds: { type: 'string', default: '60' },
    tests: { type: 'string', default: '' },
    processes: { type: 'string', default: '2' },
    bounds: { type: 'boolean', default: false },
  },
});
const databaseUrl = process.env.PARLEY_TEST_DATABASE_URL;
const store = join(root, 'build/mutants');
const modules = values.modules.split(',');
/** Tests of other subjects, and slow tests. */
const isExcluded = (file) => !isTestOfAny(modules, file) || secondsOf(file) > 8;
const usesDatabase = databaseUsers(root);
const allTests = globSync('tests/**/*.test.ts', { cwd: root }).sort();
const tests = allTests.filter(
  (file) => !isExcluded(file) && values.tests.split(',').some((part) => file.includes(part)),
);
/** On PostgreSQL, only tests that may give another result there. */
const testsOfPostgres = tests.filter(
  (file) =>
    usesDatabase(file) &&
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
    wanted: Object.values(MODULES).map(({ sources }) => sources),
    processes: Number(values.processes),
    onRecorded: (file, { isPassing, left }) => {
      if (isPassing) copy.notePassing(file, engine);
      process.stdout.write(`recorded ${file}, ${left} left\n`);
    },
  });
  return new MutantTests(copy.path, coverage, files, Number(values.seconds));
}

/** Pseudo-random numbers from 0 to 1; the same for the same seed. */
function* randomNumbers(seed) {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 4_294_967_296;
  }
}

function isProgram(file, text) {
  try {
    if (file.endsWith('.tsx')) transformSync(text, { loader: 'tsx' });
    else stripTypeScriptTypes(text);
    return true;
  } catch {
    return false;
  }
}

/** A random sample of the changes of a module. */
function sampleOf(module) {
  const files = globSync('{src,client,web}/**/*.{ts,tsx}', { cwd: root })
    .filter(
      (file) =>
        MODULES[module].sources.test(file) &&
        !file.endsWith('.d.ts') &&
        !isFixed(file) &&
        (databaseUrl || !needsPostgres(file)),
    )
    .sort();
  const all = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const mutations = [...mutationsOf(text)].filter((mutation) => !isEquivalent(file, mutation));
    return mutations.map((mutation) => ({
      module,
      file,
      text: mutated(text, mutation),
      mutation,
    }));
  });
  const total = all.length;
  const random = randomNumbers(Number(values.seed));
  const sample = [];
  while (sample.length < Number(values.sample) && all.length > 0) {
    const [one] = all.splice(Math.floor(random.next().value * all.length), 1);
    if (isProgram(one.file, one.text)) sample.push(one);
  }
  process.stdout.write(`${module}: ${sample.length} of ${total} changes in ${files.length} files\n`);
  return sample.map(({ file, text, mutation }) => ({
    module,
    file,
    number: mutation.number,
    name: `${file}:${mutation.number + 1}\n    ${mutation.line.trim()}\n    ${mutation.becomes.trim() || '(removed)'}`,
    changes: new Map([[file, text]]),
    dependsOnEngine: needsPostgres(file) || /engine|sqlite|postgres/i.test(mutation.line),
  }));
}

/** The engines on which to test a change, each with its tests: the embedded one if a test executes the line there. */
function* runsOf(mutant, onEmbedded, onPostgres) {
  if (mutant.tests) return yield { engine: mutant.engine, files: mutant.tests };
  const { module, file, number } = mutant;
  const isEmbedded = onEmbedded.isRun(file, number) || !onPostgres?.isRun(file, number);
  if (isEmbedded) yield { engine: 'embedded', files: onEmbedded.of(module, file, number) };
  if (onPostgres && (!isEmbedded || mutant.dependsOnEngine))
    yield { engine: 'postgres', files: onPostgres.of(module, file, number) };
}

const mutants = values.bounds
  ? liftedBounds(root, allTests, positionals).filter(({ engine }) => engine === 'embedded' || databaseUrl)
  : modules.flatMap(sampleOf);
const onEmbedded = values.bounds ? undefined : await coverageOn('embedded', tests);
const onPostgres = values.bounds || !databaseUrl ? undefined : await coverageOn('postgres', testsOfPostgres);
const results = new MutantResults(store);
for (const [index, mutant] of mutants.entries()) {
  const startedAt = performance.now();
  const runs = [...runsOf(mutant, onEmbedded, onPostgres)];
  const key = hashOf(JSON.stringify([...mutant.changes]));
  const testsHash = hashOf(
    runs
      .flatMap(({ engine, files }) => files.map((file) => `${engine} ${readFileSync(join(root, file))}`))
      .join(),
  );
  let test = results.of(key, testsHash);
  for (const { engine, files } of runs) {
    if (test !== undefined) break;
    test = await copy.killedBy(mutant.changes, { engine, files, pattern: mutant.pattern });
  }
  results.add({ ...mutant, key, testsHash, test: test ?? '' });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(
    `${index + 1}/${mutants.length} ${test ? 'noticed' : 'NOT NOTICED'} (${seconds} s) ${mutant.name}${test ? `\n    by: ${test}` : ''}\n`,
  );
}
await copy.removeTemplates();
process.stdout.write(results.summary());
process.exit(0);
