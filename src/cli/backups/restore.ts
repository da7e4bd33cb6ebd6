// `restore`: restores a backup, to either engine.

import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type CheckedBackup, checkBackup, restoreBackup } from '../../backups/restore-backup.ts';
import { makeDataDirectory } from '../../server/data-directory.ts';
import {
  markRestore,
  readUnfinishedRestore,
  restoreMarkerOf,
  unmarkRestore,
} from '../../server/restore-marker.ts';
import { claimDataDirectory } from '../../server/single-server.ts';
import { areTablesEmpty, beginFile } from '../../storage/rows/fill.ts';
import { dropOwnTables, ownTables } from '../../storage/rows/own-tables.ts';
import { PostgresRows } from '../../storage/rows/postgres-rows.ts';
import { SqliteRows } from '../../storage/rows/sqlite-rows.ts';
import { DATABASE_HELP, databaseLocation } from '../command-database.ts';
import { environmentFileStore } from '../file-store-options.ts';
import { printHelp } from '../print-help.ts';
import { endProgress, withProgress } from '../progress.ts';
import { UsageError } from '../usage.ts';
import { parseBackupArguments, progressAtTerminal } from './backup-arguments.ts';
import { refuseOtherConnections } from './other-connections.ts';
import { bucketOf, PreparedRestore, type RestoreOptions } from './prepared-restore.ts';
import { runFinalStep, withWorkFolder } from './work-folder.ts';

const HELP = `Usage: npm run parley -- restore FILE [FLAGS]

Restores a backup made with "backup" to either engine. The whole backup is checked before anything is written, and the
restored data is compared with it afterwards. Stop the server first.

  --check              checks the backup and writes nothing
  --replace            replaces existing data: files are moved aside, but Parley's tables in a PostgreSQL database are
                       deleted; tables of other programs stay
  --json               prints JSON for scripts
${DATABASE_HELP}
With an S3 store, set the same PARLEY_S3_… variables as for the server.
`;

/** Runs the command. @throws UsageError */
export async function restoreCommand(args: readonly string[]): Promise<void> {
  const flag = { type: 'boolean' } as const;
  const { values, positionals } = parseBackupArguments('restore', args, ['FILE'], {
    check: flag,
    replace: flag,
  });
  if (values.help) {
    printHelp(HELP);
    return;
  }
  const [file = ''] = positionals;
  const location = databaseLocation(values);
  await withProgress(async () => {
    const backup = await checkBackup(file, progressAtTerminal());
    const before = values.check
      ? untouched
      : await restoreData(file, backup, location, values.replace === true);
    endProgress();
    process.stdout.write(values.json ? json(backup, before) : text(backup, values.check === true, before));
  });
}

type ServerLocation = ReturnType<typeof databaseLocation>;

/** The fate of the existing data. */
interface Before {
  /** The directory that files were moved to, if there were any. */
  readonly aside: string | undefined;
  /** Whether rows were deleted. */
  readonly isRemoved: boolean;
}

const untouched: Before = { aside: undefined, isRemoved: false };

async function restoreData(
  file: string,
  backup: CheckedBackup,
  { dataDirectory, url }: ServerLocation,
  replaces: boolean,
): Promise<Before> {
  await makeDataDirectory(dataDirectory);
  // The claim is needed for PostgreSQL too: a server running on this directory would lose its secret.
  const claim = await claimDataDirectory(dataDirectory);
  try {
    const interrupted = await readUnfinishedRestore(dataDirectory);
    const s3 = environmentFileStore(process.env);
    const options = { isEmbedded: url === undefined, s3, replaces, interrupted };
    const restoreMarked = async (folder: string) => {
      const prepared = await PreparedRestore.begin(dataDirectory, folder, options);
      await markRestore(dataDirectory, {
        backup: resolve(file),
        // After several attempts it is unknown whether existing data belongs to a restore.
        isReplacing: interrupted?.isReplacing ?? replaces,
        bucket: bucketOf(s3),
      });
      let before: Before;
      try {
        before =
          url === undefined
            ? await intoFile(file, backup, prepared)
            : await intoPostgres(file, backup, prepared, url, options);
      } catch (error) {
        // The original error is reported; leftovers in the store do not matter. Files of an interrupted
        // restore may be in use by now.
        if (!replaces && !interrupted) await prepared.emptyStore().catch(() => undefined);
        if (!interrupted && prepared.isUntouched) await unmarkRestore(dataDirectory);
        throw error;
      }
      await runFinalStep(() => unmarkRestore(dataDirectory));
      return before;
    };
    return await withWorkFolder(join(dataDirectory, 'parley.db'), restoreMarked, () => {
      // Existing data is untouched and usable. A marker remains in an empty target, which would otherwise be
      // served as new.
      if (!interrupted && replaces && !s3) rmSync(restoreMarkerOf(dataDirectory), { force: true });
    });
  } finally {
    await claim.release();
  }
}

async function intoFile(file: string, backup: CheckedBackup, prepared: PreparedRestore): Promise<Before> {
  const path = join(prepared.folder, 'parley.db');
  const rows = await SqliteRows.forFilling(path);
  try {
    beginFile(rows);
    const { fileStore, folder: workFolder, addDataFile } = prepared;
    await restoreBackup(file, backup, { rows, fileStore, workFolder, addDataFile }, progressAtTerminal());
    rows.command('commit');
  } finally {
    rows.close();
  }
  const handle = await open(path, 'r+');
  await handle.sync();
  await handle.close();
  return { aside: await install(prepared, async () => undefined), isRemoved: false };
}

async function intoPostgres(
  file: string,
  backup: CheckedBackup,
  prepared: PreparedRestore,
  url: string,
  { replaces, interrupted }: RestoreOptions,
): Promise<Before> {
  const rows = await PostgresRows.connect(url);
  try {
    await refuseOtherConnections(rows);
    await rows.execute('begin', []);
    const isEmpty = await areTablesEmpty(rows, (await ownTables(rows)).tables);
    if (!isEmpty && !replaces) {
      const hint = interrupted
        ? ` If the data comes from an interrupted restore, remove ${restoreMarkerOf(prepared.dataDirectory)} to use it.`
        : '';
      throw new UsageError(
        `The database is not empty. Choose an empty one, or use --replace to delete its content.${hint}`,
      );
    }
    await dropOwnTables(rows);
    const { fileStore, folder: workFolder, addDataFile } = prepared;
    await restoreBackup(file, backup, { rows, fileStore, workFolder, addDataFile }, progressAtTerminal());
    await rows.execute('analyze', []);
    const folderOfOld = await install(prepared, async () => {
      await rows.execute('commit', []);
    });
    return { aside: folderOfOld, isRemoved: !isEmpty };
  } finally {
    await rows.close();
  }
}

/** Moves the prepared data into place and commits, or undoes it on failure. */
function install(prepared: PreparedRestore, commit: () => Promise<void>): Promise<string | undefined> {
  return runFinalStep(async () => {
    try {
      const folderOfOld = await prepared.install();
      await commit();
      return folderOfOld;
    } catch (error) {
      await prepared.rollBack();
      throw error;
    }
  });
}

function rowsOf({ manifest }: CheckedBackup): number {
  return Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0);
}

function json(backup: CheckedBackup, { aside, isRemoved }: Before): string {
  const { parley, engine, schema, madeAt, tables } = backup.header;
  const summary = {
    parley,
    engine,
    schema,
    made_at: madeAt,
    tables: tables.length,
    rows: rowsOf(backup),
    files: backup.manifest.files.count,
    file_bytes: backup.manifest.files.bytes,
    moved_aside_to: aside ?? null,
    tables_removed: isRemoved,
  };
  return `${JSON.stringify(summary, undefined, 2)}\n`;
}

function text(backup: CheckedBackup, isCheck: boolean, before: Before): string {
  const { header, manifest } = backup;
  const madeAt = new Date(header.madeAt * 1000).toISOString();
  const subject = `the backup of ${madeAt} (${rowsOf(backup)} rows, ${manifest.files.count} files)`;
  return (
    `${isCheck ? 'Checked' : 'Restored'} ${subject}${isCheck ? ': no problems found' : ''}.\n` +
    textOfBefore(before)
  );
}

function textOfBefore({ aside, isRemoved }: Before): string {
  if (!isRemoved) return aside === undefined ? '' : `The previous files are in ${aside}.\n`;
  const files = aside === undefined ? '' : ` The previous files are in ${aside}.`;
  return `The previous content of the database was deleted.${files}\n`;
}
