// Reads small JSON files of an archive at once.

import { readFile } from 'node:fs/promises';
import { limits } from '../../api-contract/limits.ts';
import { messageOf } from '../../errors/error-detail.ts';
import type { ArchiveFile } from './archive-folder.ts';
import { InvalidArchiveError } from './invalid-archive-error.ts';

/** The content of a file. @throws InvalidArchiveError if it is too large or not JSON */
export async function readJson({ name, path, size }: ArchiveFile): Promise<unknown> {
  if (size > limits.importRowBytes)
    throw new InvalidArchiveError(name, `it exceeds the limit of ${limits.importRowBytes} bytes.`);
  try {
    return JSON.parse((await readFile(path, 'utf8')).replace(/^\ufeff/, ''));
  } catch (error) {
    throw new InvalidArchiveError(name, `it is not valid JSON (${messageOf(error)}).`);
  }
}
