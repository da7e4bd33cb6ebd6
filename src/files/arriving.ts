// Files on their way in: they lie in a folder of this machine until they are complete and a store takes them. What a
// crash left there is cleared away by a job.

import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of requests, which last as long as the request. */
export const ARRIVING = 'arriving';
/** Uploads that come in parts and may go on tomorrow. */
export const RESUMABLE = 'resumable';

/** A folder for files on their way in, made when it is not there. */
export async function arrivingFolder(dataDirectory: string, kind: typeof ARRIVING | typeof RESUMABLE) {
  const path = join(dataDirectory, kind);
  await mkdir(path, { recursive: true, mode: 0o700 });
  return path;
}

/** A path for a file of a request; nothing else has it. */
export async function arrivingPath(dataDirectory: string): Promise<string> {
  return join(await arrivingFolder(dataDirectory, ARRIVING), randomBytes(16).toString('hex'));
}

/** Removes what nobody wrote to since a moment, in seconds. */
export async function removeAbandoned(
  dataDirectory: string,
  kind: typeof ARRIVING | typeof RESUMABLE,
  before: number,
): Promise<void> {
  const folder = join(dataDirectory, kind);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    // What is gone by now needs no removing.
    const facts = await stat(path).catch(() => undefined);
    if (facts?.isFile() && facts.mtimeMs < before * 1000) await rm(path, { force: true });
  }
}
