// Marks each frame of a recorded WebM file as a key frame. Firefox does not, and Chromium then refuses to play the file,
// since it finds no frame to begin with. Each frame of Opus can be decoded without others.

import { CLUSTER, EBML, readElement, readNumber, SEGMENT } from './ebml.ts';

const SIMPLE_BLOCK = 0xa3;
const KEY_FRAME = 0x80;
/** Between the number of the track and the flags. */
const TIME_BYTES = 2;

/** Where the flags of each block are. */
function* flagsIn(file: Uint8Array): Generator<number> {
  let at = 0;
  while (at < file.length) {
    const element = readElement(file, at);
    if (!element || (at === 0 && element.id !== EBML)) return;
    const { id, contentAt, size } = element;
    if (id === SIMPLE_BLOCK) {
      const track = readNumber(file, contentAt, false);
      const flagsAt = contentAt + (track?.length ?? 0) + TIME_BYTES;
      if (track && flagsAt < Math.min(file.length, contentAt + (size ?? 0))) yield flagsAt;
    }
    // What these contain follows, like the elements after those of unknown size.
    if (id === SEGMENT || id === CLUSTER) at = contentAt;
    else if (size === undefined) return;
    else at = contentAt + size;
  }
}

/**
 * The bytes of a WebM file with one track of Opus, with all frames marked.
 * @returns undefined if nothing needs to change, or nothing is recognized
 */
export function withKeyFrames(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  let changed: Uint8Array<ArrayBuffer> | undefined;
  for (const at of flagsIn(file)) {
    const flags = file[at] ?? 0;
    if ((flags & KEY_FRAME) !== 0) continue;
    changed ??= file.slice();
    changed[at] = flags | KEY_FRAME;
  }
  return changed;
}
