// The sizes in which uploaded pictures are also kept. They are made when a picture comes, before it can be linked,
// so that nobody ever waits for one.

import { open } from 'node:fs/promises';
import type { Content, NamedContent } from '../../files/file-store.ts';
import type { Pictures } from '../../images/pictures.ts';
import type { PictureFacts } from '../../images/scaling.ts';
import { beginsLikePicture } from './media-type.ts';

const SIZE = { width: 840, height: 560 } as const;

/** The last part of a thumbnail's address, still and moving. */
export const STILL = `${SIZE.width}x${SIZE.height}.webp`;
export const MOVING = `${SIZE.width}x${SIZE.height}-anim.webp`;

/** As POST /register lists them. */
export const thumbnailFormats = [
  { name: MOVING, max_width: SIZE.width, max_height: SIZE.height, format: 'webp', animated: true },
  { name: STILL, max_width: SIZE.width, max_height: SIZE.height, format: 'webp', animated: false },
];

/** The name of the full-size copy of a picture that browsers do not show. */
export function transcodedName(width: number, height: number): string {
  return `${width}x${height}.webp`;
}

/** An uploaded picture in all its sizes. */
export interface Picture extends PictureFacts {
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

/** Reads and scales a picture; undefined for what is none, is broken or is too large. */
export async function picture(pictures: Pictures, content: Content): Promise<Picture | undefined> {
  if (!beginsLikePicture(await headOf(content))) return undefined;
  const made = await pictures.thumbnails(Buffer.isBuffer(content) ? content : content.path, SIZE);
  if (!made) return undefined;
  const { facts, still, moving, copy } = made;
  const sizes: NamedContent[] = [{ name: STILL, content: still }];
  if (moving) sizes.push({ name: MOVING, content: moving });
  if (copy) sizes.push({ name: transcodedName(facts.width, facts.height), content: copy });
  return { ...facts, isAnimated: moving !== undefined, isTranscoded: copy !== undefined, sizes };
}
