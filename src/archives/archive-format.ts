// The format of the archives with rows and files that Parley writes: a header, single files, the rows of tables
// as lines of JSON, and files of the store. At least every thousand entries a list of their sums follows, and the
// manifest at the end covers all of them. An `ArchiveFormat` describes how the kinds of archives differ.

import type { Codec } from '../api-contract/codec.ts';
import { limits } from '../api-contract/limits.ts';
import type { TableSum } from '../storage/rows/rows.ts';
import type { ColumnStructure } from '../storage/rows/table-structure.ts';

/** A kind of archive. `Details` are the fields of its header besides the tables; `DataFile` names its single files. */
export interface ArchiveFormat<Details extends object, DataFile extends string = never> {
  /** The name of such archives in errors: `backup`. */
  readonly title: string;
  /** Identifies the kind in the header. */
  readonly format: string;
  readonly version: number;
  /** The prefix of all entry names: empty, or a folder with a slash. */
  readonly prefix: string;
  /** The name of the header, without the prefix. */
  readonly header: string;
  readonly details: Codec<Details>;
  /** The names of single files in `data/`. */
  readonly dataFiles: readonly DataFile[];
  /** Whether a path below `files/` is one that the archive may have. */
  readonly isFilePath: (path: string) => boolean;
}

/** A kind of archive that is read. */
export interface ReadableFormat<Details extends object, DataFile extends string = never>
  extends ArchiveFormat<Details, DataFile> {
  /** The error for an archive that is refused. `location` names an entry and the position in it. */
  readonly errorAt: (location: string, reason: string, options?: ErrorOptions) => Error;
  /** Why a row that fits its table is refused; undefined for a valid row. */
  readonly problemIn?: (row: readonly unknown[], columns: readonly ColumnStructure[]) => string | undefined;
  /** The differences of an earlier version; undefined for the current one. */
  readonly earlier?: EarlierVersion;
}

/** The properties of a format that names of entries depend on. */
type Names = Pick<ArchiveFormat<object>, 'prefix' | 'header'>;

/** How an earlier version differs. Its documents are decoded to those of the current version. */
export interface EarlierVersion {
  /** Whether the lists of sums cover nothing but files of the store. */
  readonly sumsCoverFilesOnly: boolean;
  readonly header: Codec<CommonHeader>;
  /** @throws SyntaxError */
  readonly parseSums: (text: string) => unknown;
  readonly manifest: Codec<ArchiveManifest>;
}

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
  /** Each line of rows has the values in this order. */
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

/** The meaning of an entry, by its name. */
export type EntryKind<DataFile extends string> =
  | { readonly kind: 'header' | 'manifest' | 'sums' }
  | { readonly kind: 'rows'; readonly table: string }
  | { readonly kind: 'data file'; readonly name: DataFile }
  | { readonly kind: 'file'; readonly path: string };

/** The padded number makes names sort in order. */
const padded = (number: number) => String(number).padStart(6, '0');

export const headerName = ({ prefix, header }: Names) => `${prefix}${header}`;
export const manifestName = ({ prefix }: Names) => `${prefix}manifest.json`;
export const dataFileName = ({ prefix }: Names, name: string) => `${prefix}data/${name}`;
export const fileName = ({ prefix }: Names, path: string) => `${prefix}files/${path}`;
/** The name of a numbered piece of a table's rows. */
export const rowsName = ({ prefix }: Names, table: string, number: number) =>
  `${prefix}rows/${table}/${padded(number)}.jsonl`;
/** The name of a numbered list of sums. */
export const sumsName = ({ prefix }: Names, number: number) => `${prefix}sums/${padded(number)}.json`;

const SUMS = /^sums\/\d{6,9}\.jsonl?$/;
const ROWS = /^rows\/([a-z][a-z0-9_]{0,62})\/\d{6,9}\.jsonl$/;
const FILES = 'files/';

/** The kind of an entry. @throws the format's error for a name that no archive contains, above all a path that leads outside */
export function entryKind<DataFile extends string>(
  format: ReadableFormat<object, DataFile>,
  name: string,
): EntryKind<DataFile> {
  const { prefix, errorAt, dataFiles, isFilePath } = format;
  if (name === headerName(format)) return { kind: 'header' };
  if (name === manifestName(format)) return { kind: 'manifest' };
  const own = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  if (SUMS.test(own)) return { kind: 'sums' };
  const table = ROWS.exec(own)?.[1];
  if (table !== undefined) return { kind: 'rows', table };
  const dataFile = dataFiles.find((one) => dataFileName(format, one) === name);
  if (dataFile !== undefined) return { kind: 'data file', name: dataFile };
  if (!own.startsWith(FILES)) throw errorAt(entryLabel(name), 'unknown entry name.');
  const path = own.slice(FILES.length);
  if (path.split('/').includes('..')) throw errorAt(entryLabel(name), 'the path leads out of the folder.');
  if (name.length > limits.importPathCharacters || !isFilePath(path))
    throw errorAt(entryLabel(name), 'invalid file path.');
  return { kind: 'file', path };
}

/** A label for an entry in errors; the name is untrusted. */
export function entryLabel(name: string): string {
  return `entry ${JSON.stringify(name.slice(0, limits.importPathCharacters))}`;
}
