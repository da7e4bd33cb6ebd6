// Stores the pictures of custom emoji. Uploads are converted to squares and stored as
// `emoji/{organization}/{file}`, with a still version of animated ones as `emoji/{organization}/still/{file}`.

import { randomBytes } from 'node:crypto';
import type { FileStore } from '../../files/file-store.ts';
import type { PictureServices } from '../../images/pictures.ts';
import type { PictureSource } from '../../images/scaling.ts';

/** Width and height in pixels. */
const SIDE = 64;

export interface StoredEmojiPicture {
  readonly fileName: string;
  readonly isAnimated: boolean;
}

export type EmojiMotion = 'original' | 'still';

function emojiFolder(organizationId: number, motion: EmojiMotion): string {
  return motion === 'still' ? `emoji/${organizationId}/still` : `emoji/${organizationId}`;
}

/**
 * Scales a picture and stores it under a new, unique name. A later failure thus leaves at most an
 * unused file.
 * @throws `BAD_IMAGE` if it cannot be read as a picture
 */
export async function storeEmojiPicture(
  { fileStore, pictures }: PictureServices,
  organizationId: number,
  source: PictureSource,
): Promise<StoredEmojiPicture> {
  const { still, moving } = await pictures.movingSquare(source, SIDE);
  const fileName = `${randomBytes(12).toString('hex')}.${moving?.format ?? 'png'}`;
  const folder = emojiFolder(organizationId, 'original');
  await fileStore.write(folder, [{ name: fileName, content: moving?.bytes ?? still }]);
  if (moving) {
    try {
      await fileStore.write(emojiFolder(organizationId, 'still'), [{ name: fileName, content: still }]);
    } catch (error) {
      // Report the first failure, not one of the cleanup.
      await removeEmojiPicture(fileStore, organizationId, fileName).catch(() => undefined);
      throw error;
    }
  }
  return { fileName, isAnimated: moving !== undefined };
}

/** Removes a picture that no emoji uses. */
export async function removeEmojiPicture(store: FileStore, organizationId: number, fileName: string) {
  for (const motion of ['original', 'still'] as const)
    await store.remove(`${emojiFolder(organizationId, motion)}/${fileName}`);
}

/** The bytes of a picture by its file name; undefined if it does not exist. */
export function readEmojiPicture(
  store: FileStore,
  organizationId: number,
  fileName: string,
  motion: EmojiMotion,
): Promise<Buffer | undefined> {
  return store.read(`${emojiFolder(organizationId, motion)}/${fileName}`);
}
