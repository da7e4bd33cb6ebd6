// Draws two-color pictures as PNG without an image library: small and fast.

import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const INDEXED = 3;

/** Red, green and blue, 0 to 255. */
export type Color = readonly [number, number, number];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}

/** A picture with the second color where `isInk` is true. */
export function twoColorPng(
  size: { readonly width: number; readonly height: number },
  paper: Color,
  ink: Color,
  isInk: (x: number, y: number) => boolean,
): Buffer {
  const { width, height } = size;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  header[9] = INDEXED;
  const bytesPerLine = 1 + Math.ceil(width / 8);
  const pixels = Buffer.alloc(bytesPerLine * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isInk(x, y)) continue;
      const byte = y * bytesPerLine + 1 + (x >> 3);
      pixels[byte] = (pixels[byte] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([...paper, ...ink])),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
