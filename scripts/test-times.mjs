// The recorded durations of the test files (`npm test -- --record-times`): the longest run first, so that all processes end
// at about the same time. Also determines which files cannot share a process.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const recordFile = fileURLToPath(new URL('test-times.json', import.meta.url));

/** The assumed duration of new files, and of short ones, which are not recorded. */
const DEFAULT_SECONDS = 0.3;

/**
 * Matches the import of a package that permanently replaces the global `FormData`, and a change of the time zone: formats
 * that are cached in between keep the other zone.
 */
const changesTheProcess = /from 'zulip-js'|process\.env\.TZ = /;

/** Whether a file needs its own process. */
export function needsOwnProcess(root, file) {
  return changesTheProcess.test(readFileSync(resolve(root, file), 'utf8'));
}

function recordedTimes() {
  return existsSync(recordFile) ? JSON.parse(readFileSync(recordFile, 'utf8')) : {};
}
const times = recordedTimes();

/** The recorded processor time of a file in seconds. */
export function secondsOf(file) {
  return times[file] ?? DEFAULT_SECONDS;
}

/** Records durations in seconds. Those of other files stay, except for files that no longer exist. */
export function recordTimes(root, seconds) {
  const all = Object.entries({ ...times, ...seconds }).filter(
    ([file, taken]) => taken > DEFAULT_SECONDS && existsSync(resolve(root, file)),
  );
  const sorted = all
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, taken]) => [file, Number(taken.toFixed(1))]);
  writeFileSync(recordFile, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
}
