// Where the messages of a narrow are looked for: each source walks indexes from one end of a range of ids and gives what
// it finds in order. What a source gives beyond the narrow is left out afterwards.

import type { MessageHead } from '../model/messages/row.ts';
import type { Reader } from '../storage/session.ts';
import { holdingIds, mentionsOfManyIds, personalRowIds, sentIds } from '../stores/messages/list-store.ts';
import {
  lookAlong,
  lookAt,
  type MessageList,
  type ScannedMessage,
  type Traits,
} from '../stores/messages/message-scan-store.ts';
import { type IdBounds, type IdPage, idsAround, type RangeIndex } from '../stores/messages/range-store.ts';
import type { UnreadPlace } from '../stores/read-state/unread-places.ts';
import { mergedIds, nearestIds, type Span } from './nearest-ids.ts';

/** What a source found, in the direction's order; `rest` is what it has not looked at, undefined at its end. */
export interface SourcePage {
  readonly heads: readonly MessageHead[];
  readonly rest: IdBounds | undefined;
}

/** The same before anything but indexes was read. */
export interface Glances {
  readonly glimpses: readonly ScannedMessage[];
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
  /** Looks up, once, what makes a walk through all of it quick; whoever takes its first pages only does without. */
  prepare?(reader: Reader): Promise<void>;
  /** At most `limit` messages from the end of the bounds that the direction begins at. */
  page(looking: Looking, page: IdPage): Promise<SourcePage>;
  /** Looks at `limit` messages from that end, and gives those with the traits. */
  glance(reader: Reader, page: IdPage, traits: Traits): Promise<Glances>;
}

/** Reads a page of ids, in the direction's order. */
export type ReadIds = (reader: Reader, page: IdPage) => Promise<number[]>;

/** Ids in the direction's order, at most as many as the page has; `rest` is what was not looked at, undefined at the end. */
export interface FoundIds {
  readonly ids: readonly number[];
  readonly rest: IdBounds | undefined;
}

/** Reads ids for a page; they may be fewer than there are, where it looks at no more at once. */
export type ReadFound = (reader: Reader, page: IdPage) => Promise<FoundIds>;

/** What lies beyond an id. */
export function restAfter({ direction, low, high }: IdPage, lastId: number): IdBounds {
  return direction === 'older' ? { low, high: lastId } : { low: lastId + 1, high };
}

/** What a page of ids has left, undefined where it is the last. */
export function restOf(page: IdPage, ids: readonly number[]): IdBounds | undefined {
  const last = ids.at(-1);
  return ids.length < page.limit || last === undefined ? undefined : restAfter(page, last);
}

/** A source made of something that gives ids, and says what it has not looked at. */
export function fromFound(readFound: ReadFound): Source {
  return {
    async page({ reader, heads: headsOf }, page) {
      const { ids, rest } = await readFound(reader, page);
      return { heads: await headsOf(ids), rest };
    },
    async glance(reader, page, traits) {
      const { ids, rest } = await readFound(reader, page);
      return { glimpses: await lookAt(reader, ids, traits), rest };
    },
  };
}

/** What gives all ids of a page, as something that says what it has left. */
export function foundBy(readIds: ReadIds): ReadFound {
  return async (reader, page) => {
    const ids = await readIds(reader, page);
    return { ids, rest: restOf(page, ids) };
  };
}

/** A source made of something that gives ids. */
export function fromIds(readIds: ReadIds): Source {
  return fromFound(foundBy(readIds));
}

/** A list that an index keeps, which tells the traits of its messages by itself. */
function fromList(list: MessageList, readIds: ReadIds): Source {
  return {
    ...fromIds(readIds),
    async glance(reader, page, traits) {
      const { glimpses, edge } = await lookAlong(reader, list, page, traits);
      return { glimpses, rest: edge === undefined ? undefined : restAfter(page, edge) };
    },
  };
}

/** Messages named one by one. */
export function namedSource(ids: readonly number[]): Source {
  return fromIds(async (_reader, page) =>
    mergedIds([ids.filter((id) => id >= page.low && id < page.high)], page),
  );
}

/** Messages of conversations or channels, each in a range of ids. */
export function rangeSource(index: RangeIndex, ranges: readonly Span[]): Source {
  return fromIds((reader, page) => nearestIds(reader, index, ranges, page));
}

/** Messages of several sources of ids. */
export function mergedSource(...parts: readonly ReadIds[]): Source {
  return fromIds(async (reader, page) => {
    const lists: number[][] = [];
    for (const readIds of parts) lists.push(await readIds(reader, page));
    return mergedIds(lists, page);
  });
}

/** Messages with a person's row that has a flag. */
export function rowSource(accountId: number, flag: 'starred' | 'mentioned' | 'has_alert_word'): Source {
  return fromIds((reader, page) => personalRowIds(reader, { accountId, flag }, page));
}

/** Messages that may mention a person: alone, or among many. */
export function mentionSource(accountId: number): Source {
  return mergedSource(
    (reader, page) => personalRowIds(reader, { accountId, flag: 'mentioned' }, page),
    mentionsOfManyIds,
  );
}

/** Messages that a person sent. */
export function senderSource(accountId: number): Source {
  return fromList({ kind: 'sent', senderId: accountId }, (reader, page) => sentIds(reader, accountId, page));
}

/** Messages of the organization that hold links, images and the like. */
export function holdingSource(bit: 1 | 2 | 4 | 8): Source {
  return fromList({ kind: 'holding', bit }, (reader, page) => holdingIds(reader, bit, page));
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
    async (_reader, { low, high }) => markedUnread.filter((id) => id >= low && id < high),
    (reader, page) => nearestIds(reader, 'conversation_id', ranges, page),
  );
}
