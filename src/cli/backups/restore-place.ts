// The place that a backup is restored to. Everything is made ready in a folder of the data directory first, and comes to where
// it belongs in the end; what was there before is moved aside where that is wanted, and refused else.

import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptName } from '../../backups/form.ts';
import { type FileStore, storeFolders } from '../../files/file-store.ts';
import { openFileStore } from '../../files/open-store.ts';
import type { S3Options } from '../../files/s3-options.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import type { BegunRestore } from '../../server/restore-marker.ts';
import { UsageError } from '../usage.ts';

/** The embedded database, and what the engine reads with it wherever it finds that beside it. */
export const embeddedFiles = ['parley.db', 'parley.db-wal', 'parley.db-shm', 'parley.db-journal'] as const;

export interface RestoreOptions {
  readonly isEmbedded: boolean;
  readonly s3: S3Options | undefined;
  /** Whether what is there may be replaced. */
  readonly replaces: boolean;
  /** A restore to the same place that was interrupted. */
  readonly interrupted: BegunRestore | undefined;
}

/** Names the bucket that files go to; empty where they go to the data directory. */
export function bucketOf(s3: S3Options | undefined): string {
  return s3 ? `${s3.endpoint} ${s3.bucket}` : '';
}

/** The data directory, and the files of the store, while they are made ready. */
export class RestorePlace {
  readonly dataDirectory: string;
  /** Where everything is made ready. */
  readonly folder: string;
  readonly fileStore: FileStore;
  /** What of the data directory the backup brings. */
  readonly #brought: readonly string[];
  readonly #s3: S3Options | undefined;
  readonly #moved: { readonly from: string; readonly to: string }[] = [];

  private constructor(
    dataDirectory: string,
    folder: string,
    fileStore: FileStore,
    brought: readonly string[],
    s3: S3Options | undefined,
  ) {
    this.dataDirectory = dataDirectory;
    this.folder = folder;
    this.fileStore = fileStore;
    this.#brought = brought;
    this.#s3 = s3;
  }

  /** Looks at the place and begins in a folder of it. Refuses one that holds something, unless that may be replaced. */
  static async begin(dataDirectory: string, folder: string, options: RestoreOptions): Promise<RestorePlace> {
    const { isEmbedded, s3, replaces, interrupted } = options;
    // Where nothing was before an interrupted restore, what is there now is its own.
    const resumes = interrupted?.isReplacing === false;
    const brought = [
      'secret',
      'video-calls.json',
      ...(isEmbedded ? embeddedFiles : []),
      ...(s3 ? [] : storeFolders),
    ];
    const present = brought.find((name) => existsSync(join(dataDirectory, name)));
    if (present !== undefined && !replaces && !resumes)
      throw new UsageError(
        `${join(dataDirectory, present)} is there already: restore to another place, or move what is there aside with --replace.`,
      );
    const store = await openFileStore(folder, s3);
    const isOwn = resumes && interrupted.bucket === bucketOf(s3);
    if (s3 && !replaces && !isOwn) await refuseUsed(store, s3);
    return new RestorePlace(dataDirectory, folder, store, brought, s3);
  }

  /** Makes ready what lies beside the database. */
  readonly keep = async (name: KeptName, bytes: Buffer): Promise<void> => {
    await writeFile(join(this.folder, name), bytes, { mode: 0o600, flag: 'wx', flush: true });
  };

  /** Moves what was there aside, and brings everything to where it belongs. Gives where it was moved to, if anything was. */
  async bring(): Promise<string | undefined> {
    const present = this.#brought.filter((name) => existsSync(join(this.dataDirectory, name)));
    const aside = join(this.dataDirectory, `replaced-${Date.now()}`);
    if (present.length > 0) await mkdir(aside, { mode: 0o700 });
    for (const name of present) await this.#move(join(this.dataDirectory, name), join(aside, name));
    for (const name of this.#brought) {
      const ready = join(this.folder, name);
      if (existsSync(ready)) await this.#move(ready, join(this.dataDirectory, name));
    }
    await syncFolder(this.dataDirectory);
    return present.length > 0 ? aside : undefined;
  }

  /** Whether everything is where it was before, but for what a store elsewhere holds. */
  get isUntouched(): boolean {
    return this.#moved.length === 0;
  }

  /** Takes everything back. */
  async takeBack(): Promise<void> {
    for (let last = this.#moved.at(-1); last; last = this.#moved.at(-1)) {
      await rename(last.to, last.from);
      this.#moved.pop();
    }
  }

  /** Removes files from a store that was empty before. */
  async emptyStore(): Promise<void> {
    if (this.#s3) for (const folder of storeFolders) await this.fileStore.remove(folder);
  }

  async #move(from: string, to: string): Promise<void> {
    await rename(from, to);
    this.#moved.push({ from, to });
  }
}

async function refuseUsed(store: FileStore, { bucket }: S3Options): Promise<void> {
  for (const name of storeFolders) {
    for await (const path of store.list(name)) {
      throw new UsageError(
        `The bucket ${bucket} holds ${path} already: restore to an empty one, or write over what is there with --replace.`,
      );
    }
  }
}
