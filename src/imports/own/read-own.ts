// Reads the part of a Parley export that is a whole organization, from an unpacked archive.

import { limits } from '../../api-contract/limits.ts';
import { readSums } from '../../archives/archive-documents.ts';
import { entryLabel, headerName, manifestName, type ReadableFormat } from '../../archives/archive-format.ts';
import { type ArchiveEntry, type ArchivePart, contentOf, readArchive } from '../../archives/read-archive.ts';
import { type PortableDetails, portableFormat } from '../../model/exports/portable-archive.ts';
import type { ColumnStructure } from '../../storage/rows/table-structure.ts';
import { type ArchiveFile, type ArchiveFolder, fileChunks } from '../archive/archive-folder.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import { orFirstVersion } from './first-version.ts';

type OwnFormat = ReadableFormat<PortableDetails>;

/** Columns with names, which are indexed. */
const NAME_COLUMN = /^(?:full_name|name|email|topic_name|.*_name|(?!direct).*_key)$/;
const presentFormat: OwnFormat = {
  ...portableFormat,
  errorAt: (...args) => new InvalidArchiveError(...args),
  problemIn,
};
const HEADER = headerName(presentFormat);

/** Whether an archive is a Parley export, complete or not. */
export function isOwn({ files }: ArchiveFolder): boolean {
  return (
    files.has(HEADER) || ['organization.json', 'users.json', 'channels.json'].every((name) => files.has(name))
  );
}

/** The parts of an export. @throws InvalidArchiveError if it is invalid or contains less than a whole organization */
export async function* readOwn(folder: ArchiveFolder): AsyncGenerator<ArchivePart<PortableDetails, never>> {
  if (!folder.files.has(HEADER))
    throw new InvalidArchiveError(
      'the archive',
      'this Parley export contains only part of an organization. Create a full one with "organization export --type full_without_consent".',
    );
  const header = await contentOf(presentFormat, entryOf(folder.file(HEADER)));
  const format = await orFirstVersion(presentFormat, header);
  yield* readArchive(format, entriesOf(folder, format));
}

function entryOf(file: ArchiveFile): ArchiveEntry {
  return { name: file.name, size: file.size, body: fileChunks(file) };
}

/** The entries in the order in which they were written, which the lists of sums show. */
async function* entriesOf(folder: ArchiveFolder, format: OwnFormat): AsyncGenerator<ArchiveEntry> {
  const listedNames = new Set<string>();
  const entry = (name: string) => {
    listedNames.add(name);
    return entryOf(folder.file(name));
  };
  yield entry(HEADER);
  // An earlier version lists files only.
  if (format.earlier) for (const { name } of folder.filesMatching(/^parley\/rows\//)) yield entry(name);
  for (const list of folder.filesMatching(/^parley\/sums\//)) {
    const sums = readSums(format, list.name, await contentOf(format, entryOf(list)));
    for (const [name] of sums) if (name !== HEADER) yield entry(name);
    yield entry(list.name);
  }
  yield entry(manifestName(format));
  const other = folder.filesMatching(/^parley\//).find(({ name }) => !listedNames.has(name));
  if (other) throw format.errorAt(entryLabel(other.name), 'Parley exports do not contain this file.');
}

/**
 * Values that at least one engine would refuse. Checked here, because the target's engine would only refuse them
 * halfway through the import.
 */
function problemIn(row: readonly unknown[], columns: readonly ColumnStructure[]): string | undefined {
  for (const [at, value] of row.entries()) {
    if (typeof value !== 'string') continue;
    const name = columns[at]?.name ?? '';
    if (value.includes('\0')) return `"${name}" contains the character U+0000.`;
    if (NAME_COLUMN.test(name) && value.length > limits.importedNameCharacters)
      return `"${name}" is too long.`;
  }
  return undefined;
}
