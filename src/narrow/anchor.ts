// The anchor, the point on the id axis around which messages are fetched: an id, an end, a date, or the first
// unread message.

import { badRequest } from '../api-contract/error.ts';
import { parseMoment } from './moment.ts';

/** The end of all messages; above every id. */
export const NEWEST = 10_000_000_000_000_000;

export type Anchor =
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'first-unread' }
  /** Seconds since 1970. */
  | { readonly kind: 'date'; readonly moment: number };

function momentOf(date: string): number {
  const moment = parseMoment(date);
  if (moment === undefined) throw badRequest('Invalid anchor_date');
  return moment;
}

/** The anchor that the parameters name. */
export function readAnchor(
  anchor: string | undefined,
  anchorDate: string | undefined,
  useFirstUnread: boolean,
): Anchor {
  // The legacy parameter takes precedence over an anchor sent with it.
  if (useFirstUnread) return { kind: 'first-unread' };
  if (anchor === undefined) {
    throw badRequest("Missing 'anchor' argument.");
  }
  switch (anchor) {
    case 'oldest':
      return { kind: 'id', id: 0 };
    case 'newest':
      return { kind: 'id', id: NEWEST };
    case 'first_unread':
      return { kind: 'first-unread' };
    case 'date':
      if (anchorDate === undefined) throw badRequest("Missing 'anchor_date' argument.");
      return { kind: 'date', moment: momentOf(anchorDate) };
    default: {
      if (!/^\s*[+-]?\d+\s*$/.test(anchor)) throw badRequest('Invalid anchor');
      return { kind: 'id', id: Math.min(Math.max(Number(anchor), 0), NEWEST) };
    }
  }
}
