// A restore that has begun leaves a mark in the data directory, which goes when the restore is complete. A server that starts
// on what a killed restore has left would serve an empty organization, or half of each state.

import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../api-contract/codecs/codec.ts';
import { codeOf } from '../api-contract/error-detail.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { UnusableDatabase } from '../storage/migrations/migrate.ts';

/** A restore that has begun. */
export interface BegunRestore {
  /** The path of the backup; empty where it is not known. */
  readonly backup: string;
  /** Whether it replaces what was there. Else the place was empty. */
  readonly isReplacing: boolean;
  /** The bucket that it writes files to; empty where these stay in the data directory. */
  readonly bucket: string;
}

/** Where the mark of a data directory is. */
export function restoreMarkerOf(dataDirectory: string): string {
  return join(dataDirectory, 'unfinished-restore.json');
}

/** The restore into a data directory that has begun and is not complete; undefined where there is none. */
export async function begunRestore(dataDirectory: string): Promise<BegunRestore | undefined> {
  let text: string;
  try {
    text = await readFile(restoreMarkerOf(dataDirectory), 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
  return parsed(text);
}

function parsed(text: string): BegunRestore {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const { backup, isReplacing, bucket } = isRecord(value) ? value : {};
  return {
    backup: typeof backup === 'string' ? backup : '',
    // Where that is not known, nothing there is taken for the restore's own.
    isReplacing: isReplacing !== false,
    bucket: typeof bucket === 'string' ? bucket : '',
  };
}

/** Marks a data directory, durably. */
export async function markRestore(dataDirectory: string, restore: BegunRestore): Promise<void> {
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

/** @throws UnusableDatabase where a restore has begun and is not complete */
export async function refuseUnfinishedRestore(dataDirectory: string): Promise<void> {
  const restore = await begunRestore(dataDirectory);
  if (!restore) return;
  const { backup, isReplacing } = restore;
  const command = `restore ${backup || 'FILE'} --data ${dataDirectory}${isReplacing ? ' --replace' : ''}`;
  throw new UnusableDatabase(
    `A restore to ${dataDirectory} was interrupted, or still runs: give it again (${command}), or remove ${restoreMarkerOf(dataDirectory)} to use the directory as it is.`,
  );
}
