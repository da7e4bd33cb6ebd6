// Makes the data directory, for its owner alone, and looks at one that is there already. Level by level: where a file
// system takes no directories at all, making the whole path at once never ends.

import type { Stats } from 'node:fs';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '../api-contract/error-detail.ts';
import type { Logger } from '../api-contract/logger.ts';
import { UnusableDatabase } from '../storage/migrations/migrate.ts';

/** Where `database copy` writes before all of it is there. */
export const growingCopyOf = (file: string): string => `${file}-copy`;

/** What the group and others may do. */
const OTHERS = 0o077;
/** Files that open accounts; the engine gives its other files the rights of the database. */
const secretFiles = ['secret', 'parley.db', 'parley.db-wal', 'parley.db-shm'] as const;

/** Makes a directory for its owner alone, and those above it. Rejects with the system's error where that cannot be. */
export async function makeDataDirectory(path: string): Promise<void> {
  const present = await statOf(path);
  if (present?.isDirectory()) return;
  if (present) throw new UnusableDatabase(`The data directory ${path} is a file: name a directory.`);
  const above = dirname(path);
  if (above !== path) await makeDataDirectory(above);
  await mkdir(path, { recursive: false, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** The data directory where other users of the machine may look into it, and the files in it that would open accounts to them. */
export async function openToOthers(
  path: string,
): Promise<readonly { readonly file: string; readonly mode: string }[]> {
  if (process.platform === 'win32') return [];
  if (((await modeOf(path)) ?? 0) % 0o100 === 0) return [];
  const files = [path, ...secretFiles.map((name) => join(path, name))];
  const found = await Promise.all(files.map(async (file) => ({ file, mode: await modeOf(file) })));
  return found.flatMap(({ file, mode }) =>
    mode === undefined || (mode & OTHERS) === 0 ? [] : [{ file, mode: (mode & 0o777).toString(8) }],
  );
}

/**
 * Says in the log when others may look into the directory, which may be meant so, and takes the rights of others from
 * the files that open accounts.
 */
export async function closeToOthers(path: string, log: Logger): Promise<void> {
  if (process.platform === 'win32') return;
  const mode = await modeOf(path);
  if (mode !== undefined && (mode & OTHERS) !== 0) {
    const fields = { directory: path, mode: (mode & 0o777).toString(8) };
    log.warn(fields, 'other users of this machine may look into the data directory: chmod 700 closes it');
  }
  for (const name of secretFiles) {
    const file = join(path, name);
    const present = await modeOf(file);
    if (present !== undefined && (present & OTHERS) !== 0) await chmod(file, 0o600);
  }
}

/**
 * Refuses an empty database beside the secret of one that was in use: it would be served as if it were new, and what
 * may still be saved, as from a copy that broke off, would be written over. Refuses to begin anew beside a part of a copy, too, which
 * then could not be finished.
 */
export async function refuseEmptied(path: string): Promise<void> {
  const file = join(path, 'parley.db');
  if (!(await statOf(file)) && (await statOf(growingCopyOf(file))))
    throw new UnusableDatabase(
      `Only a part of a copy is in ${path}: finish it by the command "database copy", or remove ${growingCopyOf(file)}.`,
    );
  if ((await statOf(file))?.size !== 0 || !(await statOf(join(path, 'secret')))) return;
  throw new UnusableDatabase(
    `The database ${file} is empty, but the secret beside it says that it was in use: restore it from a backup, or remove both to begin anew.`,
  );
}

async function modeOf(path: string): Promise<number | undefined> {
  return (await statOf(path))?.mode;
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
