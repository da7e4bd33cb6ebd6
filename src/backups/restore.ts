// Restores a backup: all of it is read and checked first, and then once more while it is written. What was written is read
// back and compared before it counts.

import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf, messageOf } from '../api-contract/error-detail.ts';
import type { FileStore } from '../files/file-store.ts';
import { newestSchema } from '../storage/migrations/migrate.ts';
import { makeTables } from '../storage/rows/fill.ts';
import { insertLines } from '../storage/rows/insert.ts';
import { type SchemaTables, tablesOfSchema } from '../storage/rows/own-tables.ts';
import { type RowSource, sumOf } from '../storage/rows/rows.ts';
import { setIdCounters, type TableShape } from '../storage/rows/table-structure.ts';
import {
  type BackupHeader,
  type BackupManifest,
  type BackupTable,
  type KeptName,
  MANIFEST,
  shown,
} from './form.ts';
import { indexAllWords } from './index-words.ts';
import { type BackupPart, readBackup } from './read-backup.ts';
import { BackupRefused, type Progress } from './refusal.ts';

/** Files up to this size are handed over in memory. */
const SMALL_BYTES = 256 * 1024;

/** A backup that was read to its end. */
export interface CheckedBackup {
  readonly header: BackupHeader;
  readonly manifest: BackupManifest;
  /** The secret without which the keys in it are worth nothing. */
  readonly secret: Buffer;
}

/** Where a backup is restored to. */
export interface RestoreTarget {
  /** An empty database, in a transaction that whoever began it ends. */
  readonly rows: RowSource;
  readonly fileStore: FileStore;
  /** For files on their way in. */
  readonly workFolder: string;
  /** Keeps what lies beside the database. */
  readonly keep: (name: KeptName, bytes: Buffer) => Promise<void>;
}

/** Reads all of a backup and checks it. @throws BackupRefused for one that is not restored */
export async function checkBackup(path: string, progress: Progress): Promise<CheckedBackup> {
  let [header, manifest, secret]: [BackupHeader?, BackupManifest?, Buffer?] = [];
  let known: SchemaTables | undefined;
  let parts = 0;
  for await (const part of readBackup(path)) {
    progress('checking', ++parts, undefined);
    if (part.kind === 'header') {
      header = part.header;
      if (header.schema > newestSchema)
        throw new BackupRefused('the backup', `a newer version of Parley made it (${header.parley}).`);
      known = await tablesOfSchema(header.schema);
      fittingShapes(header, known.shapes);
    } else if (part.kind === 'manifest') {
      manifest = part.manifest;
      refuseOtherCounters(manifest, known?.counted);
    } else if (part.kind === 'kept' && part.name === 'secret') secret = part.bytes;
  }
  if (!header || !manifest || !secret) throw new BackupRefused('the backup', 'it holds no secret.');
  return { header, manifest, secret };
}

/** Writes a backup that was checked into a place that is empty. */
export async function restoreBackup(
  path: string,
  { header, manifest }: CheckedBackup,
  target: RestoreTarget,
  progress: Progress,
): Promise<void> {
  const shapes = fittingShapes(header, (await makeTables(target.rows, header.schema)).shapes);
  let done = 0;
  for await (const part of readBackup(path)) {
    progress('restoring', ++done, undefined);
    if (part.kind === 'manifest' && JSON.stringify(part.manifest) !== JSON.stringify(manifest))
      throw new BackupRefused('the backup', 'it was changed while it was read.');
    if (part.kind === 'rows') await insert(target.rows, shapeOf(shapes, part.table), part);
    else if (part.kind === 'file') await keepFile(target, part);
    else if (part.kind === 'kept') await target.keep(part.name, part.bytes);
  }
  await setIdCounters(target.rows, new Map(Object.entries(manifest.counters)));
  for (const shape of shapes.values()) {
    progress('comparing', 0, undefined);
    const { rows, sha256 } = await sumOf(target.rows, shape);
    const told = manifest.tables[shape.name];
    if (told?.rows !== rows || told.sha256 !== sha256)
      throw new BackupRefused(`table ${shape.name}`, 'the database does not give back what was put into it.');
  }
  await makeTables(target.rows);
  // What clients wait for goes on at places that the log will have for something else: they begin anew.
  await target.rows.execute('delete from event_queue', []);
  // The backup said of itself that files must stay.
  await target.rows.execute("delete from job_mark where job like 'files-held:%'", []);
  await indexAllWords(target.rows, progress);
}

/** Inserts rows; where they do not fit into their table, that is the backup's fault. */
async function insert(
  target: RowSource,
  shape: TableShape,
  { name, lines }: Extract<BackupPart, { kind: 'rows' }>,
): Promise<void> {
  try {
    await insertLines(target, shape, lines);
  } catch (error) {
    if (!isOfRows(error)) throw error;
    throw new BackupRefused(shown(name), `its rows do not fit into ${shape.name} (${messageOf(error)}).`);
  }
}

/** Whether an engine refused rows: one that is there twice, one that lacks what it needs, one that cannot be read. */
function isOfRows(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  // Of PostgreSQL: integrity constraints, and data that a column does not take.
  return code.startsWith('SQLITE_CONSTRAINT') || code === 'SQLITE_MISMATCH' || /^2[23]...$/.test(code);
}

/** Ids would be given out twice, or a table be numbered that is not. */
function refuseOtherCounters(
  { counters, tables }: BackupManifest,
  counted: ReadonlySet<string> = new Set(),
): void {
  const odd = Object.keys(counters).find((name) => !counted.has(name));
  if (odd !== undefined)
    throw new BackupRefused(shown(MANIFEST), `its table ${odd} gives out no ids on a server of its schema.`);
  const silent = [...counted].find((name) => counters[name] === undefined && (tables[name]?.rows ?? 0) > 0);
  if (silent !== undefined)
    throw new BackupRefused(
      shown(MANIFEST),
      `it does not tell which ids the table ${silent} has given out, and a server would give them out again.`,
    );
}

/** The tables, in whose order of columns the backup stands. Refuses a backup whose tables are others. */
function fittingShapes(
  { tables }: BackupHeader,
  shapes: readonly TableShape[],
): ReadonlyMap<string, TableShape> {
  const of = ({ name, columns }: BackupTable) => JSON.stringify([name, columns]);
  const [told, present] = [new Set(tables.map(of)), new Set(shapes.map(of))];
  const odd = tables.find((table) => !present.has(of(table))) ?? shapes.find((shape) => !told.has(of(shape)));
  if (odd || told.size !== tables.length)
    throw new BackupRefused('the backup', `its table ${odd?.name} is none that a server of its schema has.`);
  return new Map(shapes.map((shape) => [shape.name, shape]));
}

function shapeOf(shapes: ReadonlyMap<string, TableShape>, { name }: BackupTable): TableShape {
  const found = shapes.get(name);
  if (!found) throw new Error(`there is no table ${name}`);
  return found;
}

async function keepFile(
  { fileStore, workFolder }: RestoreTarget,
  { path, size, bytes }: Extract<BackupPart, { kind: 'file' }>,
): Promise<void> {
  const cut = path.lastIndexOf('/');
  const [folder, name] = [path.slice(0, cut), path.slice(cut + 1)];
  if (size <= SMALL_BYTES) {
    const pieces: Uint8Array[] = [];
    for await (const piece of bytes) pieces.push(piece);
    return fileStore.write(folder, [{ name, content: Buffer.concat(pieces) }]);
  }
  const arriving = join(workFolder, 'arriving-file');
  try {
    await pipeline(bytes, createWriteStream(arriving, { mode: 0o600 }));
    await fileStore.write(folder, [{ name, content: { path: arriving, size } }]);
  } finally {
    await rm(arriving, { force: true });
  }
}
