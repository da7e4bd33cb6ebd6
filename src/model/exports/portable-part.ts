// The part of a full export that another Parley server can import, in `parley/` in the archive: a header, the
// rows of every portable table as lines of JSON, the files as the store has them, and at the end a manifest
// with checksums.

import type { TableSum } from '../../storage/rows/rows.ts';

export const PORTABLE_FORMAT = 'parley organization';
export const PORTABLE_VERSION = 1;
export const PORTABLE_HEADER = 'parley/organization.json';
export const PORTABLE_MANIFEST = 'parley/manifest.json';
const FILES = 'parley/files/';

/** The first entry, which describes the part. */
export interface PortableHeader {
  readonly format: typeof PORTABLE_FORMAT;
  readonly version: number;
  /** The version of Parley that made it. */
  readonly parley: string;
  readonly schema: number;
  /** Seconds since 1970. */
  readonly made_at: number;
  readonly organization_id: number;
  /** In alphabetical order. A line of rows has the values in the order of the columns. */
  readonly tables: readonly PortableTable[];
  /** What is not included and why, by table or by table and column. */
  readonly left_out: Readonly<Record<string, string>>;
}

export interface PortableTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The totals of the part, written at its end. */
export interface PortableManifest {
  readonly tables: Readonly<Record<string, TableSum>>;
  readonly files: { readonly count: number; readonly bytes: number };
  /** Of the lines that describe files. */
  readonly sums: TableSum;
}

/** What a line states about a file: path, size in bytes and hash. */
export type FileChecksum = readonly [path: string, size: number, sha256: string];

const padded = (number: number) => String(number).padStart(6, '0');

/** The name of one numbered chunk of a table's rows. */
export function portableRowsName(table: string, number: number): string {
  return `parley/rows/${table}/${padded(number)}.jsonl`;
}

/** The name of one numbered chunk of the lines that describe files. */
export function portableSumsName(number: number): string {
  return `parley/sums/${padded(number)}.jsonl`;
}

/** What an entry of the part contains, according to its name; undefined for a name that the part cannot have. */
export function portableEntry(
  name: string,
): { readonly table: string } | { readonly path: string } | 'sums' | 'metadata' | undefined {
  if (name === PORTABLE_HEADER || name === PORTABLE_MANIFEST) return 'metadata';
  if (/^parley\/sums\/\d{6,9}\.jsonl$/.test(name)) return 'sums';
  const table = /^parley\/rows\/([a-z][a-z0-9_]{0,62})\/\d{6,9}\.jsonl$/.exec(name)?.[1];
  if (table !== undefined) return { table };
  if (!name.startsWith(FILES)) return undefined;
  const path = name.slice(FILES.length);
  return isStorePath(path) ? { path } : undefined;
}

/** The name in the archive of a file of the store: its path without the organization, whose id may change. */
export function portableFileName(path: string): string {
  const [folder, , ...rest] = path.split('/');
  return `${FILES}${[folder, ...rest].join('/')}`;
}

/** The place in an organization's store for a file of the archive. */
export function storePathOf(path: string, organizationId: number): { folder: string; name: string } {
  const [first = '', ...rest] = path.split('/');
  const name = rest.pop() ?? '';
  return { folder: [first, organizationId, ...rest].join('/'), name };
}

/** The folders of a store with an organization's data that moves with it. */
export const portableFolders = ['avatars', 'emoji', 'organization', 'uploads'] as const;

const PATHS = [
  /^avatars\/[0-9a-f]{40}\/(?:small|medium)\.png$/,
  /^emoji\/(?:still\/)?[0-9a-f]{24}\.[a-z]{3,4}$/,
  /^organization\/(?:icon|logo|night_logo)-\d{1,15}$/,
  /^uploads\/[0-9a-f]{2}\/[A-Za-z0-9_-]{24}\/(?:original|\d{1,6}x\d{1,6}(?:-anim)?\.webp)$/,
];

/** Whether a path in the archive is one that a store has; any other path could lead outside of it. */
export function isStorePath(path: string): boolean {
  return PATHS.some((pattern) => pattern.test(path));
}
