// Writing one entry of an archive into the folder it is unpacked into.

import { mkdir, open } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { codeOf } from '../../contract/error-detail.ts';
import type { Budget } from './budget.ts';
import { entryPath } from './entry-name.ts';
import { ArchiveRefused } from './refusal.ts';

/** Writes an entry's bytes; refuses what the budget refuses, and a name that was there already. */
export async function writeEntry(
  folder: string,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  budget: Budget,
): Promise<void> {
  const path = entryPath(name);
  if (path === '') throw new ArchiveRefused(`entry ${JSON.stringify(name)}`, 'it has no name.');
  await budget.addFiles(path, 1);
  const file = await begun(join(folder, path), path, budget);
  try {
    for await (const piece of bytes) {
      await budget.addBytes(path, piece.length);
      await file.write(piece);
    }
  } finally {
    await file.close();
  }
}

async function begun(target: string, path: string, budget: Budget) {
  try {
    const parent = dirname(target);
    const made = await mkdir(parent, { recursive: true });
    if (made !== undefined) await budget.addFiles(path, relative(dirname(made), parent).split(sep).length);
    // Never through what is there: neither a file nor a link.
    return await open(target, 'wx', 0o600);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST' || code === 'ENOTDIR' || code === 'EISDIR')
      throw new ArchiveRefused(path, 'it is in the archive twice, or is a file and a folder at once.');
    if (code === 'ENAMETOOLONG') throw new ArchiveRefused(path, 'its name is too long.');
    throw error;
  }
}
