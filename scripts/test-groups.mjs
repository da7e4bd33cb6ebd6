// Which test files run in one process. To load the server and to warm it up costs a process more than most files' own
// tests, so many files share one. They are dealt out by the processor time that they took when that was last recorded
// (`npm test -- --record-times`), so that all processes end at about the same time.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const recordFile = fileURLToPath(new URL('test-times.json', import.meta.url));

/** Seconds of a file that nobody has recorded, which is a new one or a short one. */
const USUAL_SECONDS = 0.7;

/** All of them have started their servers before the first is tested, and on PostgreSQL each holds connections. */
const FILES_IN_A_PROCESS = { embedded: 36, postgres: 8 };

/**
 * What a test does to all others in its process: replaces the clock, changes the directory, counts every statement,
 * loads a package that puts its own `FormData` in place of the platform's.
 */
const changesTheProcess =
  /\bmock\.(timers|method|getter|setter|property|module)\b|\bprocess\.chdir\(|statement-count\.ts'|from 'zulip-js'/;

/** What files can only share with others that do the same: other bounds while a test runs, and many processes. */
const habits = [/support\/bounds\.ts'/, /from 'node:child_process'|support\/killable\.ts'/];

/** A setting of the environment, which files that want the same one can share. */
const setsTheEnvironment = /\bprocess\.env\.\w+ = \S+/g;

/** The name of the company that a file can be in: its own, that of its habits, or '' for everybody else's. */
function companyOf(root, file) {
  const text = readFileSync(resolve(root, file), 'utf8');
  if (changesTheProcess.test(text)) return file;
  const found = habits.filter((habit) => habit.test(text)).map(String);
  return [...found, ...(text.match(setsTheEnvironment) ?? [])].join(' ');
}

function recordedTimes() {
  return existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {};
}
const times = recordedTimes();

/** Seconds of the processor that a file took when that was last recorded. */
export function secondsOf(file) {
  return times[file] ?? USUAL_SECONDS;
}

/** Keeps what files took, in seconds; the others' times stay, and files that are no longer there go. */
export function recordTimes(root, seconds) {
  const all = Object.entries({ ...times, ...seconds }).filter(
    ([file, taken]) => taken > USUAL_SECONDS && existsSync(resolve(root, file)),
  );
  const sorted = all
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, taken]) => [file, Number(taken.toFixed(1))]);
  writeFileSync(recordFile, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
}

/** Files in so many groups that take about as long: the longest first, each to the group that has least to do. */
function dealt(files, count) {
  const groups = Array.from({ length: count }, () => ({ files: [], seconds: 0 }));
  for (const file of [...files].sort((a, b) => secondsOf(b) - secondsOf(a))) {
    const [least] = groups.sort((a, b) => a.seconds - b.seconds);
    least.files.push(file);
    least.seconds += secondsOf(file);
  }
  return groups.filter((group) => group.files.length > 0);
}

/**
 * Groups of files, each for one process, the longest first; those that anybody can share are at least as many as there are
 * `processes` to run them.
 */
export function testGroups(root, files, engine, processes) {
  const companies = Object.groupBy(files, (file) => companyOf(root, file));
  return Object.entries(companies)
    .flatMap(([name, members]) => {
      const count = Math.ceil(members.length / FILES_IN_A_PROCESS[engine]);
      return dealt(members, name === '' ? Math.max(count, processes) : count);
    })
    .sort((a, b) => b.seconds - a.seconds)
    .map((group) => group.files);
}
