// Reads the header, manifest and lines of a Parley archive.

import { readFile } from 'node:fs/promises';
import {
  anyJson,
  type Codec,
  count,
  type DecodingError,
  decodeDocument,
  decodedOrUndefined,
  exactly,
  ifValid,
  jsonText,
  list,
  mapOf,
  matchingText,
  optional,
  record,
} from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import {
  PORTABLE_FORMAT,
  PORTABLE_HEADER,
  PORTABLE_MANIFEST,
  PORTABLE_VERSION,
  type PortableHeader,
  type PortableManifest,
  portableEntry,
} from '../../model/exports/portable-part.ts';
import { newestSchema } from '../../storage/migrations/migrate.ts';
import { type TableSum, TableSummer } from '../../storage/rows/rows.ts';
import type { ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import { linesOf } from '../archive/line-rows.ts';

/** Whether an archive is a Parley export, complete or not. */
export function isOwn({ files }: ArchiveFolder): boolean {
  return (
    files.has(PORTABLE_HEADER) ||
    ['organization.json', 'users.json', 'channels.json'].every((name) => files.has(name))
  );
}

const MOST_NAMES = 1000;
const sqlName = matchingText(/^[a-z][a-z0-9_]{0,62}$/, 'a name');
const tableSum = record({ rows: count, sha256: jsonText });

/** What identifies an export, whatever the version of its format. */
const identification = record({
  format: exactly(PORTABLE_FORMAT),
  version: optional(anyJson),
  schema: ifValid(count),
  parley: optional(anyJson),
});

/** What an import uses of the header. */
export type UsedHeader = Pick<PortableHeader, 'schema' | 'organization_id' | 'tables'>;

const header: Codec<UsedHeader> = record({
  schema: count,
  organization_id: count,
  tables: list(record({ name: sqlName, columns: list(sqlName, MOST_NAMES) }), MOST_NAMES),
});

const manifest: Codec<PortableManifest> = record({
  tables: mapOf(tableSum),
  files: record({ count, bytes: count }),
  sums: tableSum,
});

/** The JSON of a small file. @throws InvalidArchiveError */
async function jsonIn(folder: ArchiveFolder, name: string): Promise<unknown> {
  const file = folder.file(name);
  if (file.size > limits.importRowBytes)
    throw new InvalidArchiveError(name, `it exceeds the limit of ${limits.importRowBytes} bytes.`);
  try {
    return JSON.parse(await readFile(file.path, 'utf8'));
  } catch {
    throw new InvalidArchiveError(name, 'it is not valid JSON.');
  }
}

/**
 * The archive's header. @throws InvalidArchiveError if the archive is less than an organization, or from a newer version
 */
export async function readOwnHeader(folder: ArchiveFolder): Promise<UsedHeader> {
  if (!folder.files.has(PORTABLE_HEADER))
    throw new InvalidArchiveError(
      'the archive',
      'this Parley export contains only part of an organization. Create a full one with "organization export --type full_without_consent".',
    );
  const value = await jsonIn(folder, PORTABLE_HEADER);
  const refuse = (reason: string) => new InvalidArchiveError(PORTABLE_HEADER, reason);
  const identified = decodedOrUndefined(identification, value);
  if (!identified) throw refuse('it is not the header of a Parley export.');
  const { version, schema = Number.POSITIVE_INFINITY, parley } = identified;
  if (version !== PORTABLE_VERSION || schema > newestSchema)
    throw refuse(`it was created by a newer version of Parley (${String(parley).slice(0, 40)}).`);
  const decoded = decodeDocument(header, value, ({ description }) =>
    refuse(`it does not list tables (${description}).`),
  );
  if (decoded.schema < 1) throw refuse('it does not list tables (schema: is too small).');
  return decoded;
}

export async function readOwnManifest(folder: ArchiveFolder): Promise<PortableManifest> {
  const refuse = ({ description }: DecodingError) =>
    new InvalidArchiveError(
      PORTABLE_MANIFEST,
      `it does not list the contents of the archive (${description}).`,
    );
  return decodeDocument(manifest, await jsonIn(folder, PORTABLE_MANIFEST), refuse);
}

/** The files with rows and the uploaded files of an archive. @throws InvalidArchiveError for any other entry */
export function ownEntries(folder: ArchiveFolder): {
  readonly rows: ReadonlyMap<string, readonly ArchiveFile[]>;
  readonly files: ReadonlyMap<string, ArchiveFile>;
} {
  const rows = new Map<string, ArchiveFile[]>();
  const files = new Map<string, ArchiveFile>();
  // The files of one table differ only in their numbers.
  for (const file of folder.filesMatching(/^parley\//)) {
    const kind = portableEntry(file.name);
    if (kind === undefined)
      throw new InvalidArchiveError(file.name, 'Parley exports do not contain this file.');
    if (kind === 'metadata' || kind === 'sums') continue;
    if ('path' in kind) files.set(kind.path, file);
    else {
      const tableFiles = rows.get(kind.table);
      if (tableFiles) tableFiles.push(file);
      else rows.set(kind.table, [file]);
    }
  }
  return { rows, files };
}

/** A line with its position. */
export interface PositionedLine {
  readonly text: string;
  readonly position: () => string;
}

/** The lines of several entries. @throws InvalidArchiveError at the end if they do not match the manifest */
export async function* verifiedLines(
  entries: readonly ArchiveFile[],
  expected: TableSum | undefined,
  what: string,
): AsyncGenerator<PositionedLine> {
  const summer = new TableSummer();
  for (const file of entries) {
    for await (const [number, line] of linesOf(file)) {
      const text = line.toString('utf8');
      summer.add(text);
      yield { text, position: () => `${file.name}, line ${number}` };
    }
  }
  const { rows, sha256 } = summer.end();
  if (rows !== expected?.rows)
    throw new InvalidArchiveError(
      what,
      `it has ${rows} lines, but ${PORTABLE_MANIFEST} lists ${expected?.rows ?? 'none'}.`,
    );
  if (sha256 !== expected.sha256)
    throw new InvalidArchiveError(what, `its lines do not match ${PORTABLE_MANIFEST}.`);
}
