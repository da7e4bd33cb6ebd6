// `database copy`: copies the database from one engine to the other, while no server runs.

import { existsSync } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dataFileNames } from '../../backups/backup-format.ts';
import { type CopiedDatabase, compareTables, copyDatabase } from '../../backups/copy-database.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { makeDataDirectory, partialCopyPath } from '../../server/data-directory.ts';
import { rejectUnfinishedRestore } from '../../server/restore-marker.ts';
import { type Claim, claimDataDirectory } from '../../server/single-server.ts';
import { PostgresRows } from '../../storage/rows/postgres-rows.ts';
import type { RowSource } from '../../storage/rows/rows.ts';
import { SqliteRows } from '../../storage/rows/sqlite-rows.ts';
import {
  DATABASE_HELP,
  type DatabaseLocation,
  databaseLocation,
  withExistingDatabase,
} from '../command-database.ts';
import { databaseUrlIn } from '../flag-values.ts';
import { printHelp } from '../print-help.ts';
import { withProgress } from '../progress.ts';
import { UsageError } from '../usage.ts';
import { parseBackupArguments, progressAtTerminal } from './backup-arguments.ts';
import { refuseOtherConnections } from './other-connections.ts';
import { embeddedFiles } from './prepared-restore.ts';

const HELP = `Usage: npm run parley -- database copy --to URL [FLAGS]        to an empty PostgreSQL database
       npm run parley -- database copy --to-data DIR [FLAGS]   to an embedded database in a data directory

Copies the database from one engine to the other and compares both, table by table. Stop all servers first, and only start
them again with the copy. To resume an interrupted copy, run the same command again. The source does not change. Uploads
and other files are not copied: they stay in the data directory or the S3 store.

  --to URL             postgres://user:password@host/database
  --to-data DIR        a directory without parley.db; may be the source's data directory
  --json               prints JSON for scripts
${DATABASE_HELP}`;

/** Runs the command. @throws UsageError */
export async function copyCommand(args: readonly string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseBackupArguments('database copy', args, [], { to: text, 'to-data': text });
  if (values.help) {
    printHelp(HELP);
    return;
  }
  const source = databaseLocation(values);
  const target = targetOf(values.to, values['to-data']);
  const copied = await withProgress(() => copy(source, target));
  process.stdout.write(
    values.json ? `${JSON.stringify(summary(copied), undefined, 2)}\n` : summaryText(copied, source, target),
  );
}

/** A database by its address, or the directory of its file. */
type Target = { readonly url: string } | { readonly directory: string };

function targetOf(to: unknown, toData: unknown): Target {
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

async function copy(source: DatabaseLocation, target: Target): Promise<CopiedDatabase> {
  const directories = [
    ...(source.url === undefined ? [source.dataDirectory] : []),
    ...('directory' in target ? [target.directory] : []),
  ];
  if (source.url === undefined && 'directory' in target && source.dataDirectory === target.directory)
    throw new UsageError('The source and the target are the same. Choose another target.', 2);
  // Migrates the database, and fails if there is none.
  await withExistingDatabase(source, async () => undefined);
  const claims: Claim[] = [];
  try {
    for (const directory of directories) {
      await makeDataDirectory(directory);
      await rejectUnfinishedRestore(directory);
      claims.push(await claimDataDirectory(directory));
    }
    return await withSource(source, (rows) =>
      'url' in target ? toPostgres(rows, target.url) : toFile(rows, source.dataDirectory, target.directory),
    );
  } finally {
    for (const claim of claims) await claim.release();
  }
}

async function withSource<T>(
  { dataDirectory, url }: DatabaseLocation,
  work: (rows: RowSource) => Promise<T>,
): Promise<T> {
  if (url === undefined) {
    const rows = SqliteRows.forReading(join(dataDirectory, 'parley.db'));
    try {
      return await work(rows);
    } finally {
      rows.close();
    }
  }
  const rows = await PostgresRows.connect(url);
  try {
    await refuseOtherConnections(rows);
    await rows.execute('begin isolation level repeatable read read only', []);
    return await work(rows);
  } finally {
    await rows.close();
  }
}

async function toPostgres(source: RowSource, url: string): Promise<CopiedDatabase> {
  const target = await PostgresRows.connect(url);
  try {
    await refuseOtherConnections(target);
    const copied = await copyDatabase(source, target, progressAtTerminal());
    await target.execute('analyze', []);
    return copied;
  } finally {
    await target.close();
  }
}

async function toFile(source: RowSource, from: string, directory: string): Promise<CopiedDatabase> {
  const file = join(directory, 'parley.db');
  // Another database's journal would be applied to this one.
  const existing = embeddedFiles.map((name) => join(directory, name)).find((path) => existsSync(path));
  if (existing !== undefined)
    throw new UsageError(`${existing} already exists. Choose a directory without a database.`);
  // Under a temporary name until it is complete.
  const temporary = partialCopyPath(file);
  const target = await SqliteRows.forFilling(temporary);
  let copied: CopiedDatabase;
  try {
    for (const pragma of ['journal_mode = truncate', 'synchronous = off']) target.command(`pragma ${pragma}`);
    copied = await copyDatabase(source, target, progressAtTerminal());
  } finally {
    target.close();
  }
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
  try {
    await compareFinalFile(file, copied);
  } catch (error) {
    // No server may open it.
    await rename(file, temporary);
    await syncFolder(directory);
    throw error;
  }
  return copied;
}

/** Under a temporary name first: an interrupted copy of the secret must not pass for the whole. */
async function copyAtomically(from: string, to: string): Promise<void> {
  await copyFile(from, `${to}.part`);
  await rename(`${to}.part`, to);
}

/** Compares the content that a server will read from the file under its final name. */
async function compareFinalFile(file: string, { tables }: CopiedDatabase): Promise<void> {
  const rows = SqliteRows.readOnly(file);
  try {
    await compareTables(rows, tables, progressAtTerminal());
  } finally {
    rows.close();
  }
}

function summary({ tables, resumedRows }: CopiedDatabase) {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  return { rows, rows_copied_before: resumedRows, tables };
}

function summaryText(copied: CopiedDatabase, source: DatabaseLocation, target: Target): string {
  const { rows, rows_copied_before: before } = summary(copied);
  const already = before > 0 ? ` (${before} of them earlier)` : '';
  const next =
    'url' in target
      ? `Start the server with --data ${source.dataDirectory} and --database-url.`
      : `Start the server with --data ${target.directory} and without --database-url.`;
  return `Copied ${rows} rows${already}. Both databases have the same content.\n${next}\n`;
}
