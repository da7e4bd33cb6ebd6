// Runs the tests: `tests/**/*.test.ts` by default, otherwise those that are named by a folder, a file or a part of either,
// `--clients` for other people's clients, `--browser` for those in a browser. With PARLEY_TEST_DATABASE_URL those that ask a
// database run on PostgreSQL too. Ends with how many passed. `--passed=FILE` also writes the names of the tests that passed
// on the embedded database; `--record-times` keeps what each file took, by which files are dealt out; `--apart` gives each
// file a process of its own; `--limit=SECONDS` is how long a file may take. Whoever ends this ends all that it started.

import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeDemoTemplate } from './demo-template.mjs';
import { onceOrphaned } from './parent-watch.mjs';
import { recordTimes, testGroups } from './test-groups.mjs';
import { databaseAskers } from './test-imports.mjs';
import { endTestProcesses, runTestProcess } from './test-process.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const wantsClients = args.includes('--clients');
const wantsBrowser = args.includes('--browser');
const isApart = wantsClients || wantsBrowser || args.includes('--apart');
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

/** One more than processors, since all of them wait for the disk now and then. */
const processes = availableParallelism() + 1;
/** How long one file may take; what something keeps open would hold up the run for ever. */
const limitSeconds = Number(args.find((arg) => arg.startsWith('--limit='))?.slice('--limit='.length) ?? 600);
const asksDatabase = databaseAskers(root);
let filesEnded = 0;
let filesInAll = 0;
/** Seconds of the processor, by file. */
const seconds = {};
/** Ways to take away what the run has made. */
const removals = new Set();
const totals = { passed: 0, failed: 0, skipped: 0 };
/** What the processes say of their failures, to be read once more at the end. */
const failures = [];

/** Adds what a process of tests has said. One that ended badly counts as a failure even if it could not say so. */
function addToTotals(output, status, howItEnded) {
  const count = (word) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const failed = count('fail') + count('cancelled');
  const isBroken = failed === 0 && status !== 0;
  totals.passed += count('pass');
  totals.failed += isBroken ? 1 : failed;
  totals.skipped += count('skipped');
  if (isBroken) failures.push(howItEnded);
  const [, failing] = output.split('✖ failing tests:\n');
  if (failing) failures.push(failing);
}

/** Runs files in one process. Its output is printed when it has ended, so that processes do not mix theirs. */
async function runGroup(group, environment, passedNames) {
  const reporters = [
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...['--test-reporter=./scripts/passed-tests-reporter.mjs', `--test-reporter-destination=${passedNames}`],
  ];
  const args = ['--test', '--test-isolation=none', ...reporters, '--test-timeout=240000', ...group];
  const { output, status, lastBegun, isOverdue, stillOpen } = await runTestProcess(args, {
    cwd: root,
    // Compiled modules are kept, as the server keeps them.
    env: { ...process.env, ...environment, NODE_COMPILE_CACHE: `${root}node_modules/.cache/parley` },
    limitMilliseconds: limitSeconds * 1000,
    onFileEnded: tellFile,
  });
  process.stdout.write(output);
  const inTest =
    lastBegun?.name === undefined ? 'it was loading' : `the last test that began is "${lastBegun.name}" in`;
  const where = lastBegun ? `${inTest} ${lastBegun.file}` : 'it had loaded nothing';
  const open = stillOpen ? `, open: ${stillOpen}` : isOverdue ? ', and it did not answer' : '';
  const end = isOverdue ? `was killed after ${limitSeconds} s` : `ended with ${status}`;
  addToTotals(output, status, `a process ${end}: ${where}${open}; its files: ${group.join(' ')}\n`);
}

/** A line for a file that has ended, so that one sees where the run is. */
function tellFile({ file, passed, failed, milliseconds, processor }) {
  const outcome =
    failed > 0 ? `✖ ${file}: ${failed} failed, ${passed} passed` : `✔ ${file}: ${passed} passed`;
  filesEnded++;
  seconds[file] = processor / 1000;
  process.stdout.write(
    `[${filesEnded}/${filesInAll}] ${outcome} (${(milliseconds / 1000).toFixed(1)} s, processor ${(processor / 1000).toFixed(1)} s)\n`,
  );
}

/** The tests on one engine, with a demo organization to copy. Gives the names of the tests that passed. */
async function runOn(label, engine, databaseUrl, files) {
  filesEnded = 0;
  filesInAll = files.length;
  process.stdout.write(`${label}: ${files.length} files, ${processes} processes at a time\n`);
  const template = files.some(asksDatabase)
    ? await makeDemoTemplate(root, databaseUrl)
    : { environment: {}, remove: async () => undefined };
  removals.add(template.remove);
  const environment = { PARLEY_TEST_DATABASE_URL: databaseUrl, ...template.environment };
  const directory = mkdtempSync(join(tmpdir(), 'parley-passed-'));
  const groups = isApart ? files.map((file) => [file]) : testGroups(root, files, engine, processes);
  const passedNames = groups.map((_, place) => join(directory, String(place)));
  const waiting = [...groups.keys()];
  const work = async () => {
    for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
      await runGroup(groups[place], environment, passedNames[place]);
    }
  };
  await Promise.all(Array.from({ length: processes }, work));
  process.stdout.write(`\n${label}: done\n`);
  const passed = passedNames.map((path) => readFileSync(path, { encoding: 'utf8', flag: 'a+' })).join('');
  rmSync(directory, { recursive: true });
  await template.remove();
  removals.delete(template.remove);
  return passed;
}

/** Ends what was started and takes away what was made, and then this run. */
async function giveUp(status) {
  endTestProcesses();
  for (const remove of removals) await remove().catch(() => undefined);
  process.exit(status);
}
process.once('SIGINT', () => giveUp(130));
process.once('SIGTERM', () => giveUp(143));
process.once('SIGHUP', () => giveUp(129));
onceOrphaned(() => giveUp(1));

const databaseUrl = process.env.PARLEY_TEST_DATABASE_URL;
if (!args.includes('--only-postgres')) {
  const passed = await runOn('embedded database', 'embedded', '', files);
  if (passedFile) writeFileSync(passedFile, passed);
}
if (databaseUrl && !wantsClients && !wantsBrowser && !args.includes('--only-embedded')) {
  await runOn('PostgreSQL', 'postgres', databaseUrl, named.length > 0 ? files : files.filter(asksDatabase));
}
if (args.includes('--record-times')) recordTimes(root, seconds);
if (failures.length > 0) process.stdout.write(`\n✖ failing tests:\n${failures.join('')}\n`);
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed${skipped}\n`);
process.exit(totals.failed === 0 && totals.passed + (wantsBrowser ? totals.skipped : 0) > 0 ? 0 : 1);
