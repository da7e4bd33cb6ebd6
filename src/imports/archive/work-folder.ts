// Where archives lie unpacked for as long as they are read: each in a folder that names its process, so that what a process
// left that was killed is found and removed.

import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../contract/error-detail.ts';

const PREFIX = 'unpacked-';
const OWN_PREFIX = `${PREFIX}${process.pid}-`;

/** Makes a folder to unpack an archive into. */
export function newUnpackedFolder(workFolder: string): Promise<string> {
  return mkdtemp(join(workFolder, OWN_PREFIX));
}

/** Removes what processes have left that are no more. */
export async function removeLeftArchives(workFolder: string): Promise<void> {
  const names = await readdir(workFolder).catch(() => []);
  for (const name of names)
    if (name.startsWith(PREFIX) && !isRunning(Number(/^unpacked-(\d+)-/.exec(name)?.[1] ?? 0)))
      await rm(join(workFolder, name), { recursive: true, force: true });
}

/** Removes what this process has unpacked, at once: it is about to end. */
export function removeOwnArchives(workFolder: string): void {
  for (const name of readdirSync(workFolder))
    if (name.startsWith(OWN_PREFIX))
      rmSync(join(workFolder, name), { recursive: true, force: true, maxRetries: 3 });
}

/** Whether there is a process with an id. */
export function isRunning(processId: number): boolean {
  if (processId === 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Another user's.
    return codeOf(error) === 'EPERM';
  }
}
