// The newest unread messages of an account by conversation, up to a limit. A million may be unread, so ids are walked
// from the newest down, along each conversation's index, until there are enough. Other requests run in between.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { parseColumn } from '../../api-contract/parse-column.ts';
import { Yielder } from '../../api-contract/yielding.ts';
import { parseIds } from '../../model/id-column.ts';
import { aggregatedIds, idsOf, preparedRead } from '../../storage/prepared.ts';
import { cell, rangeRows } from '../../storage/ranges.ts';
import type { Engine, Reader } from '../../storage/reader-writer.ts';
import { arrivedUnread, readMark } from './conditions.ts';
import { openDirect, openInChannels, unreadFloor } from './open-conversations.ts';
import { type ConversationOfUnread, conversationColumns, markedUnread, movedBelow } from './unread-heads.ts';

type Values = { account: number; limit: number };

/**
 * For each channel conversation, the range above the account's read mark and its subscription's start, newest
 * first.
 */
const topicParts = preparedRead<Values>()((db, p) =>
  openInChannels(db, p.account)
    .select(conversationColumns)
    .select([
      sql<number>`${unreadFloor} + 1`.as('low'),
      sql<number>`conversation.last_message_id + 1`.as('high'),
    ])
    .orderBy('conversation.last_message_id', 'desc')
    .limit(p.limit),
);
const directParts = preparedRead<Values>()((db, p) =>
  openDirect(db, p.account)
    .select(conversationColumns)
    .select([
      sql<number>`${readMark} + 1`.as('low'),
      sql<number>`conversation.last_message_id + 1`.as('high'),
    ])
    .orderBy('conversation.last_message_id', 'desc')
    .limit(p.limit),
);
/** A list of the ids for which a condition holds, as JSON within JSON. */
function idsWhere(engine: Engine, condition: string): RawBuilder<unknown> {
  return engine === 'sqlite'
    ? sql`json_group_array(m.id) filter (where ${sql.raw(condition)})`
    : sql`coalesce(json_agg(m.id) filter (where ${sql.raw(condition)}), '[]')`;
}

/**
 * The messages of ranges that did not arrive read, each range as three lists: those that never moved, those that did,
 * and those of both that may mention the account. Reads nothing but the index `message_conversation`.
 */
const inRanges = preparedRead<{ account: number; ranges: string }>()((db, p, engine) => {
  const lists = [
    idsWhere(engine, 'm.is_moved = 0'),
    idsWhere(engine, 'm.is_moved = 1'),
    idsWhere(engine, 'm.mentions_channel = 1 or m.has_mention_row = 1'),
  ];
  const array =
    engine === 'sqlite'
      ? sql`json_array(${sql.join(lists)})`
      : sql`json_build_array(${sql.join(lists)})::text`;
  return db.selectFrom(rangeRows(engine, p.ranges)).select(
    sql<string>`(
      select ${array} from message as m
      where m.conversation_id = ${cell(engine, 0)} and m.id >= ${cell(engine, 1)} and m.id < ${cell(engine, 2)}
        and m.arrives_read = 0 and (m.sender_id <> ${p.account} or m.is_read_by_sender = 0)
    )`.as('lists'),
  );
});
/** The unread ones of the given messages above the account's read marks. */
const unreadOf = preparedRead<{ account: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('message')
    .innerJoin('account', (join) => join.on('account.id', '=', p.account))
    .select(aggregatedIds(engine, sql`message.id`).as('ids'))
    .where('message.id', 'in', idsOf(engine, p.ids))
    .where(arrivedUnread),
);
const exceptionsToMarks = preparedRead<{ account: number }>()((db, p, engine) =>
  db
    .selectFrom('read_exception')
    .select(aggregatedIds(engine, sql`message_id`).as('ids'))
    .where('account_id', '=', p.account),
);
/** A row if the account was deactivated at some time, and so did not receive everything. */
const interruption = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('account_period')
    .select('to_sequence')
    .where('account_id', '=', p.account)
    .where('to_sequence', 'is not', null)
    .limit(sql.lit(1)),
);

/** Conversations beyond this number, with the oldest last messages, are ignored. */
const MAX_CONVERSATIONS = 100_000;
/** Ranges per statement. */
const RANGES_AT_ONCE = 1000;
/** Messages checked one by one per statement. */
const CHECKED_AT_ONCE = 2000;
/** The most ids that the first step of the walk spans, so that other requests get a turn soon. */
const FIRST_STEP = 20_000;
/** The maximum number of ids that one step of the walk spans, as a multiple of the limit. */
const WIDEST = 8;

/** The unread messages of one conversation. */
export interface UnreadConversation {
  readonly id: number;
  readonly channelId: number | null;
  readonly directKey: string | null;
  /** Empty for direct messages. */
  readonly topic: string;
  /** Ascending. */
  messageIds: number[];
}

/** The newest unread messages of an account. */
export interface NewestUnread {
  readonly conversations: readonly UnreadConversation[];
  /** Those of them that mention a channel, a topic or a group, perhaps the account. */
  readonly mentioning: readonly number[];
  /** Undefined if there are none. */
  readonly oldestId: number | undefined;
  /** Whether older ones are left out. */
  readonly isTruncated: boolean;
}

type Part = ConversationOfUnread & { readonly low: number; readonly high: number };

/** Collects unread messages by conversation. */
class Collection {
  readonly conversations = new Map<number, UnreadConversation>();
  readonly mentioning: number[] = [];
  size = 0;

  add(part: ConversationOfUnread, ids: readonly number[]): void {
    if (ids.length === 0) return;
    this.size += ids.length;
    const known = this.conversations.get(part.conversation_id);
    if (known) {
      for (const id of ids) known.messageIds.push(id);
      return;
    }
    this.conversations.set(part.conversation_id, {
      id: part.conversation_id,
      channelId: part.channel_id,
      directKey: part.direct_key,
      topic: part.topic_name,
      messageIds: [...ids],
    });
  }
}

/** The parts of ranges that lie within a span of ids. */
function within(parts: readonly Part[], low: number, high: number): Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const narrowed = { ...part, low: Math.max(part.low, low), high: Math.min(part.high, high) };
    if (narrowed.low < narrowed.high) result.push(narrowed);
  }
  return result;
}

interface Exceptions {
  readonly account: number;
  /** Messages whose state does not follow from the marks; `markedUnread` has the unread ones. */
  readonly exceptionIds: ReadonlySet<number>;
  /** Whether the account did not receive everything that its channels and conversations did. */
  readonly wasInterrupted: boolean;
}

async function checkedUnread(reader: Reader, account: number, ids: readonly number[]): Promise<Set<number>> {
  const yielder = new Yielder();
  const unreadIds = new Set<number>();
  for (let at = 0; at < ids.length; at += CHECKED_AT_ONCE) {
    const batch = JSON.stringify(ids.slice(at, at + CHECKED_AT_ONCE));
    for (const row of await unreadOf.all(reader, { account, ids: batch }))
      for (const id of parseIds(row.ids)) unreadIds.add(id);
    await yielder.yieldIfDue();
  }
  return unreadIds;
}

/** Adds the unread messages of some parts; returns the number of messages that were looked at. */
async function collectFrom(
  reader: Reader,
  { account, exceptionIds, wasInterrupted }: Exceptions,
  parts: readonly Part[],
  collection: Collection,
): Promise<number> {
  let size = 0;
  for (let at = 0; at < parts.length; at += RANGES_AT_ONCE) {
    if (at > 0) await nextTurn();
    const some = parts.slice(at, at + RANGES_AT_ONCE);
    const ranges = JSON.stringify(some.map(({ conversation_id, low, high }) => [conversation_id, low, high]));
    const rows = await inRanges.all(reader, { account, ranges });
    const lists = rows.map((row) => parseColumn<[number[], number[], number[]]>(row.lists));
    const doubtful = lists.flatMap(([unmoved, moved]) => (wasInterrupted ? [...unmoved, ...moved] : moved));
    const checked = await checkedUnread(reader, account, doubtful);
    for (const [index, part] of some.entries()) {
      const [unmoved, moved, mentioning] = lists[index] ?? [[], [], []];
      size += unmoved.length + moved.length;
      const isUnread = (id: number) => !exceptionIds.has(id);
      const isChecked = (id: number) => checked.has(id) && isUnread(id);
      const unread = unmoved.filter(wasInterrupted ? isChecked : isUnread);
      if (moved.length > 0) unread.push(...moved.filter(isChecked));
      collection.add(part, unread);
      for (const id of mentioning) collection.mentioning.push(id);
    }
  }
  return size;
}

/** Walks the ranges above the read marks from the newest id down until there are enough unread messages. */
async function walk(
  reader: Reader,
  exceptions: Exceptions,
  parts: readonly Part[],
  limit: number,
): Promise<Collection> {
  const collection = new Collection();
  const lowest = parts.reduce((least, { low }) => Math.min(least, low), Number.POSITIVE_INFINITY);
  let high = parts.reduce((most, part) => Math.max(most, part.high), 0);
  for (let width = Math.min(limit, FIRST_STEP); high > lowest && collection.size < limit; ) {
    const low = Math.max(lowest, high - width);
    const size = await collectFrom(reader, exceptions, within(parts, low, high), collection);
    // Few messages in the span: widen the next one.
    if (size < width / 4) width = Math.min(width * 2, limit * WIDEST);
    high = low;
    await nextTurn();
  }
  return collection;
}

/** The newest unread messages of an account, at most `limit`. */
export async function newestUnread(reader: Reader, account: number, limit: number): Promise<NewestUnread> {
  const values = { account, limit: MAX_CONVERSATIONS };
  const [topics, directs, moved, marked, exceptionRow, interrupted] = await Promise.all([
    topicParts.all(reader, values),
    directParts.all(reader, values),
    movedBelow.all(reader, { account, limit: limit + 1 }),
    markedUnread.all(reader, { account, limit: limit + 1 }),
    exceptionsToMarks.first(reader, { account }),
    interruption.first(reader, { account }),
  ]);
  const exceptions: Exceptions = {
    account,
    exceptionIds: new Set(parseIds(exceptionRow?.ids ?? '[]')),
    wasInterrupted: interrupted !== undefined,
  };
  const collection = await walk(reader, exceptions, [...topics, ...directs], limit + 1);
  for (const head of [...moved, ...marked]) {
    collection.add(head, [head.message_id]);
    if (head.may_mention === 1) collection.mentioning.push(head.message_id);
  }
  return newestOf(collection, limit);
}

/** The newest messages of a collection, ascending in each conversation. */
function newestOf(collection: Collection, limit: number): NewestUnread {
  const conversations = [...collection.conversations.values()];
  for (const { messageIds } of conversations) messageIds.sort((a, b) => a - b);
  const isTruncated = collection.size > limit;
  let oldestId = conversations.reduce(
    (least, { messageIds }) => Math.min(least, messageIds[0] ?? least),
    Infinity,
  );
  if (isTruncated) {
    const ids = conversations.flatMap(({ messageIds }) => messageIds).sort((a, b) => a - b);
    oldestId = ids[ids.length - limit] ?? oldestId;
    for (const conversation of conversations)
      conversation.messageIds = conversation.messageIds.filter((id) => id >= oldestId);
  }
  return {
    conversations: conversations.filter(({ messageIds }) => messageIds.length > 0),
    mentioning: collection.mentioning.filter((id) => id >= oldestId),
    oldestId: conversations.length === 0 ? undefined : oldestId,
    isTruncated,
  };
}
