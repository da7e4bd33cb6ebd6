// The chunks of a PNG. An animated one has further chunks beside the plain picture that old viewers show.

const SIGNATURE_BYTES = 8;
const animationChunks = new Set(['acTL', 'fcTL', 'fdAT']);

interface Chunk {
  readonly type: string;
  /** With length, type and checksum. */
  readonly bytes: Buffer;
}

function* chunks(bytes: Buffer): Generator<Chunk> {
  let place = SIGNATURE_BYTES;
  while (place + 12 <= bytes.length) {
    const end = place + 12 + bytes.readUInt32BE(place);
    if (end > bytes.length) return;
    yield { type: bytes.toString('latin1', place + 4, place + 8), bytes: bytes.subarray(place, end) };
    place = end;
  }
}

/** Whether a PNG has frames: an `acTL` chunk stands before the first picture's data. */
export function isAnimatedPng(bytes: Buffer): boolean {
  for (const { type } of chunks(bytes)) {
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}

/** The same PNG without what moves. */
export function stillPng(bytes: Buffer): Buffer {
  const kept = [...chunks(bytes)].filter(({ type }) => !animationChunks.has(type));
  return Buffer.concat([bytes.subarray(0, SIGNATURE_BYTES), ...kept.map((chunk) => chunk.bytes)]);
}
