// Folders of work under way, which name the process that made them and its computer: what was left by one that was killed is
// found and removed. Several computers and containers may share a directory, and each knows its own processes alone.

import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../api-contract/error-detail.ts';

/** After so long without a change a folder of another computer was left. */
const LEFT_MILLISECONDS = 6 * 60 * 60 * 1000;
const HERE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const MADE = /^([0-9a-f]{8})-(\d+)-[A-Za-z0-9]{6}$/;

/** What the names of this process's folders of a kind begin with, for `mkdtemp`. */
export function ownPrefix(kind: string): string {
  return `${kind}${HERE}-${process.pid}-`;
}

/** Removes folders of a kind that were left in a directory, as far as that can be done. */
export async function removeLeftFolders(directory: string, kind: string): Promise<void> {
  // Another user's, say: whoever may remove it does.
  for await (const path of leftFolders(directory, kind))
    await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

/** The paths of folders of a kind that were left in a directory. */
export async function* leftFolders(directory: string, kind: string): AsyncGenerator<string> {
  // Where it cannot be read, making a folder tells why.
  for (const name of await readdir(directory).catch(() => [])) {
    const [, host, processId] = (name.startsWith(kind) && MADE.exec(name.slice(kind.length))) || [];
    const path = join(directory, name);
    const isLeft = host === HERE ? !isRunning(Number(processId)) : host !== undefined && (await isOld(path));
    if (isLeft) yield path;
  }
}

/** Whether nothing in a folder was changed for a long time. */
async function isOld(path: string): Promise<boolean> {
  const since = Date.now() - LEFT_MILLISECONDS;
  const isBefore = async (one: string) => (await stat(one)).mtimeMs < since;
  try {
    if (!(await isBefore(path))) return false;
    for (const name of await readdir(path, { recursive: true }))
      if (!(await isBefore(join(path, name)))) return false;
    return true;
  } catch {
    // Somebody is at work in it.
    return false;
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Another user's.
    return codeOf(error) === 'EPERM';
  }
}
