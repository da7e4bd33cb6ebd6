// The pictures of custom emoji, kept as `emoji/{organization}/{file}`, and the still pictures of those that move as
// `emoji/{organization}/still/{file}`.

import { randomBytes } from 'node:crypto';
import { ApiError } from '../../contract/error.ts';
import type { FileStore } from '../files/file-store.ts';
import { extensions, imageKind } from '../images/image-format.ts';
import { stillImage } from '../images/still-image.ts';

export interface KeptPicture {
  readonly fileName: string;
  readonly isAnimated: boolean;
}

export type EmojiMotion = 'as it is' | 'still';

function emojiFolder(organizationId: number, motion: EmojiMotion): string {
  return motion === 'still' ? `emoji/${organizationId}/still` : `emoji/${organizationId}`;
}

/**
 * Keeps an uploaded picture under a name that nothing else has, so that a failure later leaves at most an
 * unused file.
 * @throws `BAD_IMAGE` for what is no GIF, JPEG, PNG or WebP.
 */
export async function keepPicture(
  store: FileStore,
  organizationId: number,
  bytes: Buffer,
): Promise<KeptPicture> {
  const kind = imageKind(bytes);
  if (!kind) throw new ApiError(400, 'BAD_IMAGE', 'Invalid image format');
  const { format, isAnimated } = kind;
  const fileName = `${randomBytes(12).toString('hex')}.${extensions[format]}`;
  await store.write(emojiFolder(organizationId, 'as it is'), [{ name: fileName, content: bytes }]);
  if (isAnimated) {
    const still = { name: fileName, content: stillImage(format, bytes) };
    await store.write(emojiFolder(organizationId, 'still'), [still]);
  }
  return { fileName, isAnimated };
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
