// The start position of a view whose messages are in memory, so that it is shown without a request.

import type { Ranges } from '../store/ranges.ts';
import type { StartPosition } from './start-position.ts';

/**
 * The first unread message, or else the end; undefined if that is not in memory. `firstUnread` is undefined if
 * everything is read.
 */
export function cachedStart(
  ranges: Ranges,
  firstUnread: number | 'unknown' | undefined,
): StartPosition | undefined {
  if (firstUnread === 'unknown') return undefined;
  if (firstUnread === undefined) return ranges.newest ? { kind: 'end' } : undefined;
  const isLoaded = ranges.around(firstUnread)?.ids.includes(firstUnread);
  return isLoaded ? { kind: 'message', id: firstUnread, at: 'unread' } : undefined;
}
