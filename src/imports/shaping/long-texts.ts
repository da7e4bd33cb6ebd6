// Texts longer than a message may be become several messages, so that nothing of them is lost.

import { limits } from '../../api-contract/limits.ts';

const OPENING = /^(`{3,}|~{3,})[^`~]*$/;
/** Of longer ones there is no need, and they would leave no room. */
const LONGEST_OPENING = 100;

/** What opens the block of code that a text ends in; undefined where it ends in none. */
function openAtEnd(text: string, opened: string | undefined): string | undefined {
  let open = opened;
  for (const line of text.split('\n')) {
    const plain = line.trimEnd();
    if (open !== undefined) open = plain === marksOf(open) ? undefined : open;
    else if (plain.length <= LONGEST_OPENING && OPENING.test(plain)) open = plain;
  }
  return open;
}

function marksOf(opening: string): string {
  return OPENING.exec(opening)?.[1] ?? '';
}

/** A text in pieces that are messages, cut where lines end, if it can be; code that is cut goes on as code. */
export function inMessages(text: string): string[] {
  const most = limits.messageCodePoints;
  // Every code point takes at most two units.
  if (text.length <= most) return [text];
  const points = [...text];
  if (points.length <= most) return [text];
  const pieces: string[] = [];
  // What opens and closes a block of code again.
  const room = most > 10 * LONGEST_OPENING ? most - 2 * LONGEST_OPENING - 2 : most;
  let open: string | undefined;
  for (let at = 0; at < points.length; ) {
    const end = Math.min(at + room, points.length);
    const taken = points.slice(at, end);
    const lineEnd = end === points.length ? -1 : taken.lastIndexOf('\n');
    const next = lineEnd > 0 ? at + lineEnd + 1 : end;
    const piece = points.slice(at, next).join('');
    const before = open === undefined ? '' : `${open}\n`;
    open = openAtEnd(piece, open);
    const after = open === undefined ? '' : `\n${marksOf(open)}`;
    const whole = `${before}${after === '' ? piece : piece.trimEnd()}${after}`.trim();
    if (piece.trim() !== '') pieces.push(whole);
    at = next;
  }
  return pieces;
}
