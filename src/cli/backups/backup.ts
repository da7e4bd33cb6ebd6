// `backup`: writes a backup of everything a server stores to one file, while the server runs.

import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type DataFileName, dataFileNames } from '../../backups/backup-format.ts';
import { type WrittenBackup, writeBackup } from '../../backups/write-backup.ts';
import { openFileStore } from '../../files/open-store.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { openDeploymentKeyring } from '../../server/deployment-keyring.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import { recordBackup } from '../../stores/job-marks/backup-store.ts';
import { missingFiles } from '../checks/files.ts';
import type { SuspectFiles } from '../checks/suspects.ts';
import {
  DATABASE_HELP,
  type DatabaseLocation,
  databaseLocation,
  withExistingDatabase,
} from '../command-database.ts';
import { environmentFileStore } from '../file-store-options.ts';
import { printHelp } from '../print-help.ts';
import { UsageError } from '../usage.ts';
import { parseBackupArguments, progressAtTerminal } from './backup-arguments.ts';
import { withFileLease, withSnapshotRows } from './snapshot.ts';
import { runFinalStep, withWorkFolder } from './work-folder.ts';

const HELP = `Usage: npm run parley -- backup FILE [FLAGS]

Backs up everything to one file: a snapshot of the database, uploads, pictures, emoji, exports, the secret, and the
configuration in the data directory. The server may keep running. The file contains all data and keys: protect it like the
data directory.

  --json               prints JSON for scripts
  --record-only        writes no file, and records that another program has made a backup now, which monitoring reports
${DATABASE_HELP}
With an S3 store, set the same PARLEY_S3_… variables as for the server.
The exit status is 1 if files that the database refers to are missing.
`;

/** Runs the command. @throws UsageError */
export async function backupCommand(args: readonly string[]): Promise<void> {
  const recordsOnly = args.includes('--record-only');
  const { values, positionals } = parseBackupArguments('backup', args, recordsOnly ? [] : ['FILE'], {
    'record-only': { type: 'boolean' },
  });
  if (values.help) {
    printHelp(HELP);
    return;
  }
  if (recordsOnly) {
    await withExistingDatabase(databaseLocation(values), (database) =>
      database.write(0, (writer) => recordBackup(writer, writer.now)),
    );
    process.stdout.write(values.json ? '{"recorded": true}\n' : 'Recorded a backup.\n');
    return;
  }
  const [file = ''] = positionals;
  if (existsSync(file)) throw new UsageError(`${file} already exists. Choose another file name.`);
  const location = databaseLocation(values);
  const backup = await withExistingDatabase(location, async (database) => {
    const backup = await withWorkFolder(file, async (folder) => {
      const complete = join(folder, 'backup');
      const backup = await writeWhole(database, location, folder, complete);
      // The file gets its name only when it is complete, so an interrupted backup is not mistaken for one.
      await runFinalStep(async () => {
        await rename(complete, file);
        await syncFolder(dirname(resolve(file)));
      });
      return backup;
    });
    // Without its files it is not a backup that monitoring should be content with.
    if (backup.missing.count === 0)
      await database.write(0, (writer) => recordBackup(writer, backup.header.madeAt));
    return backup;
  });
  process.stdout.write(
    values.json ? `${JSON.stringify(summary(backup, file), undefined, 2)}\n` : text(backup, file),
  );
  if (backup.missing.count > 0) process.exitCode = 1;
}

/** The written backup, with the missing files that rows name. */
type BackupWithMissing = WrittenBackup & { readonly missing: SuspectFiles };

async function writeWhole(
  database: ParleyDatabase,
  location: DatabaseLocation,
  folder: string,
  complete: string,
): Promise<BackupWithMissing> {
  const { dataDirectory, url: databaseUrl } = location;
  const keyring = await openDeploymentKeyring(database, { dataDirectory, databaseUrl });
  const fileStore = await openFileStore(dataDirectory, environmentFileStore(process.env));
  const dataFiles = await configurationFiles(dataDirectory);
  return withFileLease(database, () =>
    withSnapshotRows(location, folder, async (rows) => {
      const backup = await writeBackup({ rows, fileStore, dataFiles }, complete, progressAtTerminal());
      const { missing } = await missingFiles(rows, fileStore, keyring);
      return { ...backup, missing };
    }),
  );
}

async function configurationFiles(dataDirectory: string): Promise<Map<DataFileName, Buffer>> {
  const contents = new Map<DataFileName, Buffer>();
  for (const name of dataFileNames) {
    const path = join(dataDirectory, name);
    if (existsSync(path)) contents.set(name, await readFile(path));
  }
  return contents;
}

function summary({ header, manifest, file, missing }: BackupWithMissing, path: string) {
  const { engine, schema, madeAt } = header;
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  return {
    file: resolve(path),
    bytes: file.size,
    engine,
    schema,
    made_at: madeAt,
    tables: header.tables.length,
    rows,
    files: manifest.files.count,
    file_bytes: manifest.files.bytes,
    missing_files: missing.count,
  };
}

function text(backup: BackupWithMissing, path: string): string {
  const { bytes, tables, rows, files, file_bytes, missing_files } = summary(backup, path);
  const missingText =
    missing_files > 0
      ? `Files are missing from the file store: ${missing_files}, such as ${backup.missing.examples[0]}. Run "check" for details.\n`
      : '';
  return `Wrote ${path} (${bytes} bytes): ${rows} rows in ${tables} tables, ${files} files (${file_bytes} bytes).\n${missingText}`;
}
