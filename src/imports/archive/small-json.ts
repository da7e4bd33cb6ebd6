// Reads small JSON files of an archive at once.

import { readFile } from 'node:fs/promises';
import { limits } from '../../api-contract/limits.ts';
import { messageOf } from '../../errors/error-detail.ts';
import type { ArchiveFile } from './archive-folder.ts';
import { InvalidArchive } from './invalid-archive.ts';

/** The content of a file. @throws InvalidArchive if it is too large or not JSON */
export async function readJson({ name, path, size }: ArchiveFile): Promise<unknown> {
  if (size > limits.importRowBytes)
    throw new InvalidArchive(name, `it exceeds the limit of ${limits.importRowBytes} bytes.`);
  try {
    return JSON.parse((await readFile(path, 'utf8')).replace(/^\ufeff/, ''));
  } catch (error) {
    throw new InvalidArchive(name, `it is not valid JSON (${messageOf(error)}).`);
  }
}
