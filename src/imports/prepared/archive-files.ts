// Stores references to archive files in JSON by name, because the folder that contains them differs after an
// interruption.

import { isRecord } from '../../api-contract/codec.ts';
import type { ArchiveFile } from '../archive/archive-folder.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';

function isArchiveFile(value: unknown): value is ArchiveFile {
  return isRecord(value) && typeof value.path === 'string' && typeof value.size === 'number';
}

/** Serializes a value; archive files in it are replaced with their names. */
export function serializeWithFiles(value: unknown): string {
  return JSON.stringify(value, (_, value: unknown) =>
    isArchiveFile(value) ? { inArchive: value.name } : value,
  );
}

/** Parses JSON written by `serializeWithFiles`. @throws InvalidArchiveError if a file is missing */
export function parseWithFiles<T>(text: string, files: ReadonlyMap<string, ArchiveFile>): T {
  return JSON.parse(text, (_, value: unknown) => {
    if (!isRecord(value) || typeof value.inArchive !== 'string') return value;
    const file = files.get(value.inArchive);
    if (!file) throw new InvalidArchiveError(value.inArchive, 'it is missing from the archive.');
    return file;
  });
}
