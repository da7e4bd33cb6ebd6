// The unread messages above an account's read marks, in ranges of ids of its conversations. Nearly all are decided by the
// index of a conversation's messages alone; moved messages, and those of an account that was once deactivated, are
// checked one by one.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { parseColumn } from '../../api-contract/parse-column.ts';
import { Yielder } from '../../api-contract/yielding.ts';
import { parseIds } from '../../model/id-column.ts';
import { aggregatedIds, idsOf, preparedRead } from '../../storage/prepared.ts';
import { cell, rangeRows } from '../../storage/ranges.ts';
import type { Engine, Reader } from '../../storage/reader-writer.ts';
import { arrivedUnread } from './conditions.ts';
import type { UnreadCollection } from './unread-collection.ts';
import type { ConversationOfUnread } from './unread-heads.ts';

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
/** Those of the given messages that the account was there to receive. */
const receivedOf = preparedRead<{ account: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('message')
    .innerJoin('account', (join) => join.on('account.id', '=', p.account))
    .select(aggregatedIds(engine, sql`message.id`).as('ids'))
    .where('message.id', 'in', idsOf(engine, p.ids))
    .where(arrivedUnread),
);
/** Ranges per statement. */
const RANGES_AT_ONCE = 1000;
/** Messages checked one by one per statement. */
const CHECKED_AT_ONCE = 2000;
/** A range of ids of one conversation: `low` inclusive, `high` exclusive. */
export type Part = ConversationOfUnread & { readonly low: number; readonly high: number };

/** What is special about an account's messages above its read marks. */
export interface Exceptions {
  readonly account: number;
  /** Messages whose state does not follow from the marks; `markedUnread` has the unread ones. */
  readonly exceptionIds: ReadonlySet<number>;
  /** Whether the account did not receive everything that its channels and conversations did. */
  readonly wasInterrupted: boolean;
}

/** Those of the given messages that the account was there to receive. */
async function receivedAmong(reader: Reader, account: number, ids: readonly number[]): Promise<Set<number>> {
  const yielder = new Yielder();
  const received = new Set<number>();
  for (let at = 0; at < ids.length; at += CHECKED_AT_ONCE) {
    const batch = JSON.stringify(ids.slice(at, at + CHECKED_AT_ONCE));
    for (const row of await receivedOf.all(reader, { account, ids: batch }))
      for (const id of parseIds(row.ids)) received.add(id);
    await yielder.yieldIfDue();
  }
  return received;
}

/** Adds the unread messages of some parts; returns the number of messages that were looked at. */
export async function collectFrom(
  reader: Reader,
  { account, exceptionIds, wasInterrupted }: Exceptions,
  parts: readonly Part[],
  collection: UnreadCollection,
): Promise<number> {
  let size = 0;
  for (let at = 0; at < parts.length; at += RANGES_AT_ONCE) {
    if (at > 0) await nextTurn();
    const some = parts.slice(at, at + RANGES_AT_ONCE);
    const ranges = JSON.stringify(some.map(({ conversation_id, low, high }) => [conversation_id, low, high]));
    const rows = await inRanges.all(reader, { account, ranges });
    const lists = rows.map((row) => parseColumn<[number[], number[], number[]]>(row.lists));
    const doubtful = lists.flatMap(([unmoved, moved]) => (wasInterrupted ? [...unmoved, ...moved] : moved));
    const received = await receivedAmong(reader, account, doubtful);
    for (const [index, part] of some.entries()) {
      const [unmoved, moved, mentioning] = lists[index] ?? [[], [], []];
      size += unmoved.length + moved.length;
      const isUnread = (id: number) => !exceptionIds.has(id);
      const isReceived = (id: number) => received.has(id) && isUnread(id);
      const unread = unmoved.filter(wasInterrupted ? isReceived : isUnread);
      if (moved.length > 0) unread.push(...moved.filter(isReceived));
      collection.add(part, unread);
      collection.noteMentions(mentioning);
    }
  }
  return size;
}
