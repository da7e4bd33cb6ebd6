// The target of a restore. Everything is prepared in a folder of the data directory and moved into place at
// the end. Existing data is moved aside if `--replace` is given, and refused otherwise.

import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFileName } from '../../backups/backup-format.ts';
import { type FileStore, storeFolders } from '../../files/file-store.ts';
import { openFileStore } from '../../files/open-store.ts';
import type { S3Options } from '../../files/s3-options.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import type { UnfinishedRestore } from '../../server/restore-marker.ts';
import { UsageError } from '../usage.ts';

/** The embedded database, and the files that the engine reads if they are next to it. */
export const embeddedFiles = ['parley.db', 'parley.db-wal', 'parley.db-shm', 'parley.db-journal'] as const;

export interface RestoreOptions {
  readonly isEmbedded: boolean;
  readonly s3: S3Options | undefined;
  /** Whether existing data may be replaced. */
  readonly replaces: boolean;
  /** An interrupted restore to the same target. */
  readonly interrupted: UnfinishedRestore | undefined;
}

/** Identifies the bucket for files; empty if files go to the data directory. */
export function bucketOf(s3: S3Options | undefined): string {
  return s3 ? `${s3.endpoint} ${s3.bucket}` : '';
}

/** The data directory and the file store while a restore is prepared. */
export class PreparedRestore {
  readonly dataDirectory: string;
  /** The folder in which everything is prepared. */
  readonly folder: string;
  readonly fileStore: FileStore;
  /** The names in the data directory that the backup provides. */
  readonly #names: readonly string[];
  readonly #s3: S3Options | undefined;
  readonly #moved: { readonly from: string; readonly to: string }[] = [];

  private constructor(
    dataDirectory: string,
    folder: string,
    fileStore: FileStore,
    names: readonly string[],
    s3: S3Options | undefined,
  ) {
    this.dataDirectory = dataDirectory;
    this.folder = folder;
    this.fileStore = fileStore;
    this.#names = names;
    this.#s3 = s3;
  }

  /** Checks the target and starts in a folder of it. @throws UsageError if it holds data that may not be replaced */
  static async begin(
    dataDirectory: string,
    folder: string,
    options: RestoreOptions,
  ): Promise<PreparedRestore> {
    const { isEmbedded, s3, replaces, interrupted } = options;
    // If the target was empty before an interrupted restore, its content belongs to that restore.
    const resumes = interrupted?.isReplacing === false;
    const names = [
      'secret',
      'video-calls.json',
      ...(isEmbedded ? embeddedFiles : []),
      ...(s3 ? [] : storeFolders),
    ];
    const existingName = names.find((name) => existsSync(join(dataDirectory, name)));
    if (existingName !== undefined && !replaces && !resumes)
      throw new UsageError(
        `${join(dataDirectory, existingName)} already exists. Choose another directory, or use --replace to move existing files aside.`,
      );
    const store = await openFileStore(folder, s3);
    const isResumed = resumes && interrupted.bucket === bucketOf(s3);
    if (s3 && !replaces && !isResumed) await requireEmptyBucket(store, s3);
    return new PreparedRestore(dataDirectory, folder, store, names, s3);
  }

  /** Prepares a file that lies next to the database. */
  readonly addDataFile = async (name: DataFileName, bytes: Buffer): Promise<void> => {
    await writeFile(join(this.folder, name), bytes, { mode: 0o600, flag: 'wx', flush: true });
  };

  /**
   * Moves existing data aside and the prepared data into place. Returns where the existing data is now, if
   * there was any.
   */
  async install(): Promise<string | undefined> {
    const existingNames = this.#names.filter((name) => existsSync(join(this.dataDirectory, name)));
    const folderOfOld = join(this.dataDirectory, `replaced-${Date.now()}`);
    if (existingNames.length > 0) await mkdir(folderOfOld, { mode: 0o700 });
    for (const name of existingNames)
      await this.#move(join(this.dataDirectory, name), join(folderOfOld, name));
    for (const name of this.#names) {
      const ready = join(this.folder, name);
      if (existsSync(ready)) await this.#move(ready, join(this.dataDirectory, name));
    }
    await syncFolder(this.dataDirectory);
    return existingNames.length > 0 ? folderOfOld : undefined;
  }

  /** Whether everything is in its original place, apart from an external file store. */
  get isUntouched(): boolean {
    return this.#moved.length === 0;
  }

  /** Undoes `install`. */
  async rollBack(): Promise<void> {
    for (let last = this.#moved.at(-1); last; last = this.#moved.at(-1)) {
      await rename(last.to, last.from);
      this.#moved.pop();
    }
  }

  /** Removes all files from a store that was empty before. */
  async emptyStore(): Promise<void> {
    if (this.#s3) for (const folder of storeFolders) await this.fileStore.remove(folder);
  }

  async #move(from: string, to: string): Promise<void> {
    await rename(from, to);
    this.#moved.push({ from, to });
  }
}

async function requireEmptyBucket(store: FileStore, { bucket }: S3Options): Promise<void> {
  for (const name of storeFolders) {
    for await (const path of store.list(name)) {
      throw new UsageError(
        `The bucket ${bucket} already contains ${path}. Choose an empty bucket, or use --replace to overwrite existing files.`,
      );
    }
  }
}
