// The pieces of a large body: bytes, or shared parts that are joined only when sent.

import { Readable } from 'node:stream';
import { GatheredJson } from '../../api-contract/written-json.ts';

export type BodyPiece = Buffer | GatheredJson;

/** Number of pieces that may be joined before the connection takes the first. */
const PIECES_AHEAD = 2;

export function bytesOfPiece(piece: BodyPiece): Buffer {
  return piece instanceof GatheredJson ? piece.toBuffer() : piece;
}

/** Copies a piece into a buffer and returns its length. */
function copyPiece(piece: BodyPiece, target: Buffer, at: number): number {
  if (piece instanceof GatheredJson) piece.copyTo(target, at);
  else piece.copy(target, at);
  return piece.length;
}

/** Size of the chunks that pieces are compressed in. */
export const BODY_CHUNK_BYTES = 1024 * 1024;

/**
 * Joins pieces into chunks of up to a mebibyte, which compress faster than many small pieces. Pieces for
 * which `isSeparatePiece` holds stay separate. A chunk's bytes are valid until the next one is read, because one
 * buffer is reused for all of them.
 */
export function* bodyChunksOf(
  pieces: readonly BodyPiece[],
  isSeparatePiece: (piece: BodyPiece) => boolean = () => false,
): Generator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(BODY_CHUNK_BYTES);
  let filled = 0;
  for (const piece of pieces) {
    const isSeparate = isSeparatePiece(piece) || piece.length > buffer.length;
    if (filled > 0 && (isSeparate || filled + piece.length > buffer.length)) {
      yield buffer.subarray(0, filled);
      filled = 0;
    }
    if (isSeparate) yield bytesOfPiece(piece);
    else filled += copyPiece(piece, buffer, filled);
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}

function* joinedPieces(pieces: readonly BodyPiece[]): Generator<Buffer> {
  for (const piece of pieces) yield bytesOfPiece(piece);
}

/** A stream of all pieces; each is joined only when it is read. */
export function streamOf(pieces: readonly BodyPiece[]): Readable {
  return Readable.from(joinedPieces(pieces), { highWaterMark: PIECES_AHEAD });
}
