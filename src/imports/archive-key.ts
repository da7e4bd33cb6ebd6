// What an archive is known by again, so that an import that was interrupted goes on with the same one.

import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import type { ArchiveFolder } from './archive/archive-folder.ts';
import type { ImportChoices } from './records/reader.ts';

/** What was chosen, the archive's files, their sizes, and the beginnings of those that are tables. */
export async function keyOf(folder: ArchiveFolder, choices: ImportChoices): Promise<string> {
  const beginning = Buffer.alloc(65_536);
  const hash = createHash('sha256').update(JSON.stringify(choices));
  for (const { name, size, path } of [...folder.files.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    hash.update(`${name}\n${size}\n`);
    if (!/\.jsonl?$|^$/.test(name)) continue;
    const file = openSync(path, 'r');
    try {
      hash.update(beginning.subarray(0, readSync(file, beginning, 0, beginning.length, 0)));
    } finally {
      closeSync(file);
    }
  }
  return hash.digest('base64url');
}
