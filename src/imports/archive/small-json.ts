// JSON files of an archive that are small, and read at once.

import { readFile } from 'node:fs/promises';
import { messageOf } from '../../api-contract/error-detail.ts';
import { limits } from '../../api-contract/limits.ts';
import type { ArchiveFile } from './archive-folder.ts';
import { ArchiveRefused } from './refusal.ts';

/** What a file holds; refuses one that is too large to be read at once. */
export async function readJson({ name, path, size }: ArchiveFile): Promise<unknown> {
  if (size > limits.importRowBytes) throw new ArchiveRefused(name, 'it is larger than any of an export.');
  try {
    return JSON.parse((await readFile(path, 'utf8')).replace(/^\ufeff/, ''));
  } catch (error) {
    throw new ArchiveRefused(name, `it is no JSON (${messageOf(error)}).`);
  }
}
