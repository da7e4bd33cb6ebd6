// Temporary folders named after the process and machine that created them, so that those of killed processes
// are found and removed. Machines and containers may share a directory, and each knows only its own processes.

import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../errors/error-detail.ts';

/** A folder of another machine that is unchanged for this long is abandoned. */
const ABANDONED_MILLISECONDS = 6 * 60 * 60 * 1000;
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const FOLDER_NAME = /^([0-9a-f]{8})-(\d+)-[A-Za-z0-9]{6}$/;

/** The prefix of this process's folders of a kind, for `mkdtemp`. */
export function ownPrefix(kind: string): string {
  return `${kind}${MACHINE}-${process.pid}-`;
}

/** Removes abandoned folders of a kind, as far as permitted. */
export async function removeAbandonedFolders(directory: string, kind: string): Promise<void> {
  // A folder may belong to another user.
  for await (const path of abandonedFolders(directory, kind))
    await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

/** The paths of a directory's abandoned folders of a kind. */
export async function* abandonedFolders(directory: string, kind: string): AsyncGenerator<string> {
  // If the directory cannot be read, creating a folder will report why.
  for (const name of await readdir(directory).catch(() => [])) {
    const [, host, processId] = (name.startsWith(kind) && FOLDER_NAME.exec(name.slice(kind.length))) || [];
    const path = join(directory, name);
    const isAbandoned =
      host === MACHINE ? !isRunning(Number(processId)) : host !== undefined && (await isOld(path));
    if (isAbandoned) yield path;
  }
}

/** Whether nothing in a folder has changed for a long time. */
async function isOld(path: string): Promise<boolean> {
  const since = Date.now() - ABANDONED_MILLISECONDS;
  const isBefore = async (path: string) => (await stat(path)).mtimeMs < since;
  try {
    if (!(await isBefore(path))) return false;
    for (const name of await readdir(path, { recursive: true }))
      if (!(await isBefore(join(path, name)))) return false;
    return true;
  } catch {
    // The folder is in use.
    return false;
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // The process of another user.
    return codeOf(error) === 'EPERM';
  }
}
