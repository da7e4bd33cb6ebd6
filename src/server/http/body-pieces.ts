// The pieces of a large body: bytes, and what is put together of shared parts in the moment when it goes out.

import { Readable } from 'node:stream';
import { GatheredJson } from '../../api-contract/written-json.ts';

export type BodyPiece = Buffer | GatheredJson;

/** Pieces that are put together before the first of them was taken by the connection. */
const PIECES_AHEAD = 2;

/** The bytes of a piece. */
export function joinedPiece(piece: BodyPiece): Buffer {
  return piece instanceof GatheredJson ? piece.joined() : piece;
}

/** Copies a piece to a place among other bytes; gives its length. */
function copyPiece(piece: BodyPiece, target: Buffer, at: number): number {
  if (piece instanceof GatheredJson) piece.copyTo(target, at);
  else piece.copy(target, at);
  return piece.length;
}

/** Pieces that are compressed together. */
export const STRETCH_BYTES = 1024 * 1024;

/**
 * The pieces in stretches of up to a mebibyte, which take less to compress than many small ones; those that are to stay apart
 * each by itself. The bytes of one stretch hold until the next is taken: an answer has the same room for all of them.
 */
export function* stretchesOf(
  pieces: readonly BodyPiece[],
  isApart: (piece: BodyPiece) => boolean = () => false,
): Generator<Buffer> {
  const room = Buffer.allocUnsafeSlow(STRETCH_BYTES);
  let filled = 0;
  for (const piece of pieces) {
    const isAlone = isApart(piece) || piece.length > room.length;
    if (filled > 0 && (isAlone || filled + piece.length > room.length)) {
      yield room.subarray(0, filled);
      filled = 0;
    }
    if (isAlone) yield joinedPiece(piece);
    else filled += copyPiece(piece, room, filled);
  }
  if (filled > 0) yield room.subarray(0, filled);
}

function* joinedPieces(pieces: readonly BodyPiece[]): Generator<Buffer> {
  for (const piece of pieces) yield joinedPiece(piece);
}

/** The bytes of all pieces, each when it is its turn. */
export function streamOf(pieces: readonly BodyPiece[]): Readable {
  return Readable.from(joinedPieces(pieces), { highWaterMark: PIECES_AHEAD });
}
