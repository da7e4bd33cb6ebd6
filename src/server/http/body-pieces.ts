// The pieces of a large body: bytes, and what is put together of shared parts in the moment when it goes out.

import { Readable } from 'node:stream';
import { GatheredJson } from '../../contract/written-json.ts';

export type BodyPiece = Buffer | GatheredJson;

/** Pieces that are put together before the first of them was taken by the connection. */
const PIECES_AHEAD = 2;

/** The bytes of a piece. */
export function joinedPiece(piece: BodyPiece): Buffer {
  return piece instanceof GatheredJson ? piece.joined() : piece;
}

/** Copies a piece to a place among other bytes; gives its length. */
export function copyPiece(piece: BodyPiece, target: Buffer, at: number): number {
  if (piece instanceof GatheredJson) piece.copyTo(target, at);
  else piece.copy(target, at);
  return piece.length;
}

function* joinedPieces(pieces: readonly BodyPiece[]): Generator<Buffer> {
  for (const piece of pieces) yield joinedPiece(piece);
}

/** The bytes of all pieces, each when it is its turn. */
export function streamOf(pieces: readonly BodyPiece[]): Readable {
  return Readable.from(joinedPieces(pieces), { highWaterMark: PIECES_AHEAD });
}
