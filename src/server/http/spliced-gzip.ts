// A large answer as one gzip member that is put together of parts: what many answers share is compressed once and kept with
// its bytes. Each part is deflated apart and ends at a whole byte, so that parts follow each other in one stream. (RFC 1951,
// 3.2; RFC 1952, 2.3) Zstd would need a frame for each part, and many clients read only the first.

import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { isSharedByAnswers } from '../../api-contract/written-json.ts';
import { type BodyPiece, STRETCH_BYTES, stretchesOf } from './body-pieces.ts';
import { checkOfBoth } from './joined-checks.ts';

/** No name, no time, the quickest compression, an unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255]);
/** A last block that holds nothing. */
const LAST_BLOCK = Buffer.from([3, 0]);

const options = { level: 1, finishFlush: constants.Z_SYNC_FLUSH, chunkSize: STRETCH_BYTES / 4 };

/** A part of a member, and the check of what it was made of. */
interface Part {
  readonly bytes: Buffer;
  readonly check: number;
}

async function partOf(bytes: Buffer): Promise<Part> {
  const check = crc32(bytes);
  return { bytes: await promisify(deflateRaw)(bytes, options), check };
}

const kept = new WeakMap<Buffer, Promise<Part>>();

function keptPartOf(bytes: Buffer): Promise<Part> {
  const present = kept.get(bytes);
  if (present) return present;
  const made = partOf(bytes);
  made.catch(() => kept.delete(bytes));
  kept.set(bytes, made);
  return made;
}

function isShared(piece: BodyPiece): boolean {
  return Buffer.isBuffer(piece) && isSharedByAnswers(piece);
}

/** What ends a member: the check of its content, and its length. */
function trailerOf(check: number, length: number): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(check, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return trailer;
}

/** The pieces as one gzip member, part after part. */
export async function* splicedGzip(pieces: readonly BodyPiece[]): AsyncGenerator<Buffer> {
  let check = 0;
  let length = 0;
  yield HEADER;
  for (const stretch of stretchesOf(pieces, isShared)) {
    const part = await (isShared(stretch) ? keptPartOf(stretch) : partOf(stretch));
    yield part.bytes;
    check = checkOfBoth(check, part.check, stretch.length);
    length += stretch.length;
  }
  yield LAST_BLOCK;
  yield trailerOf(check, length);
}
