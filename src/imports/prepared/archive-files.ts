// Files of an archive within JSON that is stored: by their names, as the folder around them is another one after an
// interruption.

import { isRecord } from '../../api-contract/codec.ts';
import type { ArchiveFile } from '../archive/archive-folder.ts';
import { ArchiveRefused } from '../archive/refusal.ts';

function isArchiveFile(value: unknown): value is ArchiveFile {
  return isRecord(value) && typeof value.path === 'string' && typeof value.size === 'number';
}

/** JSON of a value in which files are named. */
export function toStored(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (isArchiveFile(one) ? { inArchive: one.name } : one));
}

/** The value of such JSON; refuses where a file is gone. */
export function fromStored<T>(text: string, files: ReadonlyMap<string, ArchiveFile>): T {
  return JSON.parse(text, (_, one: unknown) => {
    if (!isRecord(one) || typeof one.inArchive !== 'string') return one;
    const file = files.get(one.inArchive);
    if (!file) throw new ArchiveRefused(one.inArchive, 'it is missing from the archive.');
    return file;
  });
}
