// Incoming files: they remain in a local folder until they are complete and stored. A job removes files that a
// crash leaves behind.

import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of requests, which last as long as the request. */
export const INCOMING = 'arriving';
/** Resumable uploads, which may continue later. */
export const RESUMABLE = 'resumable';

/** A folder for incoming files, created if necessary. */
export async function incomingFolder(dataDirectory: string, kind: typeof INCOMING | typeof RESUMABLE) {
  const path = join(dataDirectory, kind);
  await mkdir(path, { recursive: true, mode: 0o700 });
  return path;
}

/** A unique path for a request's file. */
export async function incomingPath(dataDirectory: string): Promise<string> {
  return join(await incomingFolder(dataDirectory, INCOMING), randomBytes(16).toString('hex'));
}

/** Removes files that were not written to since a time, in seconds. */
export async function removeAbandoned(
  dataDirectory: string,
  kind: typeof INCOMING | typeof RESUMABLE,
  before: number,
): Promise<void> {
  const folder = join(dataDirectory, kind);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    // The file may have been removed meanwhile.
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isFile() && stats.mtimeMs < before * 1000) await rm(path, { force: true });
  }
}
