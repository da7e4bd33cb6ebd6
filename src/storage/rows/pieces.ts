// Combines lines of rows into pieces that fit into memory.

import { MEBIBYTE } from '../../api-contract/limits.ts';

/** A piece ends once it has this many characters. */
const PIECE_CHARACTERS = MEBIBYTE;

/** Lines in pieces of about a megabyte, none of them empty. */
export async function* inPieces(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<readonly string[]> {
  let piece: string[] = [];
  let characters = 0;
  for await (const line of lines) {
    piece.push(line);
    characters += line.length;
    if (characters < PIECE_CHARACTERS) continue;
    yield piece;
    piece = [];
    characters = 0;
  }
  if (piece.length > 0) yield piece;
}
