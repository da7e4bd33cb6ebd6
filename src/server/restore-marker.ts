// Marks a data directory while a restore runs. A server started on the remains of a killed restore would serve an
// empty organization, or a mix of old and new data.

import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodedOrUndefined, ifValid, jsonBoolean, jsonText, record } from '../api-contract/codec.ts';
import { parseJson } from '../api-contract/json.ts';
import { codeOf } from '../errors/error-detail.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { UnusableDatabaseError } from '../storage/migrations/migrate.ts';

/** A restore that has begun. */
export interface UnfinishedRestore {
  /** The path of the backup; empty if unknown. */
  readonly backup: string;
  /** Whether existing data is replaced. If false, the data directory was empty. */
  readonly isReplacing: boolean;
  /** The bucket that files are restored to; empty if they are stored in the data directory. */
  readonly bucket: string;
}

/** The path of a data directory's marker file. */
export function restoreMarkerOf(dataDirectory: string): string {
  return join(dataDirectory, 'unfinished-restore.json');
}

/** The unfinished restore into a data directory; undefined if there is none. */
export async function readUnfinishedRestore(dataDirectory: string): Promise<UnfinishedRestore | undefined> {
  let text: string;
  try {
    text = await readFile(restoreMarkerOf(dataDirectory), 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
  return parseMarker(text);
}

const marker = record({
  backup: ifValid(jsonText),
  isReplacing: ifValid(jsonBoolean),
  bucket: ifValid(jsonText),
});

function parseMarker(text: string): UnfinishedRestore {
  // If unknown, assume that the data was there before the restore.
  const { backup = '', isReplacing = true, bucket = '' } = decodedOrUndefined(marker, parseJson(text)) ?? {};
  return { backup, isReplacing, bucket };
}

/** Durably marks a data directory. */
export async function markRestore(dataDirectory: string, restore: UnfinishedRestore): Promise<void> {
  const path = restoreMarkerOf(dataDirectory);
  await writeFile(`${path}.part`, JSON.stringify(restore), { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
  await syncFolder(dataDirectory);
}

/** Removes the mark. */
export async function unmarkRestore(dataDirectory: string): Promise<void> {
  await rm(restoreMarkerOf(dataDirectory), { force: true });
  await syncFolder(dataDirectory);
}

/** @throws UnusableDatabaseError if a restore has begun and is not complete */
export async function rejectUnfinishedRestore(dataDirectory: string): Promise<void> {
  const restore = await readUnfinishedRestore(dataDirectory);
  if (!restore) return;
  const { backup, isReplacing } = restore;
  const command = `restore ${backup || 'FILE'} --data ${dataDirectory}${isReplacing ? ' --replace' : ''}`;
  throw new UnusableDatabaseError(
    `A restore to ${dataDirectory} was interrupted or is still running. Run it again (${command}), or remove ${restoreMarkerOf(dataDirectory)} to use the directory as it is.`,
  );
}
