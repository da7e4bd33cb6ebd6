// Runs the tests: `tests/**/*.test.ts` by default, or those whose paths contain an argument. With PARLEY_TEST_DATABASE_URL,
// tests that use the database also run on PostgreSQL. Tests of the browser client that use local time also run in a second
// time zone. Ending this process ends everything that it started.
//
//   --clients          runs the tests with third-party clients
//   --passed=FILE      writes the names of the tests that passed on the embedded database
//   --record-times     stores how long each file took, to schedule the files of later runs
//   --isolate          runs each file in its own process
//   --limit=SECONDS    how long a file may take

import { existsSync, globSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeDemoTemplate } from './demo-template.mjs';
import { onceOrphaned } from './parent-watch.mjs';
import { memoryDirectory } from './test-directory.mjs';
import { databaseUsers, localTimeUsers } from './test-imports.mjs';
import { endTestProcesses, runTestProcess } from './test-process.mjs';
import { needsOwnProcess, recordTimes, secondsOf } from './test-times.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const wantsClients = args.includes('--clients');
const isolatesAll = wantsClients || args.includes('--isolate');
const passedFile = args.find((arg) => arg.startsWith('--passed='))?.slice('--passed='.length);
const namedPaths = args.filter((arg) => !arg.startsWith('--'));
const pattern = wantsClients ? 'tests/clients/*.client.ts' : 'tests/**/*.test.ts';
const all = globSync(pattern, { cwd: root }).sort();
const files = namedPaths.length > 0 ? [...new Set(namedPaths.flatMap(filesNamed))] : all;

/** The file with this path; otherwise all files whose path contains the text. */
function filesNamed(name) {
  if (existsSync(resolve(root, name)) && /\.\w+$/.test(name)) return [name];
  const found = all.filter((file) => file.includes(name));
  if (found.length > 0) return found;
  process.stderr.write(`No test file has "${name}" in its path.\n`);
  process.exit(1);
}

/** Test files per process. Sharing saves loading the code, which takes longer than most files, but the memory grows. */
const FILES_PER_PROCESS = 60;
/** One more than the processors, since tests sometimes wait for the disk. */
const processes = availableParallelism() + 1;
/** The time limit for a file. Without it, a handle left open would block the run forever. */
const limitSeconds = Number(args.find((arg) => arg.startsWith('--limit='))?.slice('--limit='.length) ?? 600);
const usesDatabase = databaseUsers(root);
/** Its offset is not a whole number of hours, and daylight saving time shifts it by half an hour. */
const OTHER_ZONE = 'Australia/Lord_Howe';
/** Tests of the browser client without a server. They take a second or two in the other time zone. */
const isOfClient = (file) => file.startsWith('tests/web/') && !usesDatabase(file);
let filesEnded = 0;
let filesInAll = 0;
/** Processor time in seconds, by file. */
const seconds = {};
/** The tests that passed on the current engine: a line of JSON for each, with name and file. */
let passedTests = '';
/** Functions that remove the templates of the run. */
const removals = new Set();
const totals = { passed: 0, failed: 0, skipped: 0 };
/** Reports of failures, printed again at the end. */
const failures = [];

/** Adds the result of a file and prints a line for it; also its report, if it failed or files were named. */
function addResult({ file, passed, failed, skipped, names, report, milliseconds, processor }) {
  const passedText = skipped > 0 ? `${passed} passed, ${skipped} skipped` : `${passed} passed`;
  const outcome = failed > 0 ? `✖ ${file}: ${failed} failed, ${passedText}` : `✔ ${file}: ${passedText}`;
  filesEnded++;
  seconds[file] = processor / 1000;
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  passedTests += names.map((name) => `${JSON.stringify({ file, name })}\n`).join('');
  process.stdout.write(
    `[${filesEnded}/${filesInAll}] ${outcome} (${(milliseconds / 1000).toFixed(1)} s, processor ${(processor / 1000).toFixed(1)} s)\n`,
  );
  if (failed > 0 || namedPaths.length > 0) process.stdout.write(report);
  const [, failing] = report.split('✖ failing tests:\n');
  if (failing || failed > 0) failures.push(failing ?? `${file}\n`);
}

/** Runs files in one process. A process that ended abnormally counts as a failure, even without a failed test. */
async function runProcess(environment, nextAfter) {
  const files = [];
  let endedCount = 0;
  let failed = 0;
  const { output, status, lastBegun, isOverdue, stillOpen } = await runTestProcess({
    cwd: root,
    // Cache compiled modules, as the server does.
    env: { ...process.env, ...environment, NODE_COMPILE_CACHE: `${root}node_modules/.cache/parley` },
    limitMilliseconds: limitSeconds * 1000,
    nextFile() {
      const file = nextAfter(files);
      if (file) files.push(file);
      return file;
    },
    onFileEnded(result) {
      failed += result.failed;
      endedCount++;
      addResult(result);
    },
  });
  process.stdout.write(output);
  // A failed test has already been reported, and makes the exit status non-zero.
  if (status === 0 || (failed > 0 && endedCount === files.length)) return;
  totals.failed++;
  const inTest =
    lastBegun?.name === undefined ? 'it was loading' : `the last test that started is "${lastBegun.name}" in`;
  const where = lastBegun ? `${inTest} ${lastBegun.file}` : 'it had not loaded any file';
  const open = stillOpen ? `, open: ${stillOpen}` : isOverdue ? ', and it did not respond' : '';
  const end = isOverdue ? `was killed after ${limitSeconds} s` : `ended with ${status}`;
  failures.push(`a process ${end}: ${where}${open}; its files: ${files.join(' ')}\n`);
}

/** Runs the tests on one engine, with a demo organization as template. */
async function runOn(label, databaseUrl, files, variables = {}) {
  filesEnded = 0;
  filesInAll = files.length;
  passedTests = '';
  process.stdout.write(`${label}: ${files.length} files, ${processes} processes at a time\n`);
  const template = files.some(usesDatabase)
    ? await makeDemoTemplate(root, databaseUrl)
    : { environment: {}, remove: async () => undefined };
  removals.add(template.remove);
  const environment = { PARLEY_TEST_DATABASE_URL: databaseUrl, ...template.environment, ...variables };
  // The longest first, so that all processes end at about the same time.
  const waiting = [...files].sort((a, b) => secondsOf(b) - secondsOf(a));
  const isAlone = (file) => isolatesAll || needsOwnProcess(root, file);
  const nextAfter = (files) => {
    const mayShare = files.length < FILES_PER_PROCESS && ![...files, ...waiting.slice(0, 1)].some(isAlone);
    return files.length === 0 || mayShare ? waiting.shift() : undefined;
  };
  const work = async () => {
    while (waiting.length > 0) await runProcess(environment, nextAfter);
  };
  await Promise.all(Array.from({ length: processes }, work));
  process.stdout.write(`\n${label}: done\n`);
  await template.remove();
  removals.delete(template.remove);
}

/** Ends all test processes, removes the templates, and exits. */
async function abort(status) {
  endTestProcesses();
  for (const remove of removals) await remove().catch(() => undefined);
  process.exit(status);
}

async function deliveredEvents() {
  const { DeliveredEvents } = await import('./delivered-events.mjs');
  return new DeliveredEvents();
}

/** Fails the run if no test delivered a declared type of event. */
function reportMissing(delivered) {
  const missing = delivered.missing();
  delivered.remove();
  if (missing.length === 0) return;
  totals.failed++;
  failures.push(`no test delivers these events: ${missing.join(' ')}\n`);
}
const directory = memoryDirectory();
if (directory) process.env.TMPDIR = directory;
process.once('SIGINT', () => abort(130));
process.once('SIGTERM', () => abort(143));
process.once('SIGHUP', () => abort(129));
onceOrphaned(() => abort(1));

const databaseUrl = process.env.PARLEY_TEST_DATABASE_URL;
if (!args.includes('--only-postgres')) {
  // Only a run of all tests delivers every type of event.
  const delivered = namedPaths.length === 0 && !wantsClients ? await deliveredEvents() : undefined;
  await runOn('embedded database', '', files, delivered?.environment);
  if (delivered) reportMissing(delivered);
  if (passedFile) writeFileSync(passedFile, passedTests);
  const local = files.filter(isOfClient).filter(localTimeUsers(root));
  if (!isolatesAll && local.length > 0) await runOn(OTHER_ZONE, '', local, { TZ: OTHER_ZONE });
}
if (databaseUrl && !wantsClients && !args.includes('--only-embedded')) {
  await runOn('PostgreSQL', databaseUrl, namedPaths.length > 0 ? files : files.filter(usesDatabase));
}
if (args.includes('--record-times')) recordTimes(root, seconds);
if (failures.length > 0) process.stdout.write(`\n✖ failing tests:\n${failures.join('')}\n`);
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed${skipped}\n`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
