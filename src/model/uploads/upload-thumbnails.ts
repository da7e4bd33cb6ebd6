// The additional sizes in which uploaded pictures are stored. They are created when a picture is received,
// before it can be linked, so that viewers never wait for them.

import { open } from 'node:fs/promises';
import type { Content, NamedContent } from '../../files/file-store.ts';
import type { Pictures } from '../../images/pictures.ts';
import type { PictureProperties } from '../../images/scaling.ts';
import { beginsLikePicture } from './media-type.ts';

const SIZE = { width: 840, height: 560 } as const;

/** The last segment of a thumbnail's URL, still and animated. */
export const STILL_THUMBNAIL = `${SIZE.width}x${SIZE.height}.webp`;
export const ANIMATED_THUMBNAIL = `${SIZE.width}x${SIZE.height}-anim.webp`;

/** As listed in `POST /register`. */
export const thumbnailFormats = [
  {
    name: ANIMATED_THUMBNAIL,
    max_width: SIZE.width,
    max_height: SIZE.height,
    format: 'webp',
    animated: true,
  },
  { name: STILL_THUMBNAIL, max_width: SIZE.width, max_height: SIZE.height, format: 'webp', animated: false },
];

/** The name of the full-size copy of a picture whose own format browsers do not display. */
export function transcodedName(width: number, height: number): string {
  return `${width}x${height}.webp`;
}

/** An uploaded picture with all its sizes. */
export interface UploadedPicture extends PictureProperties {
  readonly isTranscoded: boolean;
  readonly sizes: readonly NamedContent[];
}

const HEAD_BYTES = 16;

async function headOf(content: Content): Promise<Buffer> {
  if (Buffer.isBuffer(content)) return content.subarray(0, HEAD_BYTES);
  const handle = await open(content.path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Decodes and scales a picture; undefined if it is not a picture, is damaged, or is too large. */
export async function thumbnailedPicture(
  pictures: Pictures,
  content: Content,
): Promise<UploadedPicture | undefined> {
  if (!beginsLikePicture(await headOf(content))) return undefined;
  const thumbnails = await pictures.thumbnails(Buffer.isBuffer(content) ? content : content.path, SIZE);
  if (!thumbnails) return undefined;
  const { facts, still, moving, copy } = thumbnails;
  const sizes: NamedContent[] = [{ name: STILL_THUMBNAIL, content: still }];
  if (moving) sizes.push({ name: ANIMATED_THUMBNAIL, content: moving });
  if (copy) sizes.push({ name: transcodedName(facts.width, facts.height), content: copy });
  return { ...facts, isAnimated: moving !== undefined, isTranscoded: copy !== undefined, sizes };
}
