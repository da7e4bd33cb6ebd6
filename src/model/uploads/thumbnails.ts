// The sizes in which uploaded pictures are also kept. They are made when a picture comes, before it can be linked,
// so that nobody ever waits for one.

import type { NamedBytes } from '../files/durable.ts';
import { type PictureFacts, pictureFacts, thumbnail, transcoded } from '../images/scaling.ts';
import { beginsLikePicture, isShownPicture } from './media-type.ts';

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
  readonly sizes: readonly NamedBytes[];
}

/** Reads and scales a picture; undefined for what is none or is broken. */
export async function picture(bytes: Buffer): Promise<Picture | undefined> {
  if (!beginsLikePicture(bytes)) return undefined;
  const facts = await pictureFacts(bytes);
  const still = facts && (await thumbnail(bytes, SIZE, 'still'));
  if (!still) return undefined;
  const sizes: NamedBytes[] = [{ name: STILL, bytes: still }];
  const moving = facts.isAnimated ? await thumbnail(bytes, SIZE, 'moving') : undefined;
  if (moving) sizes.push({ name: MOVING, bytes: moving });
  const copy = isShownPicture(facts.contentType) ? undefined : await transcoded(bytes);
  if (copy) sizes.push({ name: transcodedName(facts.width, facts.height), bytes: copy });
  return { ...facts, isAnimated: moving !== undefined, isTranscoded: copy !== undefined, sizes };
}
