// Files below the data directory that must be there when a row names them: written and synced before the row is
// committed, so that a crash leaves at most a file without a row.

import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file of a folder that is written at once. */
export interface NamedBytes {
  readonly name: string;
  readonly bytes: Buffer;
}

async function syncDirectory(path: string): Promise<void> {
  // Not every system opens directories; those that do not have no need for it.
  const handle = await open(path, 'r').catch(() => undefined);
  if (!handle) return;
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/** Writes a folder that did not exist, with everything in it. Resolves once it is on disk. */
export async function writeFolder(path: string, files: readonly NamedBytes[]): Promise<void> {
  const firstMade = await mkdir(path, { recursive: true });
  for (const { name, bytes } of files) {
    const handle = await open(join(path, name), 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
  // The folder, and every folder that now holds a new one.
  const top = dirname(firstMade ?? path);
  for (let directory = path; directory.length > top.length; directory = dirname(directory)) {
    await syncDirectory(directory);
  }
  await syncDirectory(top);
}

/** Removes a file or a folder; nothing happens where there is none. */
export async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}
