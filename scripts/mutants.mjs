// `npm run mutants -- [--count N] [--seed N] [--rooms FOLDER,…] [--of-the-room] [--bounds]`: changes one line at a time in
// the rooms where the rules are, runs the tests of the room and then others, and lists the changes that no test sees. With
// `--of-the-room` the others are left out. With `--bounds` it lifts one bound of src/contract/limits.ts after another
// instead, wherever the server looks at it, and runs the tests that are named after it.
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

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    rooms: { type: 'string', default: 'src/storage,src/events,src/narrow,src/model' },
    bounds: { type: 'boolean', default: false },
    'of-the-room': { type: 'boolean', default: false },
  },
});
/** A change that makes the tests wait for ever is seen, too. */
const MOST_MILLISECONDS = 900_000;

/** Where the tests of a room are; the longest beginning of a path that fits counts. */
const TESTS = {
  'src/storage/': ['storage', 'crash'],
  'src/events/': ['events'],
  'src/narrow/': ['narrow'],
  'src/model/accounts/': ['users', 'authentication', 'bad-input/refusals.test.ts'],
  'src/model/messages/': ['messages', 'sight', 'bad-input/refusals.test.ts'],
  'src/model/channels/': ['channels', 'bad-input/refusals.test.ts'],
  'src/model/subscriptions/': ['channels', 'sight'],
  'src/model/groups/': ['groups', 'bad-input/refusals.test.ts'],
  'src/model/invitations/': ['invitations', 'bad-input/refusals.test.ts'],
  'src/model/notifications/': ['push', 'mail/missed.test.ts'],
  'src/model/avatars/': ['avatars'],
  'src/model/bots/': ['users/bots.test.ts', 'bad-input/refusals.test.ts'],
  'src/model/bot-storage/': ['users/bot-storage.test.ts', 'bounds'],
  'src/model/': ['organization', 'bounds', 'bad-input/refusals.test.ts'],
};
/** Of the model's rules, asked first: they are quick. */
const RULES = [
  'bad-input/refusals.test.ts',
  ...globSync('*/*rules.test.ts', { cwd: join(root, 'tests') }).sort(),
];
/** Asked where those saw nothing. */
const MORE = ['specification', 'model', 'bounds', 'sessions', 'flags', 'access/matrix.test.ts'];

const filesOf = (places) =>
  places.flatMap((place) =>
    place.endsWith('.ts')
      ? [`tests/${place}`]
      : globSync(`tests/${place}/**/*.test.ts`, { cwd: root }).sort(),
  );

function testsOf(file) {
  const [room = 'src/model/'] = Object.keys(TESTS)
    .filter((name) => file.startsWith(name))
    .sort((a, b) => b.length - a.length);
  return filesOf(TESTS[room]);
}

const isRule = (file) => !file.startsWith('src/model/') || /rules\.ts$/.test(file);

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
    .filter(isRule)
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
    tests: [
      ...(file.startsWith('src/model/') ? [filesOf(RULES)] : []),
      testsOf(file),
      ...(values['of-the-room'] ? [] : [filesOf(MORE)]),
    ],
    pattern: undefined,
  }));
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
  const tests = globSync('tests/**/*.test.ts', { cwd: root }).map((file) => [
    file,
    readFileSync(join(root, file), 'utf8'),
  ]);
  return names.flatMap((name) => {
    const used = new RegExp(`\\blimits\\.${name}\\b`, 'g');
    const changes = new Map(
      [...texts].flatMap(([file, text]) =>
        text.search(used) >= 0 ? [[file, text.replace(used, '1e12')]] : [],
      ),
    );
    const reaching = tests.filter(([, text]) =>
      new RegExp(`['"\`]bound [\\w ]*\\b${name}\\b|reaches\\w+\\(\\s*'${name}'`).test(text),
    );
    if (changes.size === 0 || reaching.length === 0) return [];
    return [{ name, changes, tests: [reaching.map(([file]) => file)], pattern: `bound .*\\b${name}\\b` }];
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
const template = await makeDemoTemplate(copy, '');
process.once('exit', () =>
  rmSync(template.environment.PARLEY_TEST_TEMPLATE, { recursive: true, force: true }),
);

/** The first failure of a run of tests, which is then over; undefined where all pass. */
function failureOf(files, pattern) {
  const args = [
    '--test',
    '--test-isolation=none',
    '--test-timeout=240000',
    ...(pattern ? [`--test-name-pattern=${pattern}`] : []),
    ...files,
  ];
  return new Promise((resolve) => {
    child = spawn(process.execPath, args, {
      cwd: copy,
      env: { ...process.env, ...template.environment, PARLEY_TEST_DATABASE_URL: '' },
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
    child.once('close', (status) => resolve(failure ?? (status === 0 ? undefined : 'they did not end')));
  });
}

const passing = new Set();

/** A run that fails without any change would see every one. */
async function assertPassing(files, pattern) {
  const key = `${files} ${pattern}`;
  if (passing.has(key)) return;
  const failure = await failureOf(files, pattern);
  if (failure) throw new Error(`without a change there fails: ${failure}`);
  passing.add(key);
}

/** The name of the test that sees a mutant; undefined where none does. */
async function seenBy({ changes, tests, pattern }) {
  for (const files of tests) {
    await assertPassing(files, pattern);
    const before = new Map([...changes.keys()].map((file) => [file, readFileSync(join(copy, file))]));
    for (const [file, text] of changes) writeFileSync(join(copy, file), text);
    const failure = await failureOf(files, pattern);
    for (const [file, text] of before) writeFileSync(join(copy, file), text);
    if (failure) return failure;
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
await template.remove();
const share = mutants.length > 0 ? (100 * unseen.length) / mutants.length : 0;
process.stdout.write(`\n${unseen.length} of ${mutants.length} were not seen (${share.toFixed(0)} %)\n`);
for (const { name } of unseen) process.stdout.write(`  ${name}\n`);
process.exit(0);
