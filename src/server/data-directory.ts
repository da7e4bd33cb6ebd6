// Creates the data directory with access for its owner only, and checks the permissions of an existing one.
// Directories are created level by level: on a file system that accepts no directories, a recursive `mkdir`
// never returns.

import type { Stats } from 'node:fs';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from '../api-contract/logger.ts';
import { codeOf } from '../errors/error-detail.ts';
import { UnusableDatabaseError } from '../storage/migrations/migrate.ts';

/** The file that `database copy` writes until the copy is complete. */
export const partialCopyPath = (file: string): string => `${file}-copy`;

/** The permission bits of the group and of other users. */
const GROUP_AND_OTHERS = 0o077;
/** Files that give access to accounts. SQLite gives its other files the permissions of the database file. */
const secretFiles = ['secret', 'parley.db', 'parley.db-wal', 'parley.db-shm'] as const;

/**
 * Creates a directory and its missing parents, accessible only by the owner.
 * @throws the system's error if that is not possible
 */
export async function makeDataDirectory(path: string): Promise<void> {
  const stats = await statOf(path);
  if (stats?.isDirectory()) return;
  if (stats) throw new UnusableDatabaseError(`The data directory ${path} is a file. Choose a directory.`);
  const parentFolder = dirname(path);
  if (parentFolder !== path) await makeDataDirectory(parentFolder);
  await mkdir(path, { recursive: false, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/**
 * Returns the data directory and the secret files in it that other users of the machine can access, with
 * their modes. Empty if the directory itself is closed to them.
 */
export async function findExposedFiles(
  path: string,
): Promise<readonly { readonly file: string; readonly mode: string }[]> {
  if (process.platform === 'win32') return [];
  if (((await modeOf(path)) ?? 0) % 0o100 === 0) return [];
  const files = [path, ...secretFiles.map((name) => join(path, name))];
  const found = await Promise.all(files.map(async (file) => ({ file, mode: await modeOf(file) })));
  return found.flatMap(({ file, mode }) =>
    mode === undefined || (mode & GROUP_AND_OTHERS) === 0 ? [] : [{ file, mode: (mode & 0o777).toString(8) }],
  );
}

/**
 * Logs a warning if other users can access the directory, which may be intended, and removes their
 * permissions from the secret files.
 */
export async function restrictDataDirectory(path: string, log: Logger): Promise<void> {
  if (process.platform === 'win32') return;
  const mode = await modeOf(path);
  if (mode !== undefined && (mode & GROUP_AND_OTHERS) !== 0) {
    const fields = { directory: path, mode: (mode & 0o777).toString(8) };
    log.warn(fields, 'other users of this machine can read the data directory; run chmod 700 on it');
  }
  for (const name of secretFiles) {
    const file = join(path, name);
    const oldMode = await modeOf(file);
    if (oldMode !== undefined && (oldMode & GROUP_AND_OTHERS) !== 0) await chmod(file, 0o600);
  }
}

/**
 * Rejects an empty database file next to the secret of a used one: it would be served as a new installation,
 * and data that could still be recovered, for example from an interrupted copy, would be overwritten. Also
 * rejects starting with a new database next to an unfinished copy, which could then not be completed.
 * @throws UnusableDatabaseError
 */
export async function rejectEmptiedDatabase(path: string): Promise<void> {
  const file = join(path, 'parley.db');
  if (!(await statOf(file)) && (await statOf(partialCopyPath(file))))
    throw new UnusableDatabaseError(
      `${path} contains an incomplete copy. Finish it with the command "database copy", or remove ${partialCopyPath(file)}.`,
    );
  if ((await statOf(file))?.size !== 0 || !(await statOf(join(path, 'secret')))) return;
  throw new UnusableDatabaseError(
    `The database ${file} is empty, but its secret was used before. Restore the database from a backup, or remove both to start over.`,
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
