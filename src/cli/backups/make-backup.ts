// Makes one backup of everything a server stores, while it runs, and records it for monitoring.

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
import { type DatabaseLocation, withExistingDatabase } from '../command-database.ts';
import { environmentFileStore } from '../file-store-options.ts';
import { progressAtTerminal } from './backup-arguments.ts';
import { withFileLease, withSnapshotRows } from './snapshot.ts';
import { runFinalStep, withWorkFolder } from './work-folder.ts';

/** The written backup, with the missing files that rows name. */
export type BackupWithMissing = WrittenBackup & { readonly missing: SuspectFiles };

/** Moves a complete backup to its place, so an interrupted one is not mistaken for one. */
export function moveTo(file: string): (complete: string) => Promise<void> {
  return (complete) =>
    runFinalStep(async () => {
      await rename(complete, file);
      await syncFolder(dirname(resolve(file)));
    });
}

/**
 * Makes a backup in a temporary folder next to `neighbor`, and hands the complete file to `deliver`, which brings it to its
 * place. It is recorded once that has succeeded.
 */
export function makeBackup(
  location: DatabaseLocation,
  neighbor: string,
  deliver: (complete: string, backup: BackupWithMissing) => Promise<void>,
): Promise<BackupWithMissing> {
  return withExistingDatabase(location, async (database) => {
    const backup = await withWorkFolder(neighbor, async (folder) => {
      const complete = join(folder, 'backup');
      const backup = await writeWhole(database, location, folder, complete);
      await deliver(complete, backup);
      return backup;
    });
    // Without its files it is not a backup that monitoring should be content with.
    if (backup.missing.count === 0)
      await database.write(0, (writer) => recordBackup(writer, backup.header.madeAt));
    return backup;
  });
}

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
