// The anchor, the point on the id axis around which messages are fetched: an id, an end, a date, or the first
// unread message.

import { badRequest } from '../api-contract/error.ts';

/** The end of all messages; above every id. */
export const NEWEST = 10_000_000_000_000_000;

export type Anchor =
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'first-unread' }
  /** Seconds since 1970. */
  | { readonly kind: 'date'; readonly moment: number };

const DATE =
  /^(?=\d{4}-\d{2}-|\d{8}(?!\d))(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?\s?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** The time of an ISO 8601 date or time, in seconds, rounded up; UTC without a zone. */
function momentOf(text: string): number {
  const match = DATE.exec(text.trim());
  if (!match) throw badRequest('Invalid anchor_date');
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone = 'Z'] = match;
  const [y, mo, d] = [Number(year), Number(month), Number(day)];
  const [h, mi, s] = [Number(hour), Number(minute), Number(second)];
  const midnight = new Date(0);
  midnight.setUTCFullYear(y, mo - 1, d);
  const isDay = midnight.getUTCMonth() === mo - 1 && midnight.getUTCDate() === d;
  if (!isDay || y === 0 || h > 23 || mi > 59 || s > 60) throw badRequest('Invalid anchor_date');
  const seconds = midnight.getTime() / 1000 + h * 3600 + mi * 60 + s + Number(`0.${fraction}`);
  return Math.ceil(seconds - offsetOf(zone));
}

/** The seconds by which a zone is ahead of UTC; 0 for `Z`, which has no digits. */
function offsetOf(zone: string): number {
  const digits = zone.slice(1).replace(':', '');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2) || '0')];
  if (hours > 23 || minutes > 59) throw badRequest('Invalid anchor_date');
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60);
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
