// Splits texts that are too long for one message into several, so that nothing is lost.

import { limits } from '../../api-contract/limits.ts';

const OPENING = /^(`{3,}|~{3,})[^`~]*$/;
/** Longer opening lines are not recognized: they are not needed in practice, and they would leave no space. */
const LONGEST_OPENING = 100;

/** The line that opens the code block which a text ends in; undefined if it ends outside of one. */
function openAtEnd(text: string, opened: string | undefined): string | undefined {
  let current = opened;
  for (const line of text.split('\n')) {
    const plain = line.trimEnd();
    if (current !== undefined) current = plain === marksOf(current) ? undefined : current;
    else if (plain.length <= LONGEST_OPENING && OPENING.test(plain)) current = plain;
  }
  return current;
}

function marksOf(opening: string): string {
  return OPENING.exec(opening)?.[1] ?? '';
}

/** Splits a text into messages, at line ends if possible; code that is split continues as code. */
export function splitIntoMessages(text: string): string[] {
  const max = limits.messageCodePoints;
  // Every code point has at most two UTF-16 units.
  if (text.length <= max) return [text];
  const points = [...text];
  if (points.length <= max) return [text];
  const pieces: string[] = [];
  // Leaves space to open and close a code block again.
  const pieceLength = max > 10 * LONGEST_OPENING ? max - 2 * LONGEST_OPENING - 2 : max;
  let openFence: string | undefined;
  for (let at = 0; at < points.length; ) {
    const end = Math.min(at + pieceLength, points.length);
    const slice = points.slice(at, end);
    const lineEnd = end === points.length ? -1 : slice.lastIndexOf('\n');
    const next = lineEnd > 0 ? at + lineEnd + 1 : end;
    const piece = points.slice(at, next).join('');
    const before = openFence === undefined ? '' : `${openFence}\n`;
    openFence = openAtEnd(piece, openFence);
    const after = openFence === undefined ? '' : `\n${marksOf(openFence)}`;
    const balanced = `${before}${after === '' ? piece : piece.trimEnd()}${after}`.trim();
    if (piece.trim() !== '') pieces.push(balanced);
    at = next;
  }
  return pieces;
}
