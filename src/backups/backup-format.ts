// The format of a backup: a compressed tar file with a header, the data directory's own files, the rows of
// all tables as lines of JSON, and uploaded files. At least every thousand entries a list of their sums
// follows, and the manifest at the end covers all of them. The format is independent of the engine, so a
// backup can be restored to either.

import {
  anyJson,
  type Codec,
  count,
  decodeDocument,
  decodedOrUndefined,
  exactly,
  jsonText,
  list,
  mapOf,
  matchingText,
  oneOf,
  optional,
  record,
  tuple,
} from '../api-contract/codec.ts';
import { limits, MEBIBYTE } from '../api-contract/limits.ts';
import { storeFolders } from '../files/file-store.ts';
import type { TableSum } from '../storage/rows/rows.ts';
import type { ColumnStructure } from '../storage/rows/table-structure.ts';
import { BackupError } from './backup-error.ts';

export const FORMAT = 'parley backup';
export const VERSION = 1;
export const HEADER = 'parley-backup.json';
export const MANIFEST = 'manifest.json';
/** How many entries one list of sums covers. */
export const ENTRIES_PER_SUMS = 1000;
/** An entry of rows is written once it has this many bytes. */
export const ROWS_BYTES = MEBIBYTE;

/**
 * Files of the data directory that are not uploads: the secret that unseals keys in the database, and the
 * configuration of calls.
 */
export const dataFileNames = ['secret', 'video-calls.json'] as const;
export type DataFileName = (typeof dataFileNames)[number];

/** The first entry of a backup. */
export interface BackupHeader {
  readonly format: typeof FORMAT;
  readonly version: number;
  /** The version of the program that wrote the backup. */
  readonly parley: string;
  readonly engine: string;
  readonly schema: number;
  /** Seconds since 1970. */
  readonly madeAt: number;
  readonly tables: readonly BackupTable[];
}

export interface BackupTable {
  readonly name: string;
  readonly columns: readonly ColumnStructure[];
}

/** The last entry of a backup. */
export interface BackupManifest {
  readonly tables: Readonly<Record<string, TableSum>>;
  /** The highest id that each table has assigned. */
  readonly counters: Readonly<Record<string, number>>;
  readonly files: { readonly count: number; readonly bytes: number };
  readonly entries: number;
  /** The hash of all lists of sums, in order. */
  readonly sha256: string;
}

export type EntrySum = readonly [name: string, size: number, sha256: string];

/** The meaning of an entry, by its name. */
export type EntryKind =
  | { readonly kind: 'header' }
  | { readonly kind: 'manifest' }
  | { readonly kind: 'sums' }
  | { readonly kind: 'rows'; readonly table: string }
  | { readonly kind: 'data file'; readonly name: DataFileName }
  | { readonly kind: 'file'; readonly path: string };

/** The name of an entry of rows; the padded number makes names sort in order. */
export function rowsEntryName(table: string, number: number): string {
  return `rows/${table}/${String(number).padStart(6, '0')}.jsonl`;
}

export const sumsEntryName = (number: number) => `sums/${String(number).padStart(6, '0')}.json`;
export const dataFileEntryName = (name: DataFileName) => `data/${name}`;
export const fileEntryName = (path: string) => `files/${path}`;

/** The kind of an entry. @throws BackupError for a name that no backup contains, above all a path that leads outside */
export function entryKind(name: string): EntryKind {
  if (name === HEADER) return { kind: 'header' };
  if (name === MANIFEST) return { kind: 'manifest' };
  if (/^sums\/\d{6,9}\.json$/.test(name)) return { kind: 'sums' };
  const table = /^rows\/([a-z][a-z0-9_]{0,62})\/\d{6,9}\.jsonl$/.exec(name)?.[1];
  if (table !== undefined) return { kind: 'rows', table };
  const dataFileName = dataFileNames.find((fileName) => dataFileEntryName(fileName) === name);
  if (dataFileName !== undefined) return { kind: 'data file', name: dataFileName };
  if (name.startsWith('files/')) return { kind: 'file', path: safePath(name) };
  throw new BackupError(entryLabel(name), 'unknown entry name.');
}

/** A label for an entry in errors; the name is untrusted. */
export function entryLabel(name: string): string {
  return `entry ${JSON.stringify(name.slice(0, limits.importPathCharacters))}`;
}

function safePath(name: string): string {
  const path = name.slice('files/'.length);
  const parts = path.split('/');
  if (parts.includes('..')) throw new BackupError(entryLabel(name), 'the path leads out of the folder.');
  const isPlain =
    name.length <= limits.importPathCharacters &&
    parts.length > 1 &&
    parts.every((part) => /^[\w-][\w.-]*$/.test(part)) &&
    storeFolders.some((folder) => folder === parts[0]);
  if (!isPlain) throw new BackupError(entryLabel(name), 'invalid file path.');
  return path;
}

const hash = matchingText(/^[0-9a-f]{64}$/, 'a SHA-256 hash');
const sqlName = matchingText(/^[a-z][a-z0-9_]{0,62}$/, 'a name');

/** What identifies a backup, whatever the version of its format. */
const identification = record({ format: exactly(FORMAT), version: optional(anyJson) });

const header: Codec<BackupHeader> = record({
  format: exactly(FORMAT),
  version: exactly(VERSION),
  parley: jsonText,
  engine: jsonText,
  schema: count,
  madeAt: count,
  tables: list(
    record({ name: sqlName, columns: list(record({ name: sqlName, kind: oneOf('number', 'text') })) }),
  ),
});

const manifest: Codec<BackupManifest> = record({
  tables: mapOf(record({ rows: count, sha256: hash }), undefined, sqlName),
  counters: mapOf(count, undefined, sqlName),
  files: record({ count, bytes: count }),
  entries: count,
  sha256: hash,
});

const sums: Codec<readonly EntrySum[]> = list(tuple(jsonText, count, hash), ENTRIES_PER_SUMS);

function parseEntry(name: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new BackupError(entryLabel(name), 'not valid JSON.', { cause });
  }
}

/** @throws BackupError that names the first missing or invalid field */
function decodeEntry<T>(name: string, codec: Codec<T>, value: unknown): T {
  return decodeDocument(
    codec,
    value,
    ({ description }) =>
      new BackupError(entryLabel(name), `required fields are missing or invalid (${description}).`),
  );
}

/** Parses the header. @throws BackupError */
export function readHeader(bytes: Buffer): BackupHeader {
  const value = parseEntry(HEADER, bytes);
  const identified = decodedOrUndefined(identification, value);
  if (!identified) throw new BackupError(entryLabel(HEADER), 'not a Parley backup.');
  if (identified.version !== VERSION)
    throw new BackupError(
      entryLabel(HEADER),
      'this version does not support the format of the backup. Update Parley.',
    );
  return decodeEntry(HEADER, header, value);
}

/** Parses the manifest. @throws BackupError */
export function readManifest(bytes: Buffer): BackupManifest {
  return decodeEntry(MANIFEST, manifest, parseEntry(MANIFEST, bytes));
}

/** Parses a list of sums. @throws BackupError */
export function readSums(name: string, bytes: Buffer): readonly EntrySum[] {
  return decodeEntry(name, sums, parseEntry(name, bytes));
}
