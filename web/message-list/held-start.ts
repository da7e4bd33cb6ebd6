// Where a view begins whose messages are held already, so that it is shown without asking the server.

import type { Ranges } from '../store/ranges.ts';
import type { StartingPlace } from './starting-place.ts';

/**
 * At its first unread message, else at its end; undefined where that is not held. `firstUnread` is undefined where
 * everything is read.
 */
export function heldStart(
  ranges: Ranges,
  firstUnread: number | 'unknown' | undefined,
): StartingPlace | undefined {
  if (firstUnread === 'unknown') return undefined;
  if (firstUnread === undefined) return ranges.newest ? { kind: 'end' } : undefined;
  const isHeld = ranges.around(firstUnread)?.ids.includes(firstUnread);
  return isHeld ? { kind: 'message', id: firstUnread, at: 'unread' } : undefined;
}
