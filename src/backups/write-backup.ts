// Writes a backup: the rows of one snapshot and the files that they name.

import { nowSeconds } from '../api-contract/time.ts';
import type { ArchiveHeader, ArchiveManifest } from '../archives/archive-format.ts';
import { TarWriter } from '../archives/tar-writer.ts';
import { ArchiveWriter } from '../archives/write-archive.ts';
import { type FileStore, type LocalFile, storeFolders } from '../files/file-store.ts';
import { ownTables } from '../storage/rows/own-tables.ts';
import { linesOf, type RowSource } from '../storage/rows/rows.ts';
import { idCounters, schemaVersionOf } from '../storage/rows/table-structure.ts';
import type { Progress } from './backup-error.ts';
import { type BackupDetails, backupFormat, type DataFileName } from './backup-format.ts';

export interface BackupSource {
  /** A consistent snapshot. */
  readonly rows: RowSource;
  readonly fileStore: FileStore;
  /** The data directory's own files. */
  readonly dataFiles: ReadonlyMap<DataFileName, Buffer>;
}

export interface WrittenBackup {
  readonly header: ArchiveHeader<BackupDetails>;
  readonly manifest: ArchiveManifest;
  readonly file: LocalFile;
}

/** Writes a backup to a new path. */
export async function writeBackup(
  source: BackupSource,
  path: string,
  progress: Progress,
): Promise<WrittenBackup> {
  const tar = await TarWriter.begin(path);
  try {
    const content = await fill(tar, source, progress);
    return { ...content, file: await tar.finish() };
  } catch (error) {
    await tar.abandon();
    throw error;
  }
}

async function fill(tar: TarWriter, source: BackupSource, progress: Progress) {
  const { rows, fileStore, dataFiles } = source;
  const { tables, withGeneratedIds } = await ownTables(rows);
  const archive = new ArchiveWriter(tar, backupFormat);
  const header = await archive.addHeader(await schemaVersionOf(rows), tables, {
    engine: rows.engine,
    madeAt: Math.floor(nowSeconds()),
  });
  for (const [name, bytes] of dataFiles) await archive.addDataFile(name, bytes);
  const counters = Object.fromEntries(await idCounters(rows, withGeneratedIds));
  for (const [at, table] of tables.entries()) {
    progress('rows', at, tables.length);
    await archive.addRows(table.name, linesOf(rows, table));
  }
  let count = 0;
  for (const folder of storeFolders) {
    for await (const path of fileStore.list(folder)) {
      const file = await fileStore.open(path);
      // A file that was created after the snapshot and deleted since: no row names it.
      if (!file) continue;
      progress('files', count++, undefined);
      await archive.addFile(path, file);
    }
  }
  return { header, manifest: await archive.end(counters) };
}
