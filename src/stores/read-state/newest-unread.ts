// The newest unread messages of an account by conversation, up to a limit. A million may be unread, so ids are walked
// from the newest down, along each conversation's index, until there are enough. Other requests run in between.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { parseIds } from '../../model/id-column.ts';
import { aggregatedIds, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { readMark } from './conditions.ts';
import { openDirect, openInChannels, unreadFloor } from './open-conversations.ts';
import { type NewestUnread, UnreadCollection } from './unread-collection.ts';
import { conversationColumns, markedUnread, movedBelow } from './unread-heads.ts';
import { collectFrom, type Exceptions, type Part } from './unread-in-ranges.ts';

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
/** The most ids that the first step of the walk spans, so that other requests get a turn soon. */
const FIRST_STEP = 20_000;
/** The maximum number of ids that one step of the walk spans, as a multiple of the limit. */
const WIDEST = 8;

/** The parts of ranges that lie within a span of ids. */
function within(parts: readonly Part[], low: number, high: number): Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const narrowed = { ...part, low: Math.max(part.low, low), high: Math.min(part.high, high) };
    if (narrowed.low < narrowed.high) result.push(narrowed);
  }
  return result;
}

/** Walks the ranges above the read marks from the newest id down until there are enough unread messages. */
async function walk(
  reader: Reader,
  exceptions: Exceptions,
  parts: readonly Part[],
  limit: number,
): Promise<UnreadCollection> {
  const collection = new UnreadCollection();
  const lowest = parts.reduce((least, { low }) => Math.min(least, low), Number.POSITIVE_INFINITY);
  let high = parts.reduce((most, part) => Math.max(most, part.high), 0);
  const top = high;
  for (let width = Math.min(limit, FIRST_STEP); high > lowest && collection.size < limit; ) {
    if (high < top) await nextTurn();
    const low = Math.max(lowest, high - width);
    const size = await collectFrom(reader, exceptions, within(parts, low, high), collection);
    // Few messages in the span: widen the next one.
    if (size < width / 4) width = Math.min(width * 2, limit * WIDEST);
    high = low;
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
    if (head.may_mention === 1) collection.noteMentions([head.message_id]);
  }
  return collection.newest(limit);
}
