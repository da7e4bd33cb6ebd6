// Where the messages of a narrow are looked for: each source walks indexes from one end of a range of ids and
// gives what it finds in order. What a source gives beyond the narrow is left out afterwards (`predicates.ts`).

import type { ConversationSpan } from '../model/conversations/lists.ts';
import { FlagBit } from '../model/messages/flags.ts';
import { holdingIds, mentionsOfManyIds, personalRowIds, sentIds } from '../model/messages/list-store.ts';
import {
  type ColumnFilter,
  type Direction,
  type HasBit,
  type IdBounds,
  idsInRanges,
  type KeyRange,
  noFilter,
  type RangeIndex,
} from '../model/messages/range-store.ts';
import type { MessageHead } from '../model/messages/store.ts';
import type { UnreadPlace } from '../model/read-state/unread-places.ts';
import { matchingIds } from '../model/search/store.ts';
import type { Reader } from '../storage/session.ts';

/** What a source found, in the direction's order; `rest` is what it has not looked at, undefined at its end. */
export interface SourcePage {
  readonly heads: readonly MessageHead[];
  readonly rest: IdBounds | undefined;
}

/** What a source looks with: the tables, and the heads of messages that it finds there. */
export interface Looking {
  readonly reader: Reader;
  /** In the order of the ids; messages that are gone are missing. */
  heads(ids: readonly number[]): Promise<MessageHead[]>;
}

export interface Source {
  page(looking: Looking, direction: Direction, bounds: IdBounds, limit: number): Promise<SourcePage>;
}

type IdPage = (reader: Reader, direction: Direction, bounds: IdBounds, limit: number) => Promise<number[]>;

/** Ids of several lists, each in order, as one list without duplicates. */
export function mergedIds(
  direction: Direction,
  lists: readonly (readonly number[])[],
  limit: number,
): number[] {
  const ids = [...new Set(lists.flat())];
  ids.sort(direction === 'older' ? (a, b) => b - a : (a, b) => a - b);
  return ids.length > limit ? ids.slice(0, limit) : ids;
}

/** What lies beyond an id. */
export function restAfter(direction: Direction, bounds: IdBounds, lastId: number): IdBounds {
  return direction === 'older' ? { low: bounds.low, high: lastId } : { low: lastId + 1, high: bounds.high };
}

/** A source made of something that gives ids. */
function fromIds(idPage: IdPage): Source {
  return {
    async page({ reader, heads: headsOf }, direction, bounds, limit) {
      const ids = await idPage(reader, direction, bounds, limit);
      const heads = await headsOf(ids);
      const last = ids.at(-1);
      const rest = ids.length < limit || last === undefined ? undefined : restAfter(direction, bounds, last);
      return { heads, rest };
    },
  };
}

export const nothing: Source = { page: async () => ({ heads: [], rest: undefined }) };

/** Messages named one by one. */
export function namedSource(ids: readonly number[]): Source {
  return fromIds(async (_reader, direction, { low, high }, limit) =>
    mergedIds(direction, [ids.filter((id) => id >= low && id < high)], limit),
  );
}

/** A range of which it may be known that its first or last id is a message of it. */
export interface Span extends KeyRange {
  readonly isFirstKnown?: boolean;
  readonly isLastKnown?: boolean;
}

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
 * Leaves out ranges that cannot reach the page: where the nearest message of each is known, only as many ranges
 * as the page has messages can.
 */
function reachable(
  direction: Direction,
  ranges: readonly Span[],
  bounds: IdBounds,
  limit: number,
): KeyRange[] {
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
  const open: KeyRange[] = [];
  for (const { range, tip } of clipped) {
    const isBeyond =
      farthest !== undefined &&
      tip !== undefined &&
      (direction === 'older' ? tip < farthest : tip > farthest);
    if (!isBeyond) open.push(range);
  }
  return open;
}

/** The nearest ids of many ranges: a few of each first, then the rest of those that may hold more of them. */
export async function nearestIds(
  reader: Reader,
  index: RangeIndex,
  direction: Direction,
  ranges: readonly Span[],
  bounds: IdBounds,
  limit: number,
  filter: ColumnFilter,
): Promise<number[]> {
  const isPlain = filter.has === 0;
  const open = reachable(direction, ranges, bounds, isPlain ? limit : Number.POSITIVE_INFINITY);
  if (open.length === 0) return [];
  const share = open.length <= 4 ? limit : Math.min(limit, Math.ceil(limit / open.length) + 3);
  const firstLists = await idsInRanges(reader, index, direction, open, share, filter);
  const nearest = mergedIds(direction, firstLists, limit);
  if (share === limit) return nearest;
  const farthest = nearest.length < limit ? undefined : nearest.at(-1);
  const again: KeyRange[] = [];
  for (const [position, ids] of firstLists.entries()) {
    const last = ids.at(-1);
    const range = open[position];
    if (ids.length < share || last === undefined || !range) continue;
    const { key } = range;
    const low = direction === 'older' ? Math.max(range.low, (farthest ?? range.low - 1) + 1) : last + 1;
    const high = direction === 'older' ? last : Math.min(range.high, farthest ?? range.high);
    if (low < high) again.push({ key, low, high });
  }
  const more = await idsInRanges(reader, index, direction, again, limit, filter);
  return more.length === 0 ? nearest : mergedIds(direction, [nearest, ...more], limit);
}

/** Messages of conversations or channels, each in a range of ids. */
export function rangeSource(
  index: RangeIndex,
  ranges: readonly Span[],
  filter: ColumnFilter = noFilter,
): Source {
  if (ranges.length === 0) return nothing;
  return fromIds((reader, direction, bounds, limit) =>
    nearestIds(reader, index, direction, ranges, bounds, limit, filter),
  );
}

/** Messages with a person's row that has a flag of the mask. */
export function rowSource(accountId: number, mask: number): Source {
  return fromIds((reader, direction, bounds, limit) =>
    personalRowIds(reader, direction, accountId, mask, bounds, limit),
  );
}

/** Messages that may mention a person: alone, or among many. */
export function mentionSource(accountId: number): Source {
  return fromIds(async (reader, direction, bounds, limit) =>
    mergedIds(
      direction,
      [
        await personalRowIds(reader, direction, accountId, FlagBit.mentioned, bounds, limit),
        await mentionsOfManyIds(reader, direction, bounds, limit),
      ],
      limit,
    ),
  );
}

export function senderSource(accountId: number): Source {
  return fromIds((reader, direction, bounds, limit) => sentIds(reader, direction, accountId, bounds, limit));
}

/** Messages of the organization that hold links, images and the like. */
export function holdingSource(bit: (typeof HasBit)[keyof typeof HasBit]): Source {
  return fromIds((reader, direction, bounds, limit) => holdingIds(reader, direction, bit, bounds, limit));
}

/** Messages that hold all words. */
export function wordSource(stems: readonly string[]): Source {
  return fromIds((reader, direction, bounds, limit) => matchingIds(reader, direction, stems, bounds, limit));
}

/** Messages that may be unread. */
export function unreadSource(places: readonly UnreadPlace[], markedUnread: readonly number[]): Source {
  const ranges = places.map(({ conversationId, after, firstMessageId, lastMessageId }) => ({
    key: conversationId,
    low: Math.max(after + 1, firstMessageId),
    high: lastMessageId + 1,
    isFirstKnown: firstMessageId > after,
    isLastKnown: true,
  }));
  if (markedUnread.length === 0) return rangeSource('conversation_id', ranges);
  return fromIds(async (reader, direction, bounds, limit) =>
    mergedIds(
      direction,
      [
        markedUnread.filter((id) => id >= bounds.low && id < bounds.high),
        await nearestIds(reader, 'conversation_id', direction, ranges, bounds, limit, noFilter),
      ],
      limit,
    ),
  );
}
