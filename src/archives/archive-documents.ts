// The JSON documents of an archive: its header, lists of sums, and manifest.

import {
  anyJson,
  type Codec,
  count,
  decodeDocument,
  decodedOrUndefined,
  exactly,
  ifValid,
  jsonText,
  list,
  mapOf,
  matchingText,
  oneOf,
  optional,
  record,
  tuple,
} from '../api-contract/codec.ts';
import { newestSchema } from '../storage/migrations/migrate.ts';
import type { TableSum } from '../storage/rows/rows.ts';
import type { ColumnStructure } from '../storage/rows/table-structure.ts';
import {
  type AnyFormat,
  type ArchiveFormat,
  entryLabel,
  headerName,
  manifestName,
} from './archive-format.ts';

/** How many entries one list of sums covers. */
export const ENTRIES_PER_SUMS = 1000;

/** The first entry. */
export type ArchiveHeader<Details extends object> = CommonHeader & Details;

export interface CommonHeader {
  readonly format: string;
  readonly version: number;
  /** The version of Parley that wrote the archive. */
  readonly parley: string;
  readonly schema: number;
  readonly tables: readonly ArchiveTable[];
}

export interface ArchiveTable {
  readonly name: string;
  /** A line of rows has the values in this order. */
  readonly columns: readonly ColumnStructure[];
}

/** The last entry. */
export interface ArchiveManifest {
  readonly tables: Readonly<Record<string, TableSum>>;
  /** The highest id that each table has assigned, in an archive of a whole database. */
  readonly counters?: Readonly<Record<string, number>>;
  readonly files: { readonly count: number; readonly bytes: number };
  readonly entries: number;
  /** The hash of all lists of sums, in order. */
  readonly sha256: string;
}

/** The name of an entry, its size in bytes, and the hash of its content. */
export type EntrySum = readonly [name: string, size: number, sha256: string];

const hash = matchingText(/^[0-9a-f]{64}$/, 'a SHA-256 hash');
const sqlName = matchingText(/^[a-z][a-z0-9_]{0,62}$/, 'a name');

const commonHeader: Codec<CommonHeader> = record({
  format: jsonText,
  version: count,
  parley: jsonText,
  schema: count,
  tables: list(
    record({ name: sqlName, columns: list(record({ name: sqlName, kind: oneOf('number', 'text') })) }),
  ),
});

const manifest: Codec<ArchiveManifest> = record({
  tables: mapOf(record({ rows: count, sha256: hash }), undefined, sqlName),
  counters: optional(mapOf(count, undefined, sqlName)),
  files: record({ count, bytes: count }),
  entries: count,
  sha256: hash,
});

const sums: Codec<readonly EntrySum[]> = list(tuple(jsonText, count, hash), ENTRIES_PER_SUMS);

/** Of a version in an error. */
const SHOWN_CHARACTERS = 40;

/** Parses a header. @throws the format's error, also for an archive of a newer version */
export function readHeader<Details extends object>(
  format: ArchiveFormat<Details, string>,
  bytes: Buffer,
): ArchiveHeader<Details> {
  const { title, version, refuse, earlier } = format;
  const name = headerName(format);
  const value = parsed(format, name, bytes);
  const identified = decodedOrUndefined(
    // What identifies an archive, whatever the version of its format.
    record({
      format: exactly(format.format),
      version: optional(anyJson),
      schema: ifValid(count),
      parley: ifValid(jsonText),
    }),
    value,
  );
  if (!identified) throw refuse(entryLabel(name), `not a Parley ${title}.`);
  const { schema = 0, parley = 'unknown' } = identified;
  if (identified.version !== version || schema > newestSchema)
    throw refuse(
      `the ${title}`,
      `made by a newer version of Parley (${parley.slice(0, SHOWN_CHARACTERS)}). Update Parley first.`,
    );
  const present = earlier ? earlier.header(value) : value;
  const header = {
    ...decoded(format, name, commonHeader, present),
    ...decoded(format, name, format.details, present),
  };
  if (new Set(header.tables.map((table) => table.name)).size < header.tables.length)
    throw refuse(entryLabel(name), 'it lists a table twice.');
  return header;
}

/** Parses a manifest. @throws the format's error */
export function readManifest(format: AnyFormat, bytes: Buffer): ArchiveManifest {
  const name = manifestName(format);
  const value = parsed(format, name, bytes);
  return decoded(format, name, manifest, format.earlier ? format.earlier.manifest(value) : value);
}

/** Parses a list of sums. @throws the format's error */
export function readSums(format: AnyFormat, name: string, bytes: Buffer): readonly EntrySum[] {
  return decoded(format, name, sums, parsed(format, name, bytes, format.earlier?.sums));
}

function parsed({ refuse }: AnyFormat, name: string, bytes: Buffer, parse = JSON.parse as Parse): unknown {
  try {
    return parse(bytes.toString('utf8'));
  } catch (cause) {
    throw refuse(entryLabel(name), 'not valid JSON.', { cause });
  }
}

type Parse = (text: string) => unknown;

/** @throws the format's error, which names the first missing or invalid field */
function decoded<T>({ refuse }: AnyFormat, name: string, codec: Codec<T>, value: unknown): T {
  return decodeDocument(codec, value, ({ description }) =>
    refuse(entryLabel(name), `required fields are missing or invalid (${description}).`),
  );
}
