// What an archive is known by again, so that an import that was interrupted goes on with the same one.

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { ArchiveFolder } from './archive/archive-folder.ts';
import type { ImportChoices } from './records/reader.ts';

/** What was chosen, the archive's files, their sizes, and the beginnings of those that are tables. */
export async function keyOf(folder: ArchiveFolder, choices: ImportChoices): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(choices));
  for (const { name, size, path } of [...folder.files.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    hash.update(`${name}\n${size}\n`);
    if (!/\.jsonl?$|^$/.test(name)) continue;
    const file = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
      hash.update(buffer.subarray(0, bytesRead));
    } finally {
      await file.close();
    }
  }
  return hash.digest('base64url');
}
