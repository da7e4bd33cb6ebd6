// The form of a backup: a compressed tar file. First what it is, then what is kept beside the database, the rows of all tables as
// lines of JSON, and the files. After at most a thousand entries one follows that says what they hold, and at the end the
// manifest says what all of them hold together. Neither engine's own form is in it, so it is restored on either.

import { isRecord } from '../api-contract/codecs/codec.ts';
import { limits, MEBIBYTE } from '../api-contract/limits.ts';
import { storeFolders } from '../files/file-store.ts';
import type { TableSum } from '../storage/rows/rows.ts';
import type { ColumnShape } from '../storage/rows/table-structure.ts';
import { BackupRefused } from './refusal.ts';

export const FORMAT = 'parley backup';
export const VERSION = 1;
export const HEADER = 'parley-backup.json';
export const MANIFEST = 'manifest.json';
/** Entries that are told of together. */
export const ENTRIES_TOGETHER = 1000;
/** Lines of rows are put together until they have so many bytes. */
export const ROWS_BYTES = MEBIBYTE;

/** What lies in the data directory and is no file of people: what opens the keys in the database, and what calls need. */
export const keptNames = ['secret', 'video-calls.json'] as const;
export type KeptName = (typeof keptNames)[number];

/** What a backup says of itself before all else. */
export interface BackupHeader {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** The version of the program that made it. */
  readonly parley: string;
  readonly engine: string;
  readonly schema: number;
  /** Seconds since 1970. */
  readonly madeAt: number;
  readonly tables: readonly BackupTable[];
}

export interface BackupTable {
  readonly name: string;
  readonly columns: readonly ColumnShape[];
}

/** What a backup holds, told at its end. */
export interface BackupManifest {
  readonly tables: Readonly<Record<string, TableSum>>;
  /** The highest id that each table has given out. */
  readonly counters: Readonly<Record<string, number>>;
  readonly files: { readonly count: number; readonly bytes: number };
  readonly entries: number;
  /** Of all entries that tell of others, one after another. */
  readonly sha256: string;
}

/** What an entry holds: its name, its size and its hash. */
export type EntrySum = readonly [name: string, size: number, sha256: string];

/** What an entry is, by its name. */
export type EntryKind =
  | { readonly kind: 'header' }
  | { readonly kind: 'manifest' }
  | { readonly kind: 'sums' }
  | { readonly kind: 'rows'; readonly table: string }
  | { readonly kind: 'kept'; readonly name: KeptName }
  | { readonly kind: 'file'; readonly path: string };

/** Numbers of entries in names that sort as they count. */
export function rowsName(table: string, number: number): string {
  return `rows/${table}/${String(number).padStart(6, '0')}.jsonl`;
}

export const sumsName = (number: number) => `sums/${String(number).padStart(6, '0')}.json`;
export const keptName = (name: KeptName) => `data/${name}`;
export const fileName = (path: string) => `files/${path}`;

/** What an entry is. Refuses a name that no backup has, above all one that leads elsewhere. */
export function entryKind(name: string): EntryKind {
  if (name === HEADER) return { kind: 'header' };
  if (name === MANIFEST) return { kind: 'manifest' };
  if (/^sums\/\d{6,9}\.json$/.test(name)) return { kind: 'sums' };
  const table = /^rows\/([a-z][a-z0-9_]{0,62})\/\d{6,9}\.jsonl$/.exec(name)?.[1];
  if (table !== undefined) return { kind: 'rows', table };
  const kept = keptNames.find((one) => keptName(one) === name);
  if (kept !== undefined) return { kind: 'kept', name: kept };
  if (name.startsWith('files/')) return { kind: 'file', path: safePath(name) };
  throw new BackupRefused(shown(name), 'no backup holds an entry of this name.');
}

/** A name as it is shown to people, who did not choose it. */
export function shown(name: string): string {
  return `entry ${JSON.stringify(name.slice(0, limits.importPathCharacters))}`;
}

function safePath(name: string): string {
  const path = name.slice('files/'.length);
  const parts = path.split('/');
  if (parts.includes('..')) throw new BackupRefused(shown(name), 'its path leads out of the folder.');
  const isPlain =
    name.length <= limits.importPathCharacters &&
    parts.length > 1 &&
    parts.every((part) => /^[\w-][\w.-]*$/.test(part)) &&
    storeFolders.some((folder) => folder === parts[0]);
  if (!isPlain) throw new BackupRefused(shown(name), 'no file of a server lies at such a path.');
  return path;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z][a-z0-9_]{0,62}$/.test(value);

function parsed(name: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new BackupRefused(shown(name), 'it is not JSON.');
  }
}

/** Reads what a backup says of itself. */
export function readHeader(bytes: Buffer): BackupHeader {
  const value = parsed(HEADER, bytes);
  if (!isRecord(value) || value.format !== FORMAT)
    throw new BackupRefused(shown(HEADER), 'it is of no backup of Parley.');
  if (value.version !== VERSION)
    throw new BackupRefused(shown(HEADER), 'the backup has a form that this version does not know.');
  const { parley, engine, schema, madeAt, tables } = value;
  const isWhole =
    typeof parley === 'string' &&
    typeof engine === 'string' &&
    isCount(schema) &&
    isCount(madeAt) &&
    Array.isArray(tables) &&
    tables.every(isTable);
  if (!isWhole) throw new BackupRefused(shown(HEADER), 'it lacks what the header of a backup says.');
  return { format: FORMAT, version: VERSION, parley, engine, schema, madeAt, tables };
}

function isTable(value: unknown): value is BackupTable {
  if (!isRecord(value) || !isName(value.name) || !Array.isArray(value.columns)) return false;
  return value.columns.every(
    (column) =>
      isRecord(column) && isName(column.name) && (column.kind === 'number' || column.kind === 'text'),
  );
}

/** Reads what a backup says that it holds. */
export function readManifest(bytes: Buffer): BackupManifest {
  const value = parsed(MANIFEST, bytes);
  const refuse = () => new BackupRefused(shown(MANIFEST), 'it lacks what the manifest of a backup says.');
  if (!isRecord(value)) throw refuse();
  const { tables, counters, files, entries, sha256 } = value;
  if (!isRecord(tables) || !isRecord(counters) || !isRecord(files)) throw refuse();
  const sums: Record<string, TableSum> = {};
  for (const [name, sum] of Object.entries(tables)) {
    if (!isName(name) || !isRecord(sum) || !isCount(sum.rows) || !isHash(sum.sha256)) throw refuse();
    sums[name] = { rows: sum.rows, sha256: sum.sha256 };
  }
  const given: Record<string, number> = {};
  for (const [name, highest] of Object.entries(counters)) {
    if (!isName(name) || !isCount(highest)) throw refuse();
    given[name] = highest;
  }
  const { count, bytes: size } = files;
  if (!isCount(count) || !isCount(size) || !isCount(entries) || !isHash(sha256)) throw refuse();
  return { tables: sums, counters: given, files: { count, bytes: size }, entries, sha256 };
}

/** Reads what some entries hold. */
export function readSums(name: string, bytes: Buffer): EntrySum[] {
  const value = parsed(name, bytes);
  const isSum = (one: unknown): one is EntrySum =>
    Array.isArray(one) && typeof one[0] === 'string' && isCount(one[1]) && isHash(one[2]);
  if (!Array.isArray(value) || !value.every(isSum))
    throw new BackupRefused(shown(name), 'it does not tell what entries hold.');
  return value;
}
