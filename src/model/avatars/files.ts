// Uploaded pictures of people and bots: `avatars/{organization}/{key}/` in the file store, with the picture in two
// sizes. A key is secret, since there are people who may not see everybody, and never changes what it holds.

import { randomBytes } from 'node:crypto';
import { isUndone } from '../../api-contract/error.ts';
import { type FileStore, writeTogether } from '../../files/file-store.ts';
import type { PicturePlace } from '../../images/pictures.ts';
import type { PictureSource } from '../../images/scaling.ts';

const SMALL = 100;
const MEDIUM = 500;

export type AvatarSize = 'small' | 'medium';

/** Pixels on each side. */
export const avatarSides: Readonly<Record<AvatarSize, number>> = { small: SMALL, medium: MEDIUM };

/** A picture that is kept and that no account shows yet. */
export interface KeptAvatar {
  readonly source: 'U';
  readonly key: string;
}

/** The folder of a picture in the store. */
export function avatarFolder(organizationId: number, key: string): string {
  return `avatars/${organizationId}/${key}`;
}

/** Keeps a picture in both sizes. @throws `BAD_IMAGE` for what cannot be read as a picture */
async function keepAvatar(
  { fileStore, pictures }: PicturePlace,
  organizationId: number,
  picture: PictureSource,
): Promise<KeptAvatar> {
  const [small, medium] = await pictures.squares(picture, [SMALL, MEDIUM]);
  if (!small || !medium) throw new Error('a picture was made in too few sizes');
  const key = randomBytes(20).toString('hex');
  await writeTogether(fileStore, avatarFolder(organizationId, key), [
    { name: 'small.png', content: small },
    { name: 'medium.png', content: medium },
  ]);
  return { source: 'U', key };
}

/** Keeps a picture for a piece of work that shows it; work that is refused leaves no file behind. */
export async function withAvatar<T>(
  place: PicturePlace,
  organizationId: number,
  source: PictureSource,
  work: (picture: KeptAvatar) => Promise<T>,
): Promise<T> {
  const picture = await keepAvatar(place, organizationId, source);
  try {
    return await work(picture);
  } catch (error) {
    // Where the commit is in doubt the account may show it by now.
    if (isUndone(error)) {
      await place.fileStore.remove(avatarFolder(organizationId, picture.key)).catch(() => undefined);
    }
    throw error;
  }
}

/** The bytes of a picture; undefined when there is none. */
export async function readAvatar(
  store: FileStore,
  organizationId: number,
  key: string,
  size: AvatarSize,
): Promise<Buffer | undefined> {
  if (!/^[0-9a-f]{40}$/.test(key)) return undefined;
  return store.read(`${avatarFolder(organizationId, key)}/${size}.png`);
}
