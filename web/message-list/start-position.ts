// The position of a view when it is first shown.

import type { Anchor } from '../store/message-list.ts';
import type { Range } from '../store/ranges.ts';

/** At the end, or with a message in the middle, at the unread line, below all that is above it, or at a distance from the top. */
export type StartPosition =
  | { readonly kind: 'end' }
  | { readonly kind: 'message'; readonly id: number; readonly at: 'middle' | 'unread' | 'start' | number };

/**
 * The position for a fetched page.
 *
 * @param anchor the requested anchor
 * @param found the anchor message the server chose
 * @param range the known range around it
 */
export function startPosition(anchor: Anchor, found: number, { ids }: Range): StartPosition {
  if (typeof anchor === 'number') {
    const id = ids.find((id) => id >= anchor) ?? ids.at(-1);
    return id === undefined ? { kind: 'end' } : { kind: 'message', id, at: 'middle' };
  }
  const [first] = ids;
  if (anchor === 'oldest' && first !== undefined) return { kind: 'message', id: first, at: 'start' };
  return anchor === 'first_unread' && ids.includes(found)
    ? { kind: 'message', id: found, at: 'unread' }
    : { kind: 'end' };
}
