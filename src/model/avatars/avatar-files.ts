// Uploaded pictures of accounts: `avatars/{organization}/{key}/` in the file store, with each picture in two
// sizes. Keys are secret, since some people may not see everyone, and the content of a key never changes.

import { randomBytes } from 'node:crypto';
import { changedNothing } from '../../api-contract/error.ts';
import { type FileStore, writeAllOrNone } from '../../files/file-store.ts';
import type { PictureServices } from '../../images/pictures.ts';
import type { PictureSource } from '../../images/scaling.ts';

const SMALL = 100;
const MEDIUM = 500;

export type AvatarSize = 'small' | 'medium';

/** Width and height in pixels. */
export const avatarSides: Readonly<Record<AvatarSize, number>> = { small: SMALL, medium: MEDIUM };

/** A stored picture that no account shows yet. */
export interface StoredAvatar {
  readonly source: 'U';
  readonly key: string;
}

export function avatarFolder(organizationId: number, key: string): string {
  return `avatars/${organizationId}/${key}`;
}

/** Stores a picture in both sizes. @throws `BAD_IMAGE` if it cannot be read as a picture */
async function storeAvatar(
  { fileStore, pictures }: PictureServices,
  organizationId: number,
  picture: PictureSource,
): Promise<StoredAvatar> {
  const [small, medium] = await pictures.squares(picture, [SMALL, MEDIUM]);
  if (!small || !medium) throw new Error('a size of the scaled picture is missing');
  const key = randomBytes(20).toString('hex');
  await writeAllOrNone(fileStore, avatarFolder(organizationId, key), [
    { name: 'small.png', content: small },
    { name: 'medium.png', content: medium },
  ]);
  return { source: 'U', key };
}

/** Stores a picture for the work that will show it, and removes the files again if the work fails. */
export async function withAvatar<T>(
  deps: PictureServices,
  organizationId: number,
  source: PictureSource,
  work: (picture: StoredAvatar) => Promise<T>,
): Promise<T> {
  const picture = await storeAvatar(deps, organizationId, source);
  try {
    return await work(picture);
  } catch (error) {
    // If the outcome of the commit is unknown, the account may already show the picture.
    if (changedNothing(error)) {
      await deps.fileStore.remove(avatarFolder(organizationId, picture.key)).catch(() => undefined);
    }
    throw error;
  }
}

/** The bytes of a picture; undefined if it does not exist. */
export async function readAvatar(
  store: FileStore,
  organizationId: number,
  key: string,
  size: AvatarSize,
): Promise<Buffer | undefined> {
  if (!/^[0-9a-f]{40}$/.test(key)) return undefined;
  return store.read(`${avatarFolder(organizationId, key)}/${size}.png`);
}
