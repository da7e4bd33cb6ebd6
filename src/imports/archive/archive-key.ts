// The key of an archive: the same archive has the same one each time, so that an interrupted import is found again.

import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';

/** The key of an archive that is a file: all of its bytes count. */
export async function keyOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(piece);
  return hash.digest('base64url');
}

/** What counts of a file. */
interface KeyedFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

/** The key of an archive that is a folder: the names and sizes of its files, and how those that are tables begin. */
export function keyOfFolder(files: ReadonlyMap<string, KeyedFile>): string {
  const beginning = Buffer.alloc(65_536);
  const hash = createHash('sha256');
  for (const { name, size, path } of [...files.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
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
