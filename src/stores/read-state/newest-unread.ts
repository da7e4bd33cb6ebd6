// The newest unread messages of an account, up to a limit. A million may be unread, so ids are walked from the newest
// down, along each conversation's index, until there are enough. Other requests run in between.

import { sql } from 'kysely';
import { Yielder } from '../../api-contract/yielding.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { headColumns } from '../messages/message-store.ts';
import { idsInRanges, type KeyRange } from '../messages/range-store.ts';
import { arrivedUnread, didNotArriveRead, hasNoException, readMark } from './conditions.ts';
import { openDirect, openInChannels, unreadFloor } from './open-conversations.ts';
import { markedUnread, movedBelow } from './unread-heads.ts';

type Values = { account: number; limit: number };

/**
 * For each channel conversation, the range above the account's read mark and its subscription's start, newest
 * first.
 */
const topicParts = preparedRead<Values>()((db, p) =>
  openInChannels(db, p.account)
    .select([
      'conversation.id as key',
      sql<number>`${unreadFloor} + 1`.as('low'),
      sql<number>`conversation.last_message_id + 1`.as('high'),
    ])
    .orderBy('conversation.last_message_id', 'desc')
    .limit(p.limit),
);
const directParts = preparedRead<Values>()((db, p) =>
  openDirect(db, p.account)
    .select([
      'conversation.id as key',
      sql<number>`${readMark} + 1`.as('low'),
      sql<number>`conversation.last_message_id + 1`.as('high'),
    ])
    .orderBy('conversation.last_message_id', 'desc')
    .limit(p.limit),
);
/** The unread ones of the given messages above the account's read marks. */
const unreadOf = preparedRead<{ account: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .innerJoin('account', (join) => join.on('account.id', '=', p.account))
    .select(headColumns)
    .where('message.id', 'in', idsOf(engine, p.ids))
    .where(didNotArriveRead)
    .where(hasNoException)
    .where(arrivedUnread),
);

/** Conversations beyond this number, with the oldest last messages, are ignored. */
const MAX_CONVERSATIONS = 100_000;
/** Messages checked per statement. */
const HEADS_AT_ONCE = 2000;
/** The maximum number of ids that one step of the walk spans, as a multiple of the limit. */
const WIDEST = 8;

/** The parts of ranges that lie within a span of ids. */
function within(ranges: readonly KeyRange[], low: number, high: number): KeyRange[] {
  const result: KeyRange[] = [];
  for (const range of ranges) {
    const part = { key: range.key, low: Math.max(range.low, low), high: Math.min(range.high, high) };
    if (part.low < part.high) result.push(part);
  }
  return result;
}

async function unreadAmong(reader: Reader, account: number, ids: readonly number[]): Promise<MessageHead[]> {
  const yielder = new Yielder();
  const found: MessageHead[] = [];
  for (let at = 0; at < ids.length; at += HEADS_AT_ONCE) {
    const batch = JSON.stringify(ids.slice(at, at + HEADS_AT_ONCE));
    found.push(...(await unreadOf.all(reader, { account, ids: batch })));
    await yielder.yieldIfDue();
  }
  return found;
}

/** Walks the ranges above the read marks from the newest id down until there are enough unread messages. */
async function walk(reader: Reader, account: number, limit: number): Promise<MessageHead[]> {
  const values = { account, limit: MAX_CONVERSATIONS };
  const parts = await Promise.all([topicParts.all(reader, values), directParts.all(reader, values)]);
  const ranges = parts.flat();
  const lowest = ranges.reduce((least, { low }) => Math.min(least, low), Number.POSITIVE_INFINITY);
  let high = ranges.reduce((most, range) => Math.max(most, range.high), 0);
  const found: MessageHead[] = [];
  for (let width = limit; high > lowest && found.length < limit; ) {
    const low = Math.max(lowest, high - width);
    const lists = await idsInRanges(reader, 'conversation_id', within(ranges, low, high), {
      direction: 'older',
      limit,
    });
    const ids = lists.flat().sort((a, b) => b - a);
    found.push(...(await unreadAmong(reader, account, ids)));
    // Few messages in the span: widen the next one.
    if (ids.length < width / 4) width = Math.min(width * 2, limit * WIDEST);
    high = low;
  }
  return found;
}

/** The newest unread messages of an account, at most `limit`, ascending. */
export async function newestUnread(reader: Reader, account: number, limit: number): Promise<MessageHead[]> {
  const parts = await Promise.all([
    walk(reader, account, limit),
    movedBelow.all(reader, { account, limit }),
    markedUnread.all(reader, { account, limit }),
  ]);
  const found = parts.flat();
  found.sort((a, b) => a.id - b.id);
  return found.length > limit ? found.slice(-limit) : found;
}
