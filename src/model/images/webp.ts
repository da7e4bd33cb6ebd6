// The chunks of a WebP. An animated one holds whole pictures, one a frame.

const HEADER_BYTES = 12;
const FRAME_HEADER_BYTES = 16;
const ANIMATION_FLAG = 0x02;
const ALPHA_FLAG = 0x10;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  /** With header and padding. */
  readonly bytes: Buffer;
}

function* chunks(bytes: Buffer, start: number): Generator<Chunk> {
  let place = start;
  while (place + 8 <= bytes.length) {
    const size = bytes.readUInt32LE(place + 4);
    const end = place + 8 + size + (size & 1);
    if (place + 8 + size > bytes.length) return;
    yield {
      type: bytes.toString('latin1', place, place + 4),
      data: bytes.subarray(place + 8, place + 8 + size),
      bytes: bytes.subarray(place, end),
    };
    place = end;
  }
}

function firstFrame(bytes: Buffer): Buffer | undefined {
  for (const { type, data } of chunks(bytes, HEADER_BYTES)) {
    if (type === 'ANMF' && data.length > FRAME_HEADER_BYTES) return data;
  }
  return undefined;
}

/** Whether a WebP says that it is animated and has a frame. */
export function isAnimatedWebp(bytes: Buffer): boolean {
  for (const { type, data } of chunks(bytes, HEADER_BYTES)) {
    if (type === 'VP8X') return ((data[0] ?? 0) & ANIMATION_FLAG) !== 0 && firstFrame(bytes) !== undefined;
  }
  return false;
}

function chunk(type: string, data: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 0, 'latin1');
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data, Buffer.alloc(data.length & 1)]);
}

/** The first frame as a WebP of its own; the same bytes when nothing moves. */
export function stillWebp(bytes: Buffer): Buffer {
  const frame = firstFrame(bytes);
  if (!frame) return bytes;
  const pictures = [...chunks(frame, FRAME_HEADER_BYTES)].filter(({ type }) =>
    /^(ALPH|VP8 |VP8L)$/.test(type),
  );
  const extended = Buffer.alloc(10);
  extended[0] = pictures.some(({ type }) => type !== 'VP8 ') ? ALPHA_FLAG : 0;
  // Width and height less one, three bytes each, as the frame states them.
  frame.copy(extended, 4, 6, 12);
  const body = Buffer.concat([chunk('VP8X', extended), ...pictures.map((picture) => picture.bytes)]);
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP', 'latin1'), body]));
}
