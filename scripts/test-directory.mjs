// Chooses the directory for the temporary files of tests: in memory, if the machine has a file system there with enough
// space. The databases of test servers exist for seconds, and would wait for the disk.

import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Several times the space that a run uses at once. */
const NEEDED_BYTES = 3 * 2 ** 30;

function hasSpace() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= NEEDED_BYTES && freemem() >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch ({ code }) {
    return code !== 'ESRCH';
  }
}

/** Removes the directories of killed runs, since nothing else frees that memory. */
function removeOrphaned() {
  for (const name of readdirSync(IN_MEMORY)) {
    const [, pid] = /^parley-tests-(\d+)-/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) remove(join(IN_MEMORY, name));
  }
}

function remove(directory) {
  rmSync(directory, { recursive: true, force: true });
}

/** A directory in memory for the temporary files of a run; undefined if `TMPDIR` is set or there is not enough space. */
export function memoryDirectory() {
  if (process.env.TMPDIR || process.platform !== 'linux' || !hasSpace()) return undefined;
  removeOrphaned();
  const directory = mkdtempSync(join(IN_MEMORY, `parley-tests-${process.pid}-`));
  // Servers that tests start as other users must have access.
  chmodSync(directory, 0o755);
  process.once('exit', () => remove(directory));
  return directory;
}
