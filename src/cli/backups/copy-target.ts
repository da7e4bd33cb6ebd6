// The targets of `database copy`: an empty PostgreSQL database, or a file that gets its name once it is complete.

import { existsSync } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dataFileNames } from '../../backups/backup-format.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { partialCopyPath } from '../../server/data-directory.ts';
import { PostgresRows } from '../../storage/rows/postgres-rows.ts';
import type { RowSource } from '../../storage/rows/rows.ts';
import { SqliteRows } from '../../storage/rows/sqlite-rows.ts';
import { databaseUrlIn } from '../flag-values.ts';
import { UsageError } from '../usage.ts';
import { refuseOtherConnections } from './other-connections.ts';
import { embeddedFiles } from './prepared-restore.ts';

/** A database by its address, or the directory of its file. */
export type CopyLocation = { readonly url: string } | { readonly directory: string };

/** A database that is being filled. */
export interface CopyTarget {
  readonly rows: RowSource;
  /** Prepares the queries of servers, after most rows were written. */
  analyze(): Promise<void>;
  /** Puts the finished database in its place. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** The target that the flags name. @throws UsageError */
export function copyLocation(to: unknown, toData: unknown): CopyLocation {
  if (typeof to === 'string' && toData === undefined) {
    const url = databaseUrlIn(to, '--to');
    if (url !== undefined) return { url };
  }
  if (typeof toData === 'string' && toData !== '' && to === undefined) return { directory: resolve(toData) };
  throw new UsageError(
    'database copy needs either --to postgres://… or --to-data DIR. See database copy --help.',
    2,
  );
}

/**
 * Opens a target.
 * @param from the data directory of the source
 * @throws UsageError if others use it, or a database exists there
 */
export function openTarget(location: CopyLocation, from: string): Promise<CopyTarget> {
  return 'url' in location ? openPostgresTarget(location.url) : openFileTarget(location.directory, from);
}

async function openPostgresTarget(url: string): Promise<CopyTarget> {
  const rows = await PostgresRows.connect(url);
  try {
    await refuseOtherConnections(rows);
  } catch (error) {
    await rows.close();
    throw error;
  }
  return {
    rows,
    analyze: async () => void (await rows.execute('analyze', [])),
    finish: async () => undefined,
    close: () => rows.close(),
  };
}

async function openFileTarget(directory: string, from: string): Promise<CopyTarget> {
  const file = join(directory, 'parley.db');
  // Another database's journal would be applied to this one.
  const existing = embeddedFiles.map((name) => join(directory, name)).find((path) => existsSync(path));
  if (existing !== undefined)
    throw new UsageError(`${existing} already exists. Choose a directory without a database.`);
  // Under a temporary name until it is complete.
  const temporary = partialCopyPath(file);
  const rows = await SqliteRows.forFilling(temporary);
  for (const pragma of ['journal_mode = truncate', 'synchronous = off']) rows.command(`pragma ${pragma}`);
  return {
    rows,
    analyze: async () => undefined,
    finish: () => finishFile(file, from),
    close: async () => rows.close(),
  };
}

async function finishFile(file: string, from: string): Promise<void> {
  const directory = join(file, '..');
  const temporary = partialCopyPath(file);
  const handle = await open(temporary, 'r+');
  await handle.sync();
  await handle.close();
  for (const name of dataFileNames) {
    const [has, needs] = [existsSync(join(from, name)), !existsSync(join(directory, name))];
    if (has && needs) await copyAtomically(join(from, name), join(directory, name));
  }
  await rename(temporary, file);
  await rm(`${temporary}-journal`, { force: true });
  await syncFolder(directory);
}

/** Under a temporary name first: an interrupted copy of the secret must not pass for the whole. */
async function copyAtomically(from: string, to: string): Promise<void> {
  await copyFile(from, `${to}.part`);
  await rename(`${to}.part`, to);
}
