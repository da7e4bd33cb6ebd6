// Runs the tests: `tests/**/*.test.ts` by default, otherwise those that are named by a folder, a file or a part of either,
// `--clients` for other people's clients, `--browser` for those in a browser. With PARLEY_TEST_DATABASE_URL those that ask a
// database run on PostgreSQL too; the client's tests in which there is local time run in a second time zone. Ends with how many passed. `--passed=FILE` also writes the names of the tests that passed
// on the embedded database; `--record-times` keeps what each file took, by which files are dealt out; `--apart` gives each
// file a process of its own; `--limit=SECONDS` is how long a file may take; `--second-try` runs the few files that failed once
// more, by themselves, those in a browser up to twice. Whoever ends this ends all that it started.

import { existsSync, globSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeDemoTemplate } from './demo-template.mjs';
import { onceOrphaned } from './parent-watch.mjs';
import { memoryDirectory } from './test-directory.mjs';
import { databaseAskers, localTimeUsers } from './test-imports.mjs';
import { endTestProcesses, runTestProcess } from './test-process.mjs';
import { isApart, recordTimes, secondsOf } from './test-times.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const wantsClients = args.includes('--clients');
const wantsBrowser = args.includes('--browser');
const isEachApart = wantsClients || wantsBrowser || args.includes('--apart');
const passedFile = args.find((arg) => arg.startsWith('--passed='))?.slice('--passed='.length);
const named = args.filter((arg) => !arg.startsWith('--'));
const pattern = wantsClients
  ? 'tests/clients/*.client.ts'
  : wantsBrowser
    ? 'tests/browser/*.browser.ts'
    : 'tests/**/*.test.ts';
const all = globSync(pattern, { cwd: root }).sort();
const files = named.length > 0 ? [...new Set(named.flatMap(filesNamed))] : all;

/** A file as it is; otherwise all of which this is a part of the name, folders included. */
function filesNamed(name) {
  if (existsSync(resolve(root, name)) && /\.\w+$/.test(name)) return [name];
  const found = all.filter((file) => file.includes(name));
  if (found.length > 0) return found;
  process.stderr.write(`No file of tests has "${name}" in its name.\n`);
  process.exit(1);
}

/** Files that one process runs: it keeps what it has loaded, which takes more than most files do; but what they leave grows. */
const FILES_IN_A_PROCESS = 60;
/** One more than processors, since all of them wait for the disk now and then. */
const processes = availableParallelism() + 1;
/** How long one file may take; what something keeps open would hold up the run for ever. */
const limitSeconds = Number(args.find((arg) => arg.startsWith('--limit='))?.slice('--limit='.length) ?? 600);
const asksDatabase = databaseAskers(root);
/** It is half an hour off most of the world, and changes its clocks by half an hour. */
const OTHER_ZONE = 'Australia/Lord_Howe';
/** Tests of the browser client that start no server: in another time zone they take a second or two. */
const isOfClient = (file) => file.startsWith('tests/web/') && !asksDatabase(file);
let filesEnded = 0;
let filesInAll = 0;
/** Seconds of the processor, by file. */
const seconds = {};
/** The tests that passed on the present engine: a line of JSON for each, with its name and file. */
let passedTests = '';
/** Ways to take away what the run has made. */
const removals = new Set();
const totals = { passed: 0, failed: 0, skipped: 0 };
/** What the processes say of their failures, by file, to be read once more at the end; without one where it is not known. */
const failures = [];
/** With more files than these it is no chance that they failed. */
const SECOND_TRIES = 5;
/** How often one is tried again: a browser has a timing of its own. */
const tries = wantsBrowser ? ['once', 'twice'] : ['once'];
/** The files that failed among others, and passed when they were tried by themselves, with how often they failed. */
const unsteady = [];

/** Adds how a file went, with a line for it, so that one sees where the run is; the report of it where somebody wants it. */
function takeFile({ file, passed, failed, skipped, names, report, milliseconds, processor }) {
  const good = skipped > 0 ? `${passed} passed, ${skipped} skipped` : `${passed} passed`;
  const outcome = failed > 0 ? `✖ ${file}: ${failed} failed, ${good}` : `✔ ${file}: ${good}`;
  filesEnded++;
  seconds[file] = processor / 1000;
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  passedTests += names.map((name) => `${JSON.stringify({ file, name })}\n`).join('');
  process.stdout.write(
    `[${filesEnded}/${filesInAll}] ${outcome} (${(milliseconds / 1000).toFixed(1)} s, processor ${(processor / 1000).toFixed(1)} s)\n`,
  );
  if (failed > 0 || named.length > 0) process.stdout.write(report);
  const [, failing] = report.split('✖ failing tests:\n');
  if (failing || failed > 0) failures.push({ file, text: failing ?? `${file}\n`, passed, failed, skipped });
}

/** Runs files in one process, as many as it is given. One that ended badly counts as a failure even if it could not say so. */
async function runProcess(environment, nextAfter) {
  const files = [];
  let ended = 0;
  let failed = 0;
  const { output, status, lastBegun, isOverdue, stillOpen } = await runTestProcess({
    cwd: root,
    // Compiled modules are kept, as the server keeps them.
    env: { ...process.env, ...environment, NODE_COMPILE_CACHE: `${root}node_modules/.cache/parley` },
    limitMilliseconds: limitSeconds * 1000,
    nextFile() {
      const file = nextAfter(files);
      if (file) files.push(file);
      return file;
    },
    onFileEnded(told) {
      failed += told.failed;
      ended++;
      takeFile(told);
    },
  });
  process.stdout.write(output);
  // A test that failed is told already, and ends the process with a status of its own.
  if (status === 0 || (failed > 0 && ended === files.length)) return;
  totals.failed++;
  const inTest =
    lastBegun?.name === undefined ? 'it was loading' : `the last test that began is "${lastBegun.name}" in`;
  const where = lastBegun ? `${inTest} ${lastBegun.file}` : 'it had loaded nothing';
  const open = stillOpen ? `, open: ${stillOpen}` : isOverdue ? ', and it did not answer' : '';
  const end = isOverdue ? `was killed after ${limitSeconds} s` : `ended with ${status}`;
  const text = `a process ${end}: ${where}${open}; its files: ${files.join(' ')}\n`;
  // What comes after its last file may be of any of them.
  const file = ended < files.length ? lastBegun?.file : undefined;
  failures.push({ file, text, passed: 0, failed: 1, skipped: 0 });
}

/** Runs files that failed again, by themselves: how they go in the end counts, and what passes then is named. */
async function tryAgain(environment, failuresBefore) {
  const failed = failures.slice(failuresBefore).map(({ file }) => file);
  const files = [...new Set(failed)];
  if (files.length > SECOND_TRIES || files.includes(undefined)) return;
  for (const file of files) {
    for (const failedSoFar of tries) {
      takeBack(file, failuresBefore);
      const failedElsewhere = totals.failed;
      filesInAll++;
      await runProcess(environment, (begun) => (begun.length === 0 ? file : undefined));
      if (totals.failed > failedElsewhere) continue;
      unsteady.push({ file, failedSoFar });
      break;
    }
  }
}

/** Forgets how a file went. */
function takeBack(file, failuresBefore) {
  for (const one of failures.slice(failuresBefore)) {
    if (one.file !== file) continue;
    failures.splice(failures.indexOf(one), 1);
    for (const outcome of ['passed', 'failed', 'skipped']) totals[outcome] -= one[outcome];
  }
}

/** The tests on one engine, with a demo organization to copy. */
async function runOn(label, databaseUrl, files, more = {}) {
  filesEnded = 0;
  filesInAll = files.length;
  passedTests = '';
  const failuresBefore = failures.length;
  process.stdout.write(`${label}: ${files.length} files, ${processes} processes at a time\n`);
  const template = files.some(asksDatabase)
    ? await makeDemoTemplate(root, databaseUrl)
    : { environment: {}, remove: async () => undefined };
  removals.add(template.remove);
  const environment = { PARLEY_TEST_DATABASE_URL: databaseUrl, ...template.environment, ...more };
  // The longest first, so that all processes end at about the same time.
  const waiting = [...files].sort((a, b) => secondsOf(b) - secondsOf(a));
  const isAlone = (file) => isEachApart || isApart(root, file);
  const nextAfter = (files) => {
    const mayGoOn = files.length < FILES_IN_A_PROCESS && ![...files, ...waiting.slice(0, 1)].some(isAlone);
    return files.length === 0 || mayGoOn ? waiting.shift() : undefined;
  };
  const work = async () => {
    while (waiting.length > 0) await runProcess(environment, nextAfter);
  };
  await Promise.all(Array.from({ length: processes }, work));
  if (args.includes('--second-try')) await tryAgain(environment, failuresBefore);
  process.stdout.write(`\n${label}: done\n`);
  await template.remove();
  removals.delete(template.remove);
}

/** Ends what was started and takes away what was made, and then this run. */
async function giveUp(status) {
  endTestProcesses();
  for (const remove of removals) await remove().catch(() => undefined);
  process.exit(status);
}
const directory = memoryDirectory();
if (directory) process.env.TMPDIR = directory;
process.once('SIGINT', () => giveUp(130));
process.once('SIGTERM', () => giveUp(143));
process.once('SIGHUP', () => giveUp(129));
onceOrphaned(() => giveUp(1));

const databaseUrl = process.env.PARLEY_TEST_DATABASE_URL;
if (!args.includes('--only-postgres')) {
  await runOn('embedded database', '', files);
  if (passedFile) writeFileSync(passedFile, passedTests);
  const local = files.filter(isOfClient).filter(localTimeUsers(root));
  if (!isEachApart && local.length > 0) await runOn(OTHER_ZONE, '', local, { TZ: OTHER_ZONE });
}
if (databaseUrl && !wantsClients && !wantsBrowser && !args.includes('--only-embedded')) {
  await runOn('PostgreSQL', databaseUrl, named.length > 0 ? files : files.filter(asksDatabase));
}
if (args.includes('--record-times')) recordTimes(root, seconds);
if (failures.length > 0)
  process.stdout.write(`\n✖ failing tests:\n${failures.map(({ text }) => text).join('')}\n`);
for (const failedSoFar of tries) {
  const some = unsteady.filter((one) => one.failedSoFar === failedSoFar).map(({ file }) => `${file}\n`);
  if (some.length > 0)
    process.stdout.write(`\nfailed ${failedSoFar}, and passed by themselves:\n${some.join('')}`);
}
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed${skipped}\n`);
process.exit(totals.failed === 0 && totals.passed + (wantsBrowser ? totals.skipped : 0) > 0 ? 0 : 1);
