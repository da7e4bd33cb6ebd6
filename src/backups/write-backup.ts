// Writes a backup: the rows of one snapshot and the files that they name, entry by entry. Only a few rows or
// a piece of a file are in memory at a time.

import { createHash } from 'node:crypto';
import { nowSeconds } from '../api-contract/time.ts';
import { parleyVersion } from '../api-contract/version.ts';
import { TarWriter } from '../archives/tar-writer.ts';
import { bytesOf, type FileStore, type LocalFile, storeFolders } from '../files/file-store.ts';
import { ownTables } from '../storage/rows/own-tables.ts';
import { linesOf, type RowSource, type TableSum, TableSummer } from '../storage/rows/rows.ts';
import { idCounters, schemaVersionOf, type TableStructure } from '../storage/rows/table-structure.ts';
import type { Progress } from './backup-error.ts';
import {
  type BackupHeader,
  type BackupManifest,
  type DataFileName,
  dataFileEntryName,
  ENTRIES_PER_SUMS,
  type EntrySum,
  FORMAT,
  fileEntryName,
  HEADER,
  MANIFEST,
  ROWS_BYTES,
  rowsEntryName,
  sumsEntryName,
  VERSION,
} from './backup-format.ts';

export interface BackupSource {
  /** A consistent snapshot. */
  readonly rows: RowSource;
  readonly fileStore: FileStore;
  /** The data directory's own files. */
  readonly dataFiles: ReadonlyMap<DataFileName, Buffer>;
}

export interface WrittenBackup {
  readonly header: BackupHeader;
  readonly manifest: BackupManifest;
  readonly file: LocalFile;
}

/** Writes a backup to a new path. */
export async function writeBackup(
  source: BackupSource,
  path: string,
  progress: Progress,
): Promise<WrittenBackup> {
  const archive = await TarWriter.begin(path);
  try {
    const content = await fill(new SummedArchive(archive), source, progress);
    return { ...content, file: await archive.finish() };
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

async function fill(archive: SummedArchive, source: BackupSource, progress: Progress) {
  const { rows } = source;
  const { tables: structures, withGeneratedIds } = await ownTables(rows);
  const header: BackupHeader = {
    format: FORMAT,
    version: VERSION,
    parley: parleyVersion(),
    engine: rows.engine,
    schema: await schemaVersionOf(rows),
    madeAt: Math.floor(nowSeconds()),
    tables: structures.map(({ name, columns }) => ({ name, columns })),
  };
  await archive.addBytes(HEADER, Buffer.from(JSON.stringify(header)));
  for (const [name, bytes] of source.dataFiles) await archive.addBytes(dataFileEntryName(name), bytes);
  const counters = Object.fromEntries(await idCounters(rows, withGeneratedIds));
  const tables: Record<string, TableSum> = {};
  for (const [at, structure] of structures.entries()) {
    progress('rows', at, structures.length);
    tables[structure.name] = await addRows(archive, rows, structure);
  }
  const files = await addFiles(archive, source, progress);
  const { entries, sha256 } = await archive.endSums();
  const manifest: BackupManifest = { tables, counters, files, entries, sha256 };
  await archive.addBytes(MANIFEST, Buffer.from(JSON.stringify(manifest)));
  return { header, manifest };
}

async function addRows(
  archive: SummedArchive,
  rows: RowSource,
  structure: TableStructure,
): Promise<TableSum> {
  const summer = new TableSummer();
  let lines: string[] = [];
  let bytes = 0;
  let parts = 0;
  const flush = async () => {
    if (lines.length === 0) return;
    await archive.addBytes(rowsEntryName(structure.name, ++parts), Buffer.from(`${lines.join('\n')}\n`));
    lines = [];
    bytes = 0;
  };
  for await (const line of linesOf(rows, structure)) {
    summer.add(line);
    lines.push(line);
    bytes += line.length;
    if (bytes >= ROWS_BYTES) await flush();
  }
  await flush();
  return summer.end();
}

async function addFiles(
  archive: SummedArchive,
  { fileStore }: BackupSource,
  progress: Progress,
): Promise<BackupManifest['files']> {
  let count = 0;
  let bytes = 0;
  for (const folder of storeFolders) {
    for await (const path of fileStore.list(folder)) {
      const file = await fileStore.open(path);
      // A file that was created after the snapshot and deleted since: no row names it.
      if (!file) continue;
      progress('files', count, undefined);
      await archive.addStream(fileEntryName(path), file.size, await bytesOf(file));
      count++;
      bytes += file.size;
    }
  }
  return { count, bytes };
}

/** An archive that includes lists of its entries' sums. */
class SummedArchive {
  readonly #archive: TarWriter;
  readonly #all = createHash('sha256');
  #sums: EntrySum[] = [];
  #lists = 0;
  #entries = 0;

  constructor(archive: TarWriter) {
    this.#archive = archive;
  }

  addBytes(name: string, bytes: Buffer): Promise<void> {
    return this.addStream(name, bytes.length, [bytes]);
  }

  async addStream(
    name: string,
    size: number,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    const hash = createHash('sha256');
    await this.#archive.addStream(name, size, hashWhileReading(content, hash));
    this.#sums.push([name, size, hash.digest('hex')]);
    this.#entries++;
    if (this.#sums.length >= ENTRIES_PER_SUMS) await this.#writeSums();
  }

  /** Writes the last list of sums. */
  async endSums(): Promise<{ readonly entries: number; readonly sha256: string }> {
    await this.#writeSums();
    return { entries: this.#entries, sha256: this.#all.digest('hex') };
  }

  async #writeSums(): Promise<void> {
    if (this.#sums.length === 0) return;
    const bytes = Buffer.from(JSON.stringify(this.#sums));
    this.#sums = [];
    this.#all.update(bytes);
    await this.#archive.addBytes(sumsEntryName(++this.#lists), bytes);
  }
}

async function* hashWhileReading(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}
