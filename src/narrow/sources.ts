// The sources of messages for a narrow: each walks indexes from one end of a range of ids and returns what it
// finds in order. Messages outside the narrow are filtered out afterwards.

import type { MessageHead } from '../model/messages/message-row.ts';
import type { Reader } from '../storage/reader-writer.ts';
import { idsWithBit, massMentionIds, personalRowIds, sentIds } from '../stores/messages/list-store.ts';
import {
  type MessageList,
  type ScannedMessage,
  scanIds,
  scanList,
  type Traits,
} from '../stores/messages/message-scan-store.ts';
import { type IdBounds, type IdPage, idsAround, type RangeIndex } from '../stores/messages/range-store.ts';
import { pinnedMessageIds } from '../stores/pins/pinned-message-store.ts';
import type { UnreadConversation } from '../stores/read-state/unread-conversations.ts';
import { mergedIds, nearestIds, type Span } from './nearest-ids.ts';

/** The messages that a source found, in the direction's order; `rest` is the part not yet scanned, undefined at its end. */
export interface SourcePage {
  readonly heads: readonly MessageHead[];
  readonly rest: IdBounds | undefined;
}

/** The messages that a source found in indexes alone; `rest` is the part not yet scanned, undefined at its end. */
export interface ScanPage {
  readonly scanned: readonly ScannedMessage[];
  readonly rest: IdBounds | undefined;
}

/** The means by which a source reads: the database, and the heads of the messages it finds there. */
export interface SourceContext {
  readonly reader: Reader;
  /** In the order of the ids; deleted messages are missing. */
  heads(ids: readonly number[]): Promise<MessageHead[]>;
}

/** A source of messages. */
export interface Source {
  /** Whether all its messages contain the search words. */
  readonly findsWords?: boolean;
  /** Reads data that makes a full walk fast. Called once, before the walk; the first pages do not need it. */
  prepare?(reader: Reader): Promise<void>;
  /** At most `limit` messages from the end of the bounds where the direction begins. */
  page(context: SourceContext, page: IdPage): Promise<SourcePage>;
  /** Scans `limit` messages from that end; returns those with the traits. */
  scan(reader: Reader, page: IdPage, traits: Traits): Promise<ScanPage>;
}

/** Reads a page of ids, in the direction's order. */
export type ReadIds = (reader: Reader, page: IdPage) => Promise<number[]>;

/** Ids in the direction's order, at most one page; `rest` is what was not scanned, undefined at the end. */
export interface FoundIds {
  readonly ids: readonly number[];
  readonly rest: IdBounds | undefined;
}

/** Reads ids for a page; may return fewer than there are, if it scans no more at once. */
export type ReadFound = (reader: Reader, page: IdPage) => Promise<FoundIds>;

/** The bounds beyond an id. */
export function restAfter({ direction, low, high }: IdPage, lastId: number): IdBounds {
  return direction === 'older' ? { low, high: lastId } : { low: lastId + 1, high };
}

/** The rest of a page of ids; undefined if it is the last. */
export function restOf(page: IdPage, ids: readonly number[]): IdBounds | undefined {
  const last = ids.at(-1);
  return ids.length < page.limit || last === undefined ? undefined : restAfter(page, last);
}

/** A source from a function that returns ids and the rest. */
export function fromFound(readFound: ReadFound): Source {
  return {
    async page({ reader, heads: headsOf }, page) {
      const { ids, rest } = await readFound(reader, page);
      return { heads: await headsOf(ids), rest };
    },
    async scan(reader, page, traits) {
      const { ids, rest } = await readFound(reader, page);
      return { scanned: await scanIds(reader, ids, traits), rest };
    },
  };
}

/** Adds the rest to a function that returns all ids of a page. */
export function foundBy(readIds: ReadIds): ReadFound {
  return async (reader, page) => {
    const ids = await readIds(reader, page);
    return { ids, rest: restOf(page, ids) };
  };
}

/** A source from a function that returns ids. */
export function fromIds(readIds: ReadIds): Source {
  return fromFound(foundBy(readIds));
}

/** A list that is stored in an index together with the traits of its messages. */
function fromList(list: MessageList, readIds: ReadIds): Source {
  return {
    ...fromIds(readIds),
    async scan(reader, page, traits) {
      const { matches, edge } = await scanList(reader, list, page, traits);
      return { scanned: matches, rest: edge === undefined ? undefined : restAfter(page, edge) };
    },
  };
}

/** Messages given by their ids. */
export function idSource(ids: readonly number[]): Source {
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

/** Messages with a row of the account that has a flag. */
export function rowSource(accountId: number, flag: 'starred' | 'mentioned' | 'has_alert_word'): Source {
  return fromIds((reader, page) => personalRowIds(reader, { accountId, flag }, page));
}

/** Messages that are pinned for everyone. */
export const pinnedSource = fromIds(pinnedMessageIds);

/** Messages that may mention an account, individually or by a mass mention. */
export function mentionSource(accountId: number): Source {
  return mergedSource(
    (reader, page) => personalRowIds(reader, { accountId, flag: 'mentioned' }, page),
    massMentionIds,
  );
}

/** Messages that an account sent. */
export function senderSource(accountId: number): Source {
  return fromList({ kind: 'sent', senderId: accountId }, (reader, page) => sentIds(reader, accountId, page));
}

/** Messages of the organization that contain links, images and so on. */
export function containingSource(bit: 1 | 2 | 4 | 8): Source {
  return fromList({ kind: 'containing', bit }, (reader, page) => idsWithBit(reader, bit, page));
}

/** All messages of the organization. */
export const everything: Source = fromList({ kind: 'all' }, idsAround);

/** Messages that may be unread. */
export function unreadSource(
  conversations: readonly UnreadConversation[],
  markedUnread: readonly number[],
): Source {
  const ranges = conversations.map(({ conversationId, readThrough, firstMessageId, lastMessageId }) => ({
    key: conversationId,
    low: Math.max(readThrough + 1, firstMessageId),
    high: lastMessageId + 1,
    isFirstKnown: firstMessageId > readThrough,
    isLastKnown: true,
  }));
  return mergedSource(
    async (_reader, { low, high }) => markedUnread.filter((id) => id >= low && id < high),
    (reader, page) => nearestIds(reader, 'conversation_id', ranges, page),
  );
}
