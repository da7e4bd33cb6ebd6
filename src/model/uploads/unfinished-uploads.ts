// Ids of resumable uploads. They contain the account, so that permission can be checked without reading
// anything, and a secret, so that they cannot be guessed.

import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { limits } from '../../api-contract/limits.ts';

const ID = /^\d{1,15}-\d{1,15}-[0-9a-f]{32}$/;

export interface Uploader {
  readonly organizationId: number;
  readonly accountId: number;
}

function prefixOf({ organizationId, accountId }: Uploader): string {
  return `${organizationId}-${accountId}-`;
}

function newUnfinishedId(uploader: Uploader): string {
  return prefixOf(uploader) + randomBytes(16).toString('hex');
}

/** Whether an id belongs to one of an account's uploads. It is safe as a file name. */
export function isUnfinishedOf(uploader: Uploader, id: string): boolean {
  return ID.test(id) && id.startsWith(prefixOf(uploader));
}

/**
 * Uploads that are being started. They count toward the limits before they are in the folder, so that many at
 * once cannot exceed them.
 */
export class UploadReservations {
  readonly #ids = new Set<string>();

  /** Reserves an id for a new upload until it is released; undefined if there are too many uploads already. */
  async reserve(folder: string, uploader: Uploader): Promise<string | undefined> {
    const reservedBefore = [...this.#ids];
    const id = newUnfinishedId(uploader);
    this.#ids.add(id);
    const inFolder = await readdir(folder).catch(() => []);
    const all = [...new Set([...reservedBefore, ...inFolder.filter((name) => ID.test(name))])];
    const ofUploader = all.filter((name) => isUnfinishedOf(uploader, name));
    if (ofUploader.length < limits.unfinishedUploadsPerAccount && all.length < limits.unfinishedUploads)
      return id;
    this.#ids.delete(id);
    return undefined;
  }

  /** The upload is now in the folder, or was refused. */
  release(id: string): void {
    this.#ids.delete(id);
  }
}
