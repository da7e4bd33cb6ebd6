// Where archives lie unpacked for as long as they are read: each in a folder that names its process, so that what a process
// left that was killed is found and removed.

import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { ownPrefix, removeLeftFolders } from '../../files/left-folders.ts';

const KIND = 'unpacked-';

/** Makes a folder to unpack an archive into. */
export function newUnpackedFolder(workFolder: string): Promise<string> {
  return mkdtemp(join(workFolder, ownPrefix(KIND)));
}

/** Removes what processes have left that are no more. */
export function removeLeftArchives(workFolder: string): Promise<void> {
  return removeLeftFolders(workFolder, KIND);
}

/** Removes what this process has unpacked, at once: it is about to end. */
export function removeOwnArchives(workFolder: string): void {
  for (const name of readdirSync(workFolder))
    if (name.startsWith(ownPrefix(KIND)))
      rmSync(join(workFolder, name), { recursive: true, force: true, maxRetries: 3 });
}
