// Checks who keeps the write-ahead log of the embedded database small: the setting must fit what Litestream does.

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, MEBIBYTE } from '../../api-contract/limits.ts';
import type { ServeOptions } from '../serve-options.ts';
import { type Finding, failed, passed } from './finding.ts';

/** Litestream copies the log every second. */
const BEHIND_SECONDS = 60;

/** When the newest file of a folder was written, in seconds; undefined without files. */
async function newestChange(folder: string): Promise<number | undefined> {
  // A folder that does not exist, or has just been removed, has no files.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let newest: number | undefined;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const changed = entry.isDirectory() ? await newestChange(path) : await changedAt(path);
    if (changed !== undefined) newest = Math.max(newest ?? 0, changed);
  }
  return newest;
}

async function changedAt(path: string): Promise<number | undefined> {
  // Litestream removes its files when it no longer needs them.
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs / 1000,
    () => undefined,
  );
}

/** Checks the setting `--checkpoints` against the log and the folder that Litestream keeps beside the database. */
export async function checkCheckpoints({
  dataDirectory,
  isReplicated,
}: Pick<ServeOptions, 'dataDirectory' | 'isReplicated'>): Promise<Finding> {
  // While no server runs there may be no log.
  const log = await stat(join(dataDirectory, 'parley.db-wal')).catch(() => undefined);
  const size = log?.size ?? 0;
  const copied = await newestChange(join(dataDirectory, '.parley.db-litestream'));
  const isCopying = copied !== undefined && (!log || log.mtimeMs / 1000 - copied < BEHIND_SECONDS);
  const sizeText = `The write-ahead log has ${Math.ceil(size / MEBIBYTE)} MB.`;
  if (size > limits.writeAheadLogBytes)
    return failed(
      'checkpoints',
      `${sizeText} ${isReplicated ? 'Check that Litestream runs' : 'Find the program that reads the database for so long'}.`,
    );
  if (isReplicated && copied === undefined)
    return failed(
      'checkpoints',
      'Litestream has never replicated this database. Start it, or set --checkpoints to server.',
    );
  if (isReplicated && !isCopying)
    return failed('checkpoints', 'Litestream does not copy the write-ahead log. Check that it runs.');
  // With no commits, its files are as old as the log.
  if (!isReplicated && isCopying && log)
    return failed(
      'checkpoints',
      'Litestream replicates this database, and the server runs checkpoints too. Set --checkpoints to litestream.',
    );
  return passed('checkpoints', `${sizeText} ${isReplicated ? 'Litestream' : 'The server'} keeps it small.`);
}
