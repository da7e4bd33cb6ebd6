// Restores a backup. It is read and verified completely before it is read again and written. The written rows
// are compared with the backup before they are committed.

import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ArchiveHeader, ArchiveManifest, ArchiveTable } from '../archives/archive-format.ts';
import { entryLabel, manifestName } from '../archives/archive-format.ts';
import type { ArchivedFile, ArchiveRows } from '../archives/read-archive.ts';
import { messageOf } from '../errors/error-detail.ts';
import type { FileStore } from '../files/file-store.ts';
import { createTables } from '../storage/rows/fill.ts';
import { insertLines, isRowError } from '../storage/rows/insert.ts';
import { type SchemaTables, tablesOfSchema } from '../storage/rows/own-tables.ts';
import { type RowSource, sumOf } from '../storage/rows/rows.ts';
import { setIdCounters, type TableStructure } from '../storage/rows/table-structure.ts';
import { BackupError, type Progress } from './backup-error.ts';
import { type BackupDetails, backupFormat, type DataFileName } from './backup-format.ts';
import { indexAllWords } from './index-words.ts';
import { readBackup } from './read-backup.ts';

const MANIFEST = entryLabel(manifestName(backupFormat));
/** Files up to this size are stored from memory. */
const SMALL_BYTES = 256 * 1024;

/** A backup that was read and verified completely. */
export interface CheckedBackup {
  readonly header: ArchiveHeader<BackupDetails>;
  readonly manifest: ArchiveManifest;
  /** The secret that unseals the keys in the backup. */
  readonly secret: Buffer;
}

export interface RestoreTarget {
  /** An empty database, in a transaction that the caller ends. */
  readonly rows: RowSource;
  readonly fileStore: FileStore;
  /** The folder for temporary files. */
  readonly workFolder: string;
  /** Stores a file of the data directory. */
  readonly addDataFile: (name: DataFileName, bytes: Buffer) => Promise<void>;
}

/** Reads and verifies a whole backup. @throws BackupError */
export async function checkBackup(path: string, progress: Progress): Promise<CheckedBackup> {
  let [header, manifest, secret]: [ArchiveHeader<BackupDetails>?, ArchiveManifest?, Buffer?] = [];
  let schemaTables: SchemaTables | undefined;
  let parts = 0;
  for await (const part of readBackup(path)) {
    progress('checking', ++parts, undefined);
    if (part.kind === 'header') {
      header = part.header;
      schemaTables = await tablesOfSchema(header.schema);
      matchingStructures(header, schemaTables.tables);
    } else if (part.kind === 'manifest') {
      manifest = part.manifest;
      checkCounters(manifest, schemaTables?.withGeneratedIds);
    } else if (part.kind === 'data file' && part.name === 'secret') secret = part.bytes;
  }
  if (!header || !manifest || !secret) throw new BackupError('the backup', 'the secret is missing.');
  return { header, manifest, secret };
}

/** Writes a verified backup to an empty target. @throws BackupError */
export async function restoreBackup(
  path: string,
  { header, manifest }: CheckedBackup,
  target: RestoreTarget,
  progress: Progress,
): Promise<void> {
  const structures = matchingStructures(header, (await createTables(target.rows, header.schema)).tables);
  let restoredParts = 0;
  for await (const part of readBackup(path)) {
    progress('restoring', ++restoredParts, undefined);
    if (part.kind === 'manifest' && JSON.stringify(part.manifest) !== JSON.stringify(manifest))
      throw new BackupError('the backup', 'the file changed while it was being read. Try again.');
    if (part.kind === 'rows') await insert(target.rows, structureOf(structures, part.table), part);
    else if (part.kind === 'file') await restoreFile(target, part);
    else if (part.kind === 'data file') await target.addDataFile(part.name, part.bytes);
  }
  await setIdCounters(target.rows, new Map(Object.entries(manifest.counters ?? {})));
  for (const structure of structures.values()) {
    progress('comparing', 0, undefined);
    const { rows, sha256 } = await sumOf(target.rows, structure);
    const declared = manifest.tables[structure.name];
    if (declared?.rows !== rows || declared.sha256 !== sha256)
      throw new BackupError(`table ${structure.name}`, 'the restored rows differ from the backup.');
  }
  await createTables(target.rows);
  // Event queues would continue at log positions that will hold other entries: clients must register again.
  await target.rows.execute('delete from event_queue', []);
  // The lease on files that the backup command took was backed up, too.
  await target.rows.execute("delete from job_mark where job like 'files-held:%'", []);
  await indexAllWords(target.rows, progress);
}

/** Inserts rows. @throws BackupError if they do not fit into their table */
async function insert(
  target: RowSource,
  structure: TableStructure,
  { name, lines }: ArchiveRows,
): Promise<void> {
  try {
    await insertLines(target, structure, lines);
  } catch (error) {
    if (!isRowError(error)) throw error;
    throw new BackupError(entryLabel(name), `rows do not fit into ${structure.name} (${messageOf(error)}).`);
  }
}

/** Refuses unknown or missing id counters: with a missing one, ids would be assigned twice. */
function checkCounters(
  { counters = {}, tables }: ArchiveManifest,
  counted: ReadonlySet<string> = new Set(),
): void {
  const unexpected = Object.keys(counters).find((name) => !counted.has(name));
  if (unexpected !== undefined)
    throw new BackupError(MANIFEST, `table ${unexpected} has no ID counter in this schema.`);
  const missing = [...counted].find((name) => counters[name] === undefined && (tables[name]?.rows ?? 0) > 0);
  if (missing !== undefined)
    throw new BackupError(
      MANIFEST,
      `the ID counter of table ${missing} is missing, so the server would reuse IDs.`,
    );
}

/** The tables with their columns in the backup's order. @throws BackupError if the backup's tables differ */
function matchingStructures(
  { tables }: Pick<ArchiveHeader<BackupDetails>, 'tables'>,
  structures: readonly TableStructure[],
): ReadonlyMap<string, TableStructure> {
  const keyOf = ({ name, columns }: ArchiveTable) => JSON.stringify([name, columns]);
  const [declared, existing] = [new Set(tables.map(keyOf)), new Set(structures.map(keyOf))];
  const unexpected =
    tables.find((table) => !existing.has(keyOf(table))) ??
    structures.find((structure) => !declared.has(keyOf(structure)));
  if (unexpected || declared.size !== tables.length)
    throw new BackupError('the backup', `table ${unexpected?.name} does not exist in this schema.`);
  return new Map(structures.map((structure) => [structure.name, structure]));
}

function structureOf(
  structures: ReadonlyMap<string, TableStructure>,
  { name }: ArchiveTable,
): TableStructure {
  const found = structures.get(name);
  if (!found) throw new Error(`there is no table ${name}`);
  return found;
}

async function restoreFile(
  { fileStore, workFolder }: RestoreTarget,
  { path, size, bytes }: ArchivedFile,
): Promise<void> {
  const cut = path.lastIndexOf('/');
  const [folder, name] = [path.slice(0, cut), path.slice(cut + 1)];
  if (size <= SMALL_BYTES) {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes) pieces.push(piece);
    return fileStore.write(folder, [{ name, content: Buffer.concat(pieces) }]);
  }
  const temporary = join(workFolder, 'arriving-file');
  try {
    await pipeline(bytes, createWriteStream(temporary, { mode: 0o600 }));
    await fileStore.write(folder, [{ name, content: { path: temporary, size } }]);
  } finally {
    await rm(temporary, { force: true });
  }
}
