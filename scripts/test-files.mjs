// Runs several test files in one process, one after another, so that the server's code is already loaded and compiled. State
// that a file changes is restored. When started by `run-tests.mjs`, it requests files and reports results over the IPC channel;
// otherwise it runs its arguments: `node scripts/test-files.mjs [--timeout=MS] [--name=PATTERN] FILE...`.

import asyncHooks from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeCoverage } from 'node:v8';
import '../src/direct-imports.mjs';

// The test runner tracks every promise to know which test it belongs to, which takes a quarter of the processor time. That is
// turned off here. As a result, `after` hooks that a test registers after an `await` run at the end of the file.
const { createHook } = asyncHooks;
asyncHooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false });
const { mock, run } = await import('node:test');
const { spec: Spec } = await import('node:test/reporters');
asyncHooks.createHook = createHook;

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const optionOf = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const namedPaths = args.filter((arg) => !arg.startsWith('--'));
const environment = { ...process.env };

/** Whether an event is one of the totals at the end of each file. */
const isTotal = ({ type, data }) =>
  type === 'test:diagnostic' &&
  /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \d/.test(data.message);

/** Kernel clock ticks per second, the unit of the times in `/proc/self/stat`. */
const TICKS_PER_SECOND = 100;

/** Processor time of this process and of its children that have ended, in milliseconds. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrensTime();
}

function childrensTime() {
  try {
    // Fields 16 and 17 of the line, counted after the name, which may contain spaces.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    return ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS_PER_SECOND;
  } catch {
    // Only available on Linux.
    return 0;
  }
}

/** A file that declares no test is reported as one test with the path as its name. */
const isFileAsTest = ({ type, data }, file) => type === 'test:pass' && resolve(data.name) === resolve(file);

/** Counts results in the events of a run, and yields the events for the report. */
async function* countTests(events, outcome, file) {
  for await (const event of events) {
    if (isTotal(event) || isFileAsTest(event, file)) continue;
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

/** The clocks before any test replaces them. */
const clocks = [
  [Date, Date.now],
  [performance, performance.now],
];

/** Restores the state of the process that a file has changed. */
function restore() {
  mock.timers.reset();
  mock.restoreAll();
  // A clock that was mocked twice would be restored to its first mock.
  for (const [clock, now] of clocks) if (clock.now !== now) clock.now = now;
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

/** Runs a file; returns its results and the report. */
async function runFile(file) {
  const startedAt = performance.now();
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
  for await (const text of events
    .compose((source) => countTests(source, outcome, file))
    .compose(new Spec())) {
    outcome.report += text;
    if (!process.send) process.stdout.write(text);
  }
  restore();
  // Write coverage for each file separately when it is recorded (`line-coverage.mjs`).
  if (process.env.NODE_V8_COVERAGE) takeCoverage();
  // Errors after the last test are reported only in a diagnostic message and in the exit status.
  if (process.exitCode && outcome.failed === 0) {
    outcome.failed++;
    outcome.report += `\n✖ failing tests:\n\n${outcome.file}: something failed while no test was running\n${outcome.notes.join('\n')}\n`;
  }
  const isEmpty = outcome.passed + outcome.failed + outcome.skipped === 0;
  if (isEmpty && optionOf('name') === undefined) {
    outcome.failed++;
    outcome.report += `\n✖ failing tests:\n\n${outcome.file}: no test ran or was skipped; add a test, or skip one with a reason\n`;
  }
  process.exitCode = outcome.failed > 0 ? 1 : statusBefore;
  const milliseconds = performance.now() - startedAt;
  return { ...outcome, milliseconds, processor: processorTime() - processorBefore };
}

/** Receives the next file from the parent process. */
let receiveFile;
let isOver = false;

/** The next file. A pending request keeps this process alive; the channel alone does not. */
function nextFile() {
  if (!process.send) return namedPaths.shift();
  return new Promise((resolve) => {
    process.channel.ref();
    receiveFile = (file) => {
      process.channel.unref();
      resolve(file);
    };
    process.send({ wants: true });
  });
}

async function runNext() {
  const file = await nextFile();
  isOver = file === undefined;
  if (!isOver) {
    const outcomeOfFile = await runFile(file);
    process.send?.({ ended: outcomeOfFile });
    setImmediate(runNext);
  } else if (process.connected) process.disconnect();
}

function reportOpenResources() {
  const counts = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (kind) => kind));
  process.send({ open: counts.map(([kind, all]) => `${kind} ${all.length}`).join(', ') });
}

if (process.send) {
  process.on('message', ({ isOverdue, file }) => (isOverdue ? reportOpenResources() : receiveFile(file)));
  // The parent process has ended.
  process.on('disconnect', () => isOver || process.exit(1));
  // Also kill the process group, which contains all children. This process may end on its own when its output is
  // no longer read.
  process.on('exit', () => {
    if (!process.connected && !isOver && process.platform !== 'win32') process.kill(-process.pid, 'SIGKILL');
  });
  process.channel.unref();
}
await runNext();
