// Where repeated backups go: a folder, or a bucket of the S3 store. Each has its time as its name. A backup counts only once
// it has been read back; older ones are removed after that.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { checkBackup } from '../../backups/restore-backup.ts';
import { bytesOf } from '../../files/file-store.ts';
import { openFileStore } from '../../files/open-store.ts';
import type { S3Options } from '../../files/s3-options.ts';
import { UsageError } from '../usage.ts';
import { progressAtTerminal } from './backup-arguments.ts';
import { moveTo } from './make-backup.ts';

const NAME = /^parley-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(?:-incomplete)?\.backup$/;
const INCOMPLETE = '-incomplete.backup';

/** The name of a backup that is made at a time in milliseconds; names sort by time. */
export function backupName(milliseconds: number): string {
  return `parley-${new Date(milliseconds).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;
}

/** The name of a backup whose files are missing. */
export function incompleteName(name: string): string {
  return name.replace('.backup', INCOMPLETE);
}

export function isIncompleteName(name: string): boolean {
  return name.endsWith(INCOMPLETE);
}

export interface BackupTarget {
  /** Where the temporary folder of a backup is made. */
  neighborOf(name: string): string;
  /** Checks a complete backup, brings it to its place and reads it back. @throws if it is damaged */
  deliver(complete: string, name: string): Promise<void>;
  /** The names of the backups, oldest first. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

function sorted(names: readonly string[]): string[] {
  return names.filter((name) => NAME.test(name)).sort();
}

/**
 * The target that `--to` names.
 * @param s3 the server's object store, whose address and keys a bucket of backups shares
 */
export async function openBackupTarget(
  to: string,
  dataDirectory: string,
  s3: S3Options | undefined,
): Promise<BackupTarget> {
  if (!to.startsWith('s3://')) return folderTarget(resolve(to));
  const [, bucket = '', prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/([\w-]+)$/.exec(to) ?? [];
  if (bucket === '')
    throw new UsageError(`--to must look like s3://bucket/folder or /a/folder, not "${to}".`, 2);
  if (!s3)
    throw new UsageError(
      '--to s3://… needs the address and keys of the store: set PARLEY_S3_ENDPOINT, PARLEY_S3_BUCKET and its keys.',
      2,
    );
  return bucketTarget({ ...s3, bucket }, prefix, dataDirectory);
}

function folderTarget(folder: string): BackupTarget {
  return {
    neighborOf: (name) => join(folder, name),
    async deliver(complete, name) {
      await checkBackup(complete, progressAtTerminal());
      await moveTo(join(folder, name))(complete);
    },
    async list() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return sorted(await readdir(folder));
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

async function bucketTarget(
  options: S3Options,
  prefix: string,
  dataDirectory: string,
): Promise<BackupTarget> {
  const store = await openFileStore(dataDirectory, options);
  return {
    neighborOf: (name) => join(dataDirectory, name),
    async deliver(complete, name) {
      await checkBackup(complete, progressAtTerminal());
      const { size } = await stat(complete);
      await store.write(prefix, [{ name, content: { path: complete, size, mustStay: true } }]);
      const stored = await store.open(`${prefix}/${name}`);
      const hashes = stored && [
        await hashOf(createReadStream(complete)),
        await hashOf(await bytesOf(stored)),
      ];
      if (hashes && hashes[0] === hashes[1]) return;
      await store.remove(`${prefix}/${name}`);
      throw new UsageError(
        'The store returned another backup than was written to it. The backup was removed.',
      );
    },
    async list() {
      const names: string[] = [];
      for await (const path of store.list(prefix)) names.push(path.slice(prefix.length + 1));
      return sorted(names);
    },
    remove: (name) => store.remove(`${prefix}/${name}`),
  };
}

async function hashOf(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}
