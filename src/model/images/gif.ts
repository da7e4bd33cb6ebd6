// The frames of a GIF, found by walking its blocks; nothing is decoded.

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

interface GifFrames {
  readonly count: number;
  /** Where the first frame ends; 0 when there is none. */
  readonly firstEnd: number;
}

/** Bytes of a colour table that a packed field announces. */
function colorTableBytes(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

/** The place after a chain of sub-blocks. */
function afterSubBlocks(bytes: Buffer, start: number): number {
  let place = start;
  for (let size = bytes[place]; size !== undefined; size = bytes[place]) {
    place += 1 + size;
    if (size === 0) return place;
  }
  return bytes.length;
}

/** Counts the frames up to the second, which is enough to know that it moves. */
export function gifFrames(bytes: Buffer): GifFrames {
  let place = 13 + colorTableBytes(bytes[10] ?? 0);
  let count = 0;
  let firstEnd = 0;
  while (place < bytes.length && count < 2) {
    const kind = bytes[place];
    if (kind === EXTENSION) place = afterSubBlocks(bytes, place + 2);
    else if (kind === IMAGE) {
      place = afterSubBlocks(bytes, place + 11 + colorTableBytes(bytes[place + 9] ?? 0));
      count += 1;
      if (count === 1) firstEnd = place;
    } else break;
  }
  return { count, firstEnd };
}

/** The same GIF with only its first frame. */
export function stillGif(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, gifFrames(bytes).firstEnd), Buffer.from([TRAILER])]);
}
