// Names of uploads that come in parts. They say whose upload it is, so that nothing must be read to know who may go
// on with it, and hold a secret, so that nobody guesses one.

import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { limits } from '../../contract/limits.ts';

const ID = /^\d{1,15}-\d{1,15}-[0-9a-f]{32}$/;

export interface Uploader {
  readonly organizationId: number;
  readonly accountId: number;
}

function prefixOf({ organizationId, accountId }: Uploader): string {
  return `${organizationId}-${accountId}-`;
}

/** A name for somebody's new upload. */
export function newUnfinishedId(uploader: Uploader): string {
  return prefixOf(uploader) + randomBytes(16).toString('hex');
}

/** Whether a name is one of somebody's uploads. It is safe as the name of a file. */
export function isUnfinishedOf(uploader: Uploader, id: string): boolean {
  return ID.test(id) && id.startsWith(prefixOf(uploader));
}

/** Whether somebody may begin another upload beside those in the folder. */
export async function mayBeginAnother(folder: string, uploader: Uploader): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  const own = names.filter((name) => isUnfinishedOf(uploader, name));
  return own.length < limits.unfinishedUploadsPerAccount;
}
