// Where tests keep their files: in memory, where the machine has a file system there with enough room. Each test has servers
// with databases of their own, whose files are written and removed within seconds; on a disk they wait for it.

import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Several times what a run has there at once. */
const ROOM_BYTES = 3 * 2 ** 30;

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM_BYTES && freemem() >= ROOM_BYTES;
  } catch {
    return false;
  }
}

function runs(pid) {
  try {
    return process.kill(pid, 0);
  } catch ({ code }) {
    return code !== 'ESRCH';
  }
}

/** Takes away what runs have left that were killed: in memory nobody else does. */
function removeLeft() {
  for (const name of readdirSync(IN_MEMORY)) {
    const [, pid] = /^parley-tests-(\d+)-/.exec(name) ?? [];
    if (pid && !runs(Number(pid))) remove(join(IN_MEMORY, name));
  }
}

function remove(directory) {
  rmSync(directory, { recursive: true, force: true });
}

/** A directory in memory for the temporary files of a run; undefined where `TMPDIR` was chosen or there is none with room. */
export function memoryDirectory() {
  if (process.env.TMPDIR || process.platform !== 'linux' || !hasRoom()) return undefined;
  removeLeft();
  const directory = mkdtempSync(join(IN_MEMORY, `parley-tests-${process.pid}-`));
  // Servers that tests start as other users find theirs in it.
  chmodSync(directory, 0o755);
  process.once('exit', () => remove(directory));
  return directory;
}
