// Names of uploads that come in parts. They say whose upload it is, so that nothing must be read to know who may go
// on with it, and hold a secret, so that nobody guesses one.

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

/** Whether a name is one of somebody's uploads. It is safe as the name of a file. */
export function isUnfinishedOf(uploader: Uploader, id: string): boolean {
  return ID.test(id) && id.startsWith(prefixOf(uploader));
}

/** Uploads that are being begun: they count before they lie in the folder, so that many at once do not slip in. */
export class BeginningUploads {
  readonly #ids = new Set<string>();

  /** A name for somebody's new upload, until it is released; undefined where there are too many already. */
  async reserve(folder: string, uploader: Uploader): Promise<string | undefined> {
    const begunBefore = [...this.#ids];
    const id = newUnfinishedId(uploader);
    this.#ids.add(id);
    const inFolder = await readdir(folder).catch(() => []);
    const all = [...new Set([...begunBefore, ...inFolder.filter((name) => ID.test(name))])];
    const own = all.filter((name) => isUnfinishedOf(uploader, name));
    if (own.length < limits.unfinishedUploadsPerAccount && all.length < limits.unfinishedUploads) return id;
    this.#ids.delete(id);
    return undefined;
  }

  /** The upload lies in the folder by now, or was refused. */
  release(id: string): void {
    this.#ids.delete(id);
  }
}
