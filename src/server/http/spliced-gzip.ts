// Streams a large answer as one gzip member assembled from parts. Parts shared by many answers are compressed
// once and cached. Each part is deflated separately and ends at a byte boundary, so that parts can be
// concatenated in one stream. (RFC 1951, 3.2; RFC 1952, 2.3) Zstd would need a frame per part, and many
// clients read only the first frame.

import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { isSharedByAnswers } from '../../api-contract/written-json.ts';
import { BODY_CHUNK_BYTES, type BodyPiece, bodyChunksOf } from './body-pieces.ts';
import { combineCrc32 } from './crc32-combine.ts';

/** No name, no time, fastest compression, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
/** A final empty block. */
const LAST_BLOCK = Buffer.from([3, 0]);

const options = { level: 1, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: BODY_CHUNK_BYTES / 4 };

/** A compressed part, with the CRC of its content. */
interface Part {
  readonly bytes: Buffer;
  readonly crc: number;
}

async function partOf(bytes: Buffer): Promise<Part> {
  const crc = crc32(bytes);
  return { bytes: await promisify(deflateRaw)(bytes, options), crc };
}

const cachedParts = new WeakMap<Buffer, Promise<Part>>();

function cachedPartOf(bytes: Buffer): Promise<Part> {
  const cached = cachedParts.get(bytes);
  if (cached) return cached;
  const part = partOf(bytes);
  part.catch(() => cachedParts.delete(bytes));
  cachedParts.set(bytes, part);
  return part;
}

function isShared(piece: BodyPiece): boolean {
  return Buffer.isBuffer(piece) && isSharedByAnswers(piece);
}

/** The trailer of a member: the CRC of its content, and its length. */
function trailerOf(crc: number, length: number): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return trailer;
}

/** The pieces as one gzip member, part by part. */
export async function* splicedGzip(pieces: readonly BodyPiece[]): AsyncGenerator<Buffer> {
  let crc = 0;
  let length = 0;
  yield HEADER;
  for (const chunk of bodyChunksOf(pieces, isShared)) {
    const part = await (isShared(chunk) ? cachedPartOf(chunk) : partOf(chunk));
    yield part.bytes;
    crc = combineCrc32(crc, part.crc, chunk.length);
    length += chunk.length;
  }
  yield LAST_BLOCK;
  yield trailerOf(crc, length);
}
