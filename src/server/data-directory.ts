// Makes the data directory, level by level: where a file system takes no directories at all, making the whole path at
// once never ends.

import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../contract/thrown.ts';

/** Makes a directory and those above it. Rejects with the system's error where that cannot be. */
export async function makeDataDirectory(path: string): Promise<void> {
  if (await exists(path)) return;
  const above = dirname(path);
  if (above !== path) await makeDataDirectory(above);
  await mkdir(path, { recursive: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
