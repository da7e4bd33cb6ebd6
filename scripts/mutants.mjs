// `npm run mutants -- [--count N] [--seed N] [--rooms FOLDER,…] [--of-the-room] [--bounds [NAME…]]`: changes one line at a time in
// the rooms where the rules are, runs the tests of the room and then others, and lists the changes that no test sees. With
// `--of-the-room` the others are left out. With `--bounds` it lifts one bound of src/contract/limits.ts after another
// instead, or those that are named, wherever the server looks at it, and runs the tests that are named after it.
// All of it happens in a copy, which goes when the script ends, however it ends.

import { spawn } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeDemoTemplate } from './demo-template.mjs';
import { mutated, mutationsOf } from './mutations.mjs';
import { secondsOf } from './test-times.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    rooms: { type: 'string', default: 'src/storage,src/events,src/narrow,src/model,src/stores' },
    bounds: { type: 'boolean', default: false },
    'of-the-room': { type: 'boolean', default: false },
  },
});
/** A change that makes the tests wait for ever is seen, too. */
const MOST_MILLISECONDS = 400_000;

/** Where rules are asked first. */
const RULES = ['bounds/parameters.test.ts', 'bounds/counts.test.ts', 'bad-input/refusals.test.ts'];

/** Where the tests of a room are; the longest beginning of a path that fits counts. */
const TESTS = {
  'src/storage/': ['storage', 'crash', 'bounds/database.test.ts', 'server/statement-counts.test.ts'],
  'src/events/': [
    ...['events', 'bounds/snapshots-and-events.test.ts', 'server/idle-organizations.test.ts'],
    'server/statement-counts.test.ts',
  ],
  'src/events/views/': ['events/queues.test.ts', 'sight', 'messages/edit.test.ts', 'messages/move.test.ts'],
  'src/narrow/': ['narrow'],
  'src/model/': RULES,
  'src/stores/': RULES,
};
/** Asked where those saw nothing. */
const MORE = ['specification', 'model', 'bounds', 'sessions', 'flags', 'access/matrix.test.ts'];

/** Tests that name the file are asked first; of those that name its subject, so many seconds of the processor. */
const SECONDS_OF_THE_SUBJECT = 40;

const allTests = globSync('tests/**/*.test.ts', { cwd: root })
  .sort()
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const filesOf = (places) =>
  places.flatMap((place) =>
    place.endsWith('.ts')
      ? [`tests/${place}`]
      : globSync(`tests/${place}/**/*.test.ts`, { cwd: root }).sort(),
  );

/** Tests that import a file. */
function importing(file) {
  return allTests.filter(({ text }) => text.includes(`/${file}'`)).map((one) => one.file);
}

/** Tests that speak of what a file and its folder are called, the quick ones, in the order of how often they do. */
function ofTheSubject(file) {
  const [folder, name] = file.replace(/\.ts$/, '').split('/').slice(-2);
  const words = new RegExp(
    [folder, name].map((word) => word.replace(/-rules$/, '').replaceAll('-', '[-_ ]')).join('|'),
    'g',
  );
  const counted = allTests
    .map((one) => ({ file: one.file, count: [...`${one.file} ${one.text}`.matchAll(words)].length }))
    .filter(({ count }) => count > 1)
    .sort((one, other) => other.count - one.count);
  let left = SECONDS_OF_THE_SUBJECT;
  return counted.flatMap(({ file: test }) => {
    left -= secondsOf(test);
    return left > 0 ? [test] : [];
  });
}

/** Of a file, groups of tests: those that know it best first. */
function testsOf(file) {
  const [room] = Object.keys(TESTS)
    .filter((name) => file.startsWith(name))
    .sort((a, b) => b.length - a.length);
  const asked = new Set();
  const fresh = (tests) => tests.filter((test) => !asked.has(test) && asked.add(test));
  return [importing(file), filesOf(TESTS[room]), ofTheSubject(file)]
    .map(fresh)
    .filter((tests) => tests.length > 0);
}

/** What only runs on PostgreSQL is asked of tests there, and left out where there is none. */
const needsPostgres = (file) => /\bpostgres[\w-]*\.ts$/.test(file);
const databaseUrl = process.env.PARLEY_TEST_DATABASE_URL;

/** Of shapes and tables only the rules are changed. */
const isAsked = (file) => !/^src\/(?:model|stores)\//.test(file) || /rules\.ts$/.test(file);

/** The same numbers for the same seed. */
function* dice(seed) {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 4_294_967_296;
  }
}

/** Changes of the rooms, as many as were asked for, spread over all of them. */
function sample() {
  const files = values.rooms
    .split(',')
    .flatMap((room) => globSync(`${room}/**/*.ts`, { cwd: root }))
    .filter((file) => isAsked(file) && (databaseUrl || !needsPostgres(file)))
    .sort();
  const all = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...mutationsOf(text)].map((mutation) => ({ file, text: mutated(text, mutation), mutation }));
  });
  const random = dice(Number(values.seed));
  const chosen = [];
  while (chosen.length < Number(values.count) && all.length > 0) {
    const [one] = all.splice(Math.floor(random.next().value * all.length), 1);
    if (isProgram(one.text)) chosen.push(one);
  }
  process.stdout.write(
    `${chosen.length} of ${all.length + chosen.length} changes in ${files.length} files\n`,
  );
  return chosen.map(({ file, text, mutation }) => ({
    name: `${file}:${mutation.number + 1}\n    ${mutation.line.trim()}\n    ${mutation.becomes.trim() || '(removed)'}`,
    changes: new Map([[file, text]]),
    tests: [...testsOf(file), ...(values['of-the-room'] ? [] : [filesOf(MORE)])],
    isOnPostgres: needsPostgres(file),
    pattern: undefined,
  }));
}

/** Far more than anybody comes to; of a time no more than a timer takes. */
function liftedTo(name) {
  return /Seconds|Milliseconds/.test(name) ? '2e6' : '1e12';
}

/** Every bound, lifted wherever it is looked at. */
function lifted() {
  const names = [...readFileSync(join(root, 'src/contract/limits.ts'), 'utf8').matchAll(/^ {2}(\w+):/gm)].map(
    ([, name]) => name,
  );
  const sources = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('contract/limits.ts'),
  );
  const texts = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  return names.flatMap((name) => {
    if (positionals.length > 0 && !positionals.includes(name)) return [];
    const used = new RegExp(`\\blimits\\.${name}\\b`, 'g');
    const changes = new Map(
      [...texts].flatMap(([file, text]) =>
        text.search(used) >= 0 ? [[file, text.replace(used, liftedTo(name))]] : [],
      ),
    );
    const reaching = allTests.filter(({ text }) =>
      new RegExp(`['"\`]bound [\\w ]*\\b${name}\\b|reaches\\w+\\(\\s*'${name}'`).test(text),
    );
    if (changes.size === 0 || reaching.length === 0) return [];
    if (!databaseUrl && [...changes.keys()].every(needsPostgres)) return [];
    return [
      {
        name,
        changes,
        tests: [reaching.map(({ file }) => file)],
        pattern: `bound .*\\b${name}\\b`,
        isOnPostgres: [...changes.keys()].every(needsPostgres),
      },
    ];
  });
}

function isProgram(text) {
  try {
    stripTypeScriptTypes(text);
    return true;
  } catch {
    return false;
  }
}

const copy = mkdtempSync(join(tmpdir(), 'parley-mutants-'));
let child;
process.once('exit', () => {
  child?.kill('SIGKILL');
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
const isLeft = (path) => /^(\.git|node_modules)(\/|$)/.test(relative(root, path));
cpSync(root, copy, { recursive: true, filter: (path) => !isLeft(path) });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
const templates = { embedded: await makeDemoTemplate(copy, '') };
if (databaseUrl) templates.postgres = await makeDemoTemplate(copy, databaseUrl);
process.once('exit', () => {
  for (const { environment } of Object.values(templates))
    rmSync(environment.PARLEY_TEST_TEMPLATE, { recursive: true, force: true });
});

/** The first failure of a run of tests, which is then over; undefined where all pass. */
function failureOf({ files, pattern, isOnPostgres }) {
  const args = [
    'scripts/test-files.mjs',
    `--timeout=${pattern ? 40_000 : 100_000}`,
    ...(pattern ? [`--name=${pattern}`] : []),
    ...files,
  ];
  return new Promise((resolve) => {
    child = spawn(process.execPath, args, {
      cwd: copy,
      env: {
        ...process.env,
        ...(isOnPostgres ? templates.postgres : templates.embedded).environment,
        PARLEY_TEST_DATABASE_URL: isOnPostgres ? databaseUrl : '',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: MOST_MILLISECONDS,
      killSignal: 'SIGKILL',
    });
    let out = '';
    let failure;
    child.stdout.on('data', (chunk) => {
      out += chunk;
      failure ??= /✖ (.*)\n/.exec(out)?.[1];
      if (failure) child.kill('SIGKILL');
      out = out.slice(-2000);
    });
    // A process whose first tests wait for what never comes ends well, without a word.
    let hasPassed = false;
    child.stdout.on('data', () => {
      hasPassed ||= out.includes('✔ ');
    });
    child.once('close', (status) =>
      resolve(failure ?? (status === 0 && hasPassed ? undefined : 'they did not end')),
    );
  });
}

const passing = new Set();

/** A run that fails without any change would see every one. */
async function assertPassing(run) {
  const key = JSON.stringify(run);
  if (passing.has(key)) return;
  const failure = await failureOf(run);
  if (failure) throw new Error(`without a change there fails: ${failure}`);
  passing.add(key);
}

/** The name of the test that sees a mutant; undefined where none does. */
async function seenBy({ changes, tests, pattern, isOnPostgres = false }) {
  for (const files of tests) {
    const run = { files, pattern, isOnPostgres };
    const before = new Map([...changes.keys()].map((file) => [file, readFileSync(join(copy, file))]));
    for (const [file, text] of changes) writeFileSync(join(copy, file), text);
    const failure = await failureOf(run);
    for (const [file, text] of before) writeFileSync(join(copy, file), text);
    if (!failure) continue;
    // Only now: most tests see nothing, and need not be run without the change as well.
    await assertPassing(run);
    return failure;
  }
  return undefined;
}

const mutants = values.bounds ? lifted() : sample();
const unseen = [];
for (const [index, mutant] of mutants.entries()) {
  const began = performance.now();
  const test = await seenBy(mutant);
  if (!test) unseen.push(mutant);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(
    `${index + 1}/${mutants.length} ${test ? 'seen' : 'NOT SEEN'} (${seconds} s) ${mutant.name}${test ? `\n    by: ${test}` : ''}\n`,
  );
}
for (const template of Object.values(templates)) await template.remove();
const share = mutants.length > 0 ? (100 * unseen.length) / mutants.length : 0;
process.stdout.write(`\n${unseen.length} of ${mutants.length} were not seen (${share.toFixed(0)} %)\n`);
for (const { name } of unseen) process.stdout.write(`  ${name}\n`);
process.exit(0);
