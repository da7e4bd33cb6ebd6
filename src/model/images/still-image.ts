// The first frame of an image that moves, for clients that show it at rest.

import { stillGif } from './gif.ts';
import type { ImageFormat } from './image-format.ts';
import { stillPng } from './png.ts';
import { stillWebp } from './webp.ts';

/** An image of the same format that does not move. */
export function stillImage(format: ImageFormat, bytes: Buffer): Buffer {
  switch (format) {
    case 'gif':
      return stillGif(bytes);
    case 'png':
      return stillPng(bytes);
    case 'webp':
      return stillWebp(bytes);
    case 'jpeg':
      return bytes;
  }
}
