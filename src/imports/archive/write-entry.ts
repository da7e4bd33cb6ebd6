// Writing one entry of an archive into the folder it is unpacked into.

import { writeFileSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { codeOf } from '../../api-contract/error-detail.ts';
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

/** The same for an entry whose bytes are there already. */
export async function writeSmallEntry(
  folder: string,
  name: string,
  bytes: Uint8Array,
  budget: Budget,
): Promise<void> {
  const path = entryPath(name);
  if (path === '') throw new ArchiveRefused(`entry ${JSON.stringify(name)}`, 'it has no name.');
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
    throw refusalOf(error, path);
  }
}

/** Never through what is there: neither a file nor a link. */
const NEW_FILE = { flag: 'wx', mode: 0o600 } as const;

async function begun(target: string, path: string, budget: Budget) {
  try {
    await makeParent(target, path, budget);
    return await open(target, NEW_FILE.flag, NEW_FILE.mode);
  } catch (error) {
    throw refusalOf(error, path);
  }
}

async function makeParent(target: string, path: string, budget: Budget): Promise<void> {
  const parent = dirname(target);
  const made = await mkdir(parent, { recursive: true });
  if (made !== undefined) await budget.addFiles(path, relative(dirname(made), parent).split(sep).length);
}

/** What to tell of an error of the disk that the archive has caused; others are passed on. */
function refusalOf(error: unknown, path: string): unknown {
  const code = codeOf(error);
  if (code === 'EEXIST' || code === 'ENOTDIR' || code === 'EISDIR')
    return new ArchiveRefused(path, 'it is in the archive twice, or is a file and a folder at once.');
  if (code === 'ENAMETOOLONG') return new ArchiveRefused(path, 'its name is too long.');
  return error;
}
