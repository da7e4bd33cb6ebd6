// Writes one entry of an archive into the folder that it is unpacked into.

import { writeFileSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { codeOf } from '../../errors/error-detail.ts';
import type { Budget } from './budget.ts';
import { entryPath } from './entry-name.ts';
import { InvalidArchiveError } from './invalid-archive-error.ts';

/** Writes an entry's bytes. @throws InvalidArchiveError if the budget is exceeded or the name already exists */
export async function writeEntry(
  folder: string,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  budget: Budget,
): Promise<void> {
  const path = entryPath(name);
  if (path === '') throw new InvalidArchiveError(`entry ${JSON.stringify(name)}`, 'it has no name.');
  await budget.addFiles(path, 1);
  const file = await createFile(join(folder, path), path, budget);
  try {
    for await (const piece of bytes) {
      await budget.addBytes(path, piece.length);
      await file.write(piece);
    }
  } finally {
    await file.close();
  }
}

/** Writes an entry whose bytes are in memory. */
export async function writeSmallEntry(
  folder: string,
  name: string,
  bytes: Uint8Array,
  budget: Budget,
): Promise<void> {
  const path = entryPath(name);
  if (path === '') throw new InvalidArchiveError(`entry ${JSON.stringify(name)}`, 'it has no name.');
  await budget.addFiles(path, 1);
  await budget.addBytes(path, bytes.length);
  const target = join(folder, path);
  const write = () => writeFileSync(target, bytes, NEW_FILE);
  try {
    try {
      write();
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      await makeParent(target, path, budget);
      write();
    }
  } catch (error) {
    throw toArchiveError(error, path);
  }
}

/** Opening with these options never overwrites a file or follows a link. */
const NEW_FILE = { flag: 'wx', mode: 0o600 } as const;

async function createFile(target: string, path: string, budget: Budget) {
  try {
    await makeParent(target, path, budget);
    return await open(target, NEW_FILE.flag, NEW_FILE.mode);
  } catch (error) {
    throw toArchiveError(error, path);
  }
}

async function makeParent(target: string, path: string, budget: Budget): Promise<void> {
  const parent = dirname(target);
  const firstCreated = await mkdir(parent, { recursive: true });
  if (firstCreated !== undefined)
    await budget.addFiles(path, relative(dirname(firstCreated), parent).split(sep).length);
}

/** Converts disk errors that the archive caused to `InvalidArchiveError`; returns others unchanged. */
function toArchiveError(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (code === 'EEXIST' || code === 'ENOTDIR' || code === 'EISDIR')
    return new InvalidArchiveError(path, 'it appears twice in the archive, or is both a file and a folder.');
  if (code === 'ENAMETOOLONG') return new InvalidArchiveError(path, 'its name is too long.');
  return error;
}
