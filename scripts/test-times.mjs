// What each test file took when that was last recorded (`npm test -- --record-times`): the longest are run first, so that all
// processes end at about the same time. And which files cannot share a process.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const recordFile = fileURLToPath(new URL('test-times.json', import.meta.url));

/** Seconds of a file that nobody has recorded, which is a new one or a short one. */
const USUAL_SECONDS = 0.3;

/** Loads a package that puts its own `FormData` in place of the platform's, for good. */
const changesTheProcess = /from 'zulip-js'/;

/** Whether a file can only run in a process of its own. */
export function isApart(root, file) {
  return changesTheProcess.test(readFileSync(resolve(root, file), 'utf8'));
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
