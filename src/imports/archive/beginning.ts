// How a file of an archive begins, by which formats are recognized.

import { closeSync, openSync, readSync } from 'node:fs';
import type { ArchiveFile } from './archive-folder.ts';

/** The first bytes of a file. */
export function beginningOf({ path }: Pick<ArchiveFile, 'path'>, most: number): Buffer {
  const bytes = Buffer.alloc(most);
  const file = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, most, 0));
  } finally {
    closeSync(file);
  }
}

/** The first characters of a file in UTF-8, without a byte order mark. */
export function textAtBeginning(file: Pick<ArchiveFile, 'path'>, most: number): string {
  return beginningOf(file, most)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}
