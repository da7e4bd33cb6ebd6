// Where the messages of a narrow are looked for: each source walks indexes from one end of a range of ids and
// gives what it finds in order. What a source gives beyond the narrow is left out afterwards (`predicates.ts`).

import { FlagBit } from '../model/messages/flags.ts';
import { holdingIds, mentionsOfManyIds, personalRowIds, sentIds } from '../model/messages/list-store.ts';
import {
  type ColumnFilter,
  type Direction,
  type HasBit,
  type IdBounds,
  noFilter,
  type RangeIndex,
} from '../model/messages/range-store.ts';
import type { MessageHead } from '../model/messages/store.ts';
import type { UnreadPlace } from '../model/read-state/unread-places.ts';
import { matchingIds } from '../model/search/store.ts';
import type { Reader } from '../storage/session.ts';
import { mergedIds, nearestIds, type Span } from './nearest-ids.ts';

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

/** Something that messages are looked for in. */
export interface Source {
  /** At most `limit` messages from the end of the bounds that the direction begins at. */
  page(looking: Looking, direction: Direction, bounds: IdBounds, limit: number): Promise<SourcePage>;
}

type IdPage = (reader: Reader, direction: Direction, bounds: IdBounds, limit: number) => Promise<number[]>;

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

/** No messages. */
export const nothing: Source = { page: async () => ({ heads: [], rest: undefined }) };

/** Messages named one by one. */
export function namedSource(ids: readonly number[]): Source {
  return fromIds(async (_reader, direction, { low, high }, limit) =>
    mergedIds(direction, [ids.filter((id) => id >= low && id < high)], limit),
  );
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

/** Messages that a person sent. */
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
