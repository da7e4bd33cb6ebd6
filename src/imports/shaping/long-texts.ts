// Texts longer than a message may be become several messages, so that nothing of them is lost.

import { limits } from '../../contract/limits.ts';

/** A text in pieces that are messages, cut where lines end, if it can be. */
export function inMessages(text: string): string[] {
  const most = limits.messageCodePoints;
  // Every code point takes at most two units.
  if (text.length <= most) return [text];
  const points = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < points.length; ) {
    const end = Math.min(at + most, points.length);
    const lineEnd = end === points.length ? -1 : points.lastIndexOf('\n', end - 1);
    const next = lineEnd > at ? lineEnd + 1 : end;
    const piece = points.slice(at, next).join('').trim();
    if (piece !== '') pieces.push(piece);
    at = next;
  }
  return pieces;
}
