// Where the messages of a narrow are looked for: each source walks indexes from one end of a range of ids and gives what
// it finds in order. What a source gives beyond the narrow is left out afterwards.

import type { MessageHead } from '../model/messages/row.ts';
import type { Reader } from '../storage/session.ts';
import {
  type Glimpse,
  lookAlong,
  lookAt,
  type MessageList,
  type Traits,
} from '../stores/messages/glimpse-store.ts';
import { holdingIds, mentionsOfManyIds, personalRowIds, sentIds } from '../stores/messages/list-store.ts';
import { type Direction, type IdBounds, idsAround, type RangeIndex } from '../stores/messages/range-store.ts';
import type { UnreadPlace } from '../stores/read-state/unread-places.ts';
import { mergedIds, nearestIds, type Span } from './nearest-ids.ts';

/** What a source found, in the direction's order; `rest` is what it has not looked at, undefined at its end. */
export interface SourcePage {
  readonly heads: readonly MessageHead[];
  readonly rest: IdBounds | undefined;
}

/** The same before anything but indexes was read. */
export interface Glances {
  readonly glimpses: readonly Glimpse[];
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
  /** Whether all that it gives holds the words that are searched for. */
  readonly findsWords?: boolean;
  /** At most `limit` messages from the end of the bounds that the direction begins at. */
  page(looking: Looking, direction: Direction, bounds: IdBounds, limit: number): Promise<SourcePage>;
  /** Looks at `limit` messages from that end, and gives those with the traits. */
  glance(
    reader: Reader,
    direction: Direction,
    look: { readonly bounds: IdBounds; readonly limit: number; readonly traits: Traits },
  ): Promise<Glances>;
}

export type IdPage = (
  reader: Reader,
  direction: Direction,
  bounds: IdBounds,
  limit: number,
) => Promise<number[]>;

/** What lies beyond an id. */
export function restAfter(direction: Direction, bounds: IdBounds, lastId: number): IdBounds {
  return direction === 'older' ? { low: bounds.low, high: lastId } : { low: lastId + 1, high: bounds.high };
}

/** What a page of ids has left, undefined where it is the last. */
export function restOf(
  direction: Direction,
  bounds: IdBounds,
  ids: readonly number[],
  limit: number,
): IdBounds | undefined {
  const last = ids.at(-1);
  return ids.length < limit || last === undefined ? undefined : restAfter(direction, bounds, last);
}

/** A source made of something that gives ids. */
export function fromIds(idPage: IdPage): Source {
  return {
    async page({ reader, heads: headsOf }, direction, bounds, limit) {
      const ids = await idPage(reader, direction, bounds, limit);
      return { heads: await headsOf(ids), rest: restOf(direction, bounds, ids, limit) };
    },
    async glance(reader, direction, { bounds, limit, traits }) {
      const ids = await idPage(reader, direction, bounds, limit);
      return {
        glimpses: await lookAt(reader, ids, traits),
        rest: restOf(direction, bounds, ids, limit),
      };
    },
  };
}

/** A list that an index keeps, which tells the traits of its messages by itself. */
function fromList(list: MessageList, idPage: IdPage): Source {
  return {
    ...fromIds(idPage),
    async glance(reader, direction, look) {
      const { glimpses, edge } = await lookAlong(reader, list, direction, look);
      return { glimpses, rest: edge === undefined ? undefined : restAfter(direction, look.bounds, edge) };
    },
  };
}

/** Messages named one by one. */
export function namedSource(ids: readonly number[]): Source {
  return fromIds(async (_reader, direction, { low, high }, limit) =>
    mergedIds(direction, [ids.filter((id) => id >= low && id < high)], limit),
  );
}

/** Messages of conversations or channels, each in a range of ids. */
export function rangeSource(index: RangeIndex, ranges: readonly Span[]): Source {
  return fromIds((reader, direction, bounds, limit) =>
    nearestIds(reader, index, direction, ranges, bounds, limit),
  );
}

/** Messages of several sources of ids. */
export function mergedSource(...pages: readonly IdPage[]): Source {
  return fromIds(async (reader, direction, bounds, limit) => {
    const lists: number[][] = [];
    for (const page of pages) lists.push(await page(reader, direction, bounds, limit));
    return mergedIds(direction, lists, limit);
  });
}

/** Messages with a person's row that has a flag. */
export function rowSource(accountId: number, flag: 'starred' | 'mentioned' | 'has_alert_word'): Source {
  return fromIds((reader, direction, bounds, limit) =>
    personalRowIds(reader, direction, { accountId, flag }, bounds, limit),
  );
}

/** Messages that may mention a person: alone, or among many. */
export function mentionSource(accountId: number): Source {
  return mergedSource(
    (reader, direction, bounds, limit) =>
      personalRowIds(reader, direction, { accountId, flag: 'mentioned' }, bounds, limit),
    mentionsOfManyIds,
  );
}

/** Messages that a person sent. */
export function senderSource(accountId: number): Source {
  return fromList({ kind: 'sent', senderId: accountId }, (reader, direction, bounds, limit) =>
    sentIds(reader, direction, accountId, bounds, limit),
  );
}

/** Messages of the organization that hold links, images and the like. */
export function holdingSource(bit: 1 | 2 | 4 | 8): Source {
  return fromList({ kind: 'holding', bit }, (reader, direction, bounds, limit) =>
    holdingIds(reader, direction, bit, bounds, limit),
  );
}

/** All messages of the organization. */
export const everything: Source = fromList({ kind: 'all' }, idsAround);

/** Messages that may be unread. */
export function unreadSource(places: readonly UnreadPlace[], markedUnread: readonly number[]): Source {
  const ranges = places.map(({ conversationId, after, firstMessageId, lastMessageId }) => ({
    key: conversationId,
    low: Math.max(after + 1, firstMessageId),
    high: lastMessageId + 1,
    isFirstKnown: firstMessageId > after,
    isLastKnown: true,
  }));
  return mergedSource(
    async (_reader, _direction, { low, high }) => markedUnread.filter((id) => id >= low && id < high),
    (reader, direction, bounds, limit) =>
      nearestIds(reader, 'conversation_id', direction, ranges, bounds, limit),
  );
}
