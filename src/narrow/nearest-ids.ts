// Finds the message ids nearest to one end of many index ranges with few queries. Ranges that cannot reach
// the page are left out; the others return a share of the page first.

import type { Reader } from '../storage/reader-writer.ts';
import type { ConversationSpan } from '../stores/conversations/conversation-lists.ts';
import { type IdPage, idsInRanges, type KeyRange, type RangeIndex } from '../stores/messages/range-store.ts';

function isOrdered(ids: readonly number[], direction: IdPage['direction']): boolean {
  for (let at = 1; at < ids.length; at++) {
    const before = ids[at - 1] ?? 0;
    const id = ids[at] ?? 0;
    if (direction === 'older' ? id >= before : id <= before) return false;
  }
  return true;
}

/** Merges ordered lists of ids into one without duplicates. */
export function mergedIds(
  lists: readonly (readonly number[])[],
  { direction, limit }: Pick<IdPage, 'direction' | 'limit'>,
): number[] {
  // Most pages come from one list.
  const joined = lists.length === 1 ? (lists[0] ?? []) : lists.flat();
  if (isOrdered(joined, direction)) return joined.slice(0, limit);
  const ids = [...new Set(joined)].sort(direction === 'older' ? (a, b) => b - a : (a, b) => a - b);
  return ids.length > limit ? ids.slice(0, limit) : ids;
}

/** An id range whose first or last id may be known to be a message in it. */
export interface Span extends KeyRange {
  readonly isFirstKnown?: boolean;
  readonly isLastKnown?: boolean;
}

/** The id ranges that contain the messages of conversations; both ends are known messages. */
export function spanRanges(spans: readonly ConversationSpan[]): Span[] {
  return spans.map(({ id, first, last }) => ({
    key: id,
    low: first,
    high: last + 1,
    isFirstKnown: true,
    isLastKnown: true,
  }));
}

/**
 * Leaves out ranges that cannot reach the page. If the nearest message of each range is known, no more ranges can reach
 * the page than it has messages.
 */
function reachable(ranges: readonly Span[], { direction, limit, ...bounds }: IdPage): KeyRange[] {
  const clipped: { readonly range: KeyRange; readonly tip: number | undefined }[] = [];
  const tips: number[] = [];
  for (const { key, low: first, high: last, isFirstKnown, isLastKnown } of ranges) {
    const low = Math.max(first, bounds.low);
    const high = Math.min(last, bounds.high);
    if (low >= high) continue;
    let tip: number | undefined;
    if (direction === 'older' && isLastKnown && high === last) tip = high - 1;
    if (direction === 'newer' && isFirstKnown && low === first) tip = low;
    if (tip !== undefined) tips.push(tip);
    clipped.push({ range: { key, low, high }, tip });
  }
  const farthest =
    tips.length <= limit
      ? undefined
      : tips.sort((a, b) => (direction === 'older' ? b - a : a - b))[limit - 1];
  const reachableRanges: KeyRange[] = [];
  for (const { range, tip } of clipped) {
    const isBeyond =
      farthest !== undefined &&
      tip !== undefined &&
      (direction === 'older' ? tip < farthest : tip > farthest);
    if (!isBeyond) reachableRanges.push(range);
  }
  return reachableRanges;
}

/** The nearest ids of many ranges: a few of each first, then the rest of those that may contain more. */
export async function nearestIds(
  reader: Reader,
  index: RangeIndex,
  ranges: readonly Span[],
  page: IdPage,
): Promise<number[]> {
  const { direction, limit } = page;
  const reachableRanges = reachable(ranges, page);
  if (reachableRanges.length === 0) return [];
  const share =
    reachableRanges.length <= 4 ? limit : Math.min(limit, Math.ceil(limit / reachableRanges.length) + 3);
  const firstLists = await idsInRanges(reader, index, reachableRanges, { direction, limit: share });
  const nearest = mergedIds(firstLists, page);
  if (share === limit) return nearest;
  const farthest = nearest.length < limit ? undefined : nearest.at(-1);
  const rangesToExtend: KeyRange[] = [];
  for (const [position, ids] of firstLists.entries()) {
    const last = ids.at(-1);
    const range = reachableRanges[position];
    if (ids.length < share || last === undefined || !range) continue;
    const { key } = range;
    const low = direction === 'older' ? Math.max(range.low, (farthest ?? range.low - 1) + 1) : last + 1;
    const high = direction === 'older' ? last : Math.min(range.high, farthest ?? range.high);
    if (low < high) rangesToExtend.push({ key, low, high });
  }
  const more = await idsInRanges(reader, index, rangesToExtend, page);
  return more.length === 0 ? nearest : mergedIds([nearest, ...more], page);
}
