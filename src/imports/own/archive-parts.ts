// Reads the header, manifest and lines of a Parley archive.

import { readFile } from 'node:fs/promises';
import { isRecord } from '../../api-contract/codec.ts';
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

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isTableName = (value: unknown) => typeof value === 'string' && /^[a-z][a-z0-9_]{0,62}$/.test(value);

async function recordIn(folder: ArchiveFolder, name: string): Promise<Readonly<Record<string, unknown>>> {
  const file = folder.file(name);
  if (file.size > limits.importRowBytes)
    throw new InvalidArchiveError(name, `it exceeds the limit of ${limits.importRowBytes} bytes.`);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file.path, 'utf8'));
  } catch {
    throw new InvalidArchiveError(name, 'it is not valid JSON.');
  }
  if (!isRecord(value)) throw new InvalidArchiveError(name, 'it is not an object.');
  return value;
}

/**
 * The archive's header. @throws InvalidArchiveError if the archive is less than an organization, or from a newer version
 */
export async function readOwnHeader(folder: ArchiveFolder): Promise<PortableHeader> {
  if (!folder.files.has(PORTABLE_HEADER))
    throw new InvalidArchiveError(
      'the archive',
      'this Parley export contains only part of an organization. Create a full one with "organization export --type full_without_consent".',
    );
  const header = await recordIn(folder, PORTABLE_HEADER);
  const refuse = (reason: string) => new InvalidArchiveError(PORTABLE_HEADER, reason);
  if (header.format !== PORTABLE_FORMAT) throw refuse('it is not the header of a Parley export.');
  const isNewer = !isCount(header.schema) || header.schema > newestSchema;
  if (header.version !== PORTABLE_VERSION || isNewer)
    throw refuse(`it was created by a newer version of Parley (${String(header.parley).slice(0, 40)}).`);
  const { tables } = header;
  const areTables =
    Array.isArray(tables) &&
    tables.length < 1000 &&
    tables.every(
      (table) =>
        isRecord(table) &&
        isTableName(table.name) &&
        Array.isArray(table.columns) &&
        table.columns.length < 1000 &&
        table.columns.every(isTableName),
    );
  if (!areTables || Number(header.schema) < 1 || !isCount(header.organization_id))
    throw refuse('it does not list tables.');
  return header as unknown as PortableHeader;
}

const isSum = (value: unknown): value is TableSum =>
  isRecord(value) && isCount(value.rows) && typeof value.sha256 === 'string';

export async function readOwnManifest(folder: ArchiveFolder): Promise<PortableManifest> {
  const manifest = await recordIn(folder, PORTABLE_MANIFEST);
  const { tables, files, sums } = manifest;
  const fits =
    isRecord(tables) &&
    Object.values(tables).every(isSum) &&
    isRecord(files) &&
    isCount(files.count) &&
    isCount(files.bytes) &&
    isSum(sums);
  if (!fits)
    throw new InvalidArchiveError(PORTABLE_MANIFEST, 'it does not list the contents of the archive.');
  return manifest as unknown as PortableManifest;
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
    if (kind === 'told' || kind === 'sums') continue;
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
