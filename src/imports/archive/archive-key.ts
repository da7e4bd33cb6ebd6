// Computes the key of an archive, which is the same for the same archive, so that an interrupted import can be
// found again.

import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';

/** The key of an archive that is a file: a hash of all its bytes. */
export async function keyOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(piece);
  return hash.digest('base64url');
}

/** The properties of a file that the key of a folder depends on. */
interface KeyedFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

/** The key of an archive that is a folder: a hash of the names and sizes of its files and the beginnings of its tables. */
export function keyOfFolder(files: ReadonlyMap<string, KeyedFile>): string {
  const buffer = Buffer.alloc(65_536);
  const hash = createHash('sha256');
  for (const { name, size, path } of [...files.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    hash.update(`${name}\n${size}\n`);
    if (!/\.jsonl?$|^$/.test(name)) continue;
    const file = openSync(path, 'r');
    try {
      hash.update(buffer.subarray(0, readSync(file, buffer, 0, buffer.length, 0)));
    } finally {
      closeSync(file);
    }
  }
  return hash.digest('base64url');
}
