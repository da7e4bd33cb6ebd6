// Reads the beginning of a file, to recognize its format.

import { closeSync, openSync, readSync } from 'node:fs';
import type { ArchiveFile } from './archive-folder.ts';

/** The first bytes of a file, at most `length`. */
export function firstBytes({ path }: Pick<ArchiveFile, 'path'>, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const file = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, length, 0));
  } finally {
    closeSync(file);
  }
}

/** The first bytes of a file as UTF-8 text, without a byte order mark. */
export function firstText(file: Pick<ArchiveFile, 'path'>, length: number): string {
  return firstBytes(file, length)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}
