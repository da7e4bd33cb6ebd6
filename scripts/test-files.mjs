// The process of some test files: runs them one after another, each as if it were alone, so that a file finds the server's
// code loaded and warm. Started by `run-tests.mjs`, it asks for one file after another over the channel between the two and
// tells how each went; otherwise it runs those that are named: `node scripts/test-files.mjs [--timeout=MS] [--name=PATTERN] FILE...`.

import asyncHooks from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeCoverage } from 'node:v8';
import '../src/direct-imports.mjs';

// The test runner follows every promise to know which test it belongs to, at a quarter of a run's processor time. It is told
// not to. What a test leaves to be done `after` an `await` is then done when its file is over.
const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
const { mock, run } = await import('node:test');
const { spec: Spec } = await import('node:test/reporters');
asyncHooks.createHook = createHook;

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const optionOf = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const named = args.filter((arg) => !arg.startsWith('--'));
const environment = { ...process.env };

/** The counts that the runner gives at the end of each file. */
const isCount = ({ type, data }) =>
  type === 'test:diagnostic' &&
  /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \d/.test(data.message);

/** Clock ticks of the kernel in a second, in which it tells what a process's children took. */
const TICKS_PER_SECOND = 100;

/** Processor time of this process and of those that it started and that have ended, in milliseconds. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrensTime();
}

function childrensTime() {
  try {
    // After the name, which may hold spaces: the 16th and 17th of all.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS_PER_SECOND;
  } catch {
    // Only Linux tells.
    return 0;
  }
}

/** A file that declares no test is reported as one test with the path as its name. */
const isFileAsTest = ({ type, data }, file) => type === 'test:pass' && resolve(data.name) === resolve(file);

/** Counts what the events of a run say, and hands on those that a reader wants to see. */
async function* followed(events, outcome, file) {
  for await (const event of events) {
    if (isCount(event) || isFileAsTest(event, file)) continue;
    const { type, data } = event;
    if (type === 'test:diagnostic') outcome.notes.push(data.message);
    if (type === 'test:dequeue') process.send?.({ began: { file: outcome.file, name: data.name } });
    // The tests of a skipped suite are not reported.
    const isSkippedSuite = data.details?.type === 'suite' && data.skip !== undefined;
    const isTest = data.details?.type !== 'suite' || isSkippedSuite;
    if ((type === 'test:pass' || type === 'test:fail') && isTest) {
      if (type === 'test:fail') {
        outcome.failed++;
        const isOverdue = data.details.error?.failureType === 'testTimeoutFailure';
        process.send?.({ failing: { name: data.name, isOverdue } });
      } else if (data.skip !== undefined) outcome.skipped++;
      else outcome.passed++;
      if (type === 'test:pass' && data.skip === undefined && data.todo === undefined)
        outcome.names.push(data.name);
    }
    yield event;
  }
}

/** The clocks, as they are before any test replaces one. */
const clocks = [
  [Date, Date.now],
  [performance, performance.now],
];

/** Takes back what a file has changed for the whole process. */
function restore() {
  mock.timers.reset();
  mock.restoreAll();
  // What was replaced twice is put back to its first replacement.
  for (const [clock, now] of clocks) if (clock.now !== now) clock.now = now;
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

/** Runs a file; gives how it went and the readable report. */
async function runFile(file) {
  const began = performance.now();
  const processorBefore = processorTime();
  const outcome = {
    file: relative(root, file),
    passed: 0,
    failed: 0,
    skipped: 0,
    names: [],
    notes: [],
    report: '',
  };
  const statusBefore = process.exitCode;
  process.exitCode = undefined;
  process.send?.({ began: { file: outcome.file } });
  const events = run({
    files: [file],
    isolation: 'none',
    timeout: Number(optionOf('timeout') ?? 240_000),
    ...(optionOf('name') && { testNamePatterns: optionOf('name') }),
  });
  for await (const text of events.compose((source) => followed(source, outcome, file)).compose(new Spec())) {
    outcome.report += text;
    if (!process.send) process.stdout.write(text);
  }
  restore();
  // What ran of the sources is told for each file, where that is recorded (`line-coverage.mjs`).
  if (process.env.NODE_V8_COVERAGE) takeCoverage();
  // What goes wrong when no test runs any more, the runner says in a note and in its status.
  if (process.exitCode && outcome.failed === 0) {
    outcome.failed++;
    outcome.report += `\n✖ failing tests:\n\n${outcome.file}: something failed when no test ran\n${outcome.notes.join('\n')}\n`;
  }
  const isEmpty = outcome.passed + outcome.failed + outcome.skipped === 0;
  if (isEmpty && optionOf('name') === undefined) {
    outcome.failed++;
    outcome.report += `\n✖ failing tests:\n\n${outcome.file}: no test ran and none was skipped; declare a test, or skip one and say why\n`;
  }
  process.exitCode = outcome.failed > 0 ? 1 : statusBefore;
  const milliseconds = performance.now() - began;
  return { ...outcome, milliseconds, processor: processorTime() - processorBefore };
}

/** Takes what the process that started this one answers to the question for a file. */
let takeFile;
let isOver = false;

/** The next file; the question keeps this process alive, which the channel alone does not. */
function nextFile() {
  if (!process.send) return named.shift();
  return new Promise((resolve) => {
    process.channel.ref();
    takeFile = (file) => {
      process.channel.unref();
      resolve(file);
    };
    process.send({ wants: true });
  });
}

async function goOn() {
  const file = await nextFile();
  isOver = file === undefined;
  if (!isOver) {
    const ended = await runFile(file);
    process.send?.({ ended });
    setImmediate(goOn);
  } else if (process.connected) process.disconnect();
}

function tellWhatIsOpen() {
  const counts = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (kind) => kind));
  process.send({ open: counts.map(([kind, all]) => `${kind} ${all.length}`).join(', ') });
}

if (process.send) {
  process.on('message', ({ isOverdue, file }) => (isOverdue ? tellWhatIsOpen() : takeFile(file)));
  // The process that started this one is gone.
  process.on('disconnect', () => isOver || process.exit(1));
  // Also where this one ended of itself because nobody reads what it prints any more: with all that it started, in the
  // group of processes that was made for it.
  process.on('exit', () => {
    if (!process.connected && !isOver && process.platform !== 'win32') process.kill(-process.pid, 'SIGKILL');
  });
  process.channel.unref();
}
await goOn();
