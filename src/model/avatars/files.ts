// Uploaded pictures of people and bots: `avatars/{organization}/{key}/` below the data directory, with the picture
// in two sizes. A key is secret, since there are people who may not see everybody, and never changes what it holds.

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { removeTree, writeFolder } from '../files/durable.ts';
import { squarePng } from '../images/scaling.ts';

const SMALL = 100;
const MEDIUM = 500;

export type AvatarSize = 'small' | 'medium';

/** Pixels on each side. */
export const avatarSides: Readonly<Record<AvatarSize, number>> = { small: SMALL, medium: MEDIUM };

/** A picture that is on disk and that no account shows yet. */
export interface KeptAvatar {
  readonly source: 'U';
  readonly key: string;
}

/** The folder of a picture, below the data directory. */
export function avatarFolder(organizationId: number, key: string): string {
  return join('avatars', String(organizationId), key);
}

/**
 * Puts a picture on disk, in both sizes.
 * @throws `BAD_IMAGE` for what cannot be read as a picture.
 */
async function keepAvatar(dataDirectory: string, organizationId: number, bytes: Buffer): Promise<KeptAvatar> {
  const megabytes = limits.avatarMegabytes;
  if (bytes.length > megabytes * 1024 * 1024) {
    throw badRequest(`Uploaded file is larger than the allowed limit of ${megabytes} MiB`);
  }
  const small = await squarePng(bytes, SMALL);
  const medium = small && (await squarePng(bytes, MEDIUM));
  if (!medium) throw new ApiError(400, 'BAD_IMAGE', 'Invalid image format');
  const key = randomBytes(20).toString('hex');
  await writeFolder(join(dataDirectory, avatarFolder(organizationId, key)), [
    { name: 'small.png', bytes: small },
    { name: 'medium.png', bytes: medium },
  ]);
  return { source: 'U', key };
}

/** Keeps a picture for a piece of work that shows it; work that is refused leaves no file behind. */
export async function withAvatar<T>(
  dataDirectory: string,
  organizationId: number,
  bytes: Buffer,
  work: (picture: KeptAvatar) => Promise<T>,
): Promise<T> {
  const picture = await keepAvatar(dataDirectory, organizationId, bytes);
  try {
    return await work(picture);
  } catch (error) {
    // Where the commit is in doubt the account may show it by now.
    if (error instanceof ApiError && error.status < 500) {
      await removeTree(join(dataDirectory, avatarFolder(organizationId, picture.key)));
    }
    throw error;
  }
}

/** The bytes of a picture; undefined when there is none. */
export async function readAvatar(
  dataDirectory: string,
  organizationId: number,
  key: string,
  size: AvatarSize,
): Promise<Buffer | undefined> {
  if (!/^[0-9a-f]{40}$/.test(key)) return undefined;
  const path = join(dataDirectory, avatarFolder(organizationId, key), `${size}.png`);
  return readFile(path).catch(() => undefined);
}
