// The pictures of custom emoji: squares that are made of what was uploaded, kept as `emoji/{organization}/{file}`, and the still
// pictures of those that move as `emoji/{organization}/still/{file}`.

import { randomBytes } from 'node:crypto';
import type { FileStore } from '../../files/file-store.ts';
import type { PicturePlace } from '../../images/pictures.ts';

/** Pixels on each side. */
const SIDE = 64;

export interface KeptPicture {
  readonly fileName: string;
  readonly isAnimated: boolean;
}

export type EmojiMotion = 'as it is' | 'still';

function emojiFolder(organizationId: number, motion: EmojiMotion): string {
  return motion === 'still' ? `emoji/${organizationId}/still` : `emoji/${organizationId}`;
}

/**
 * Keeps the picture at a path, scaled, under a name that nothing else has, so that a failure later leaves at most an
 * unused file.
 * @throws `BAD_IMAGE` for what cannot be read as a picture
 */
export async function keepPicture(
  { fileStore, pictures }: PicturePlace,
  organizationId: number,
  path: string,
): Promise<KeptPicture> {
  const { still, moving } = await pictures.movingSquare(path, SIDE);
  const fileName = `${randomBytes(12).toString('hex')}.${moving?.format ?? 'png'}`;
  const folder = emojiFolder(organizationId, 'as it is');
  await fileStore.write(folder, [{ name: fileName, content: moving?.bytes ?? still }]);
  if (moving) {
    try {
      await fileStore.write(emojiFolder(organizationId, 'still'), [{ name: fileName, content: still }]);
    } catch (error) {
      // The first failure is the one to report.
      await removePicture(fileStore, organizationId, fileName).catch(() => undefined);
      throw error;
    }
  }
  return { fileName, isAnimated: moving !== undefined };
}

/** Removes a picture that no emoji has. */
export async function removePicture(store: FileStore, organizationId: number, fileName: string) {
  for (const motion of ['as it is', 'still'] as const)
    await store.remove(`${emojiFolder(organizationId, motion)}/${fileName}`);
}

/** The bytes of a picture by its file name; undefined when there is none. */
export function readEmojiPicture(
  store: FileStore,
  organizationId: number,
  fileName: string,
  motion: EmojiMotion,
): Promise<Buffer | undefined> {
  return store.read(`${emojiFolder(organizationId, motion)}/${fileName}`);
}
