// The unread messages of a channel or conversation as ranges instead of ids: per conversation the ids above
// the read mark, their number, and the messages that are exceptions to the marks.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import { cell, rangeRows } from '../../storage/ranges.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { arrivedUnread, didNotArriveRead, readMark, subscriptionFloor } from './conditions.ts';
import type { ReadTarget } from './mark-read-store.ts';

/** A range of ids in a conversation; the first bound is exclusive, the last inclusive. */
export type Range = readonly [conversationId: number, above: number, through: number];

export interface UnreadRanges {
  readonly ranges: readonly Range[];
  /** The number of messages in the ranges, from any sender. */
  readonly size: number;
  /** Messages within the ranges that are read. */
  readonly readIds: ReadonlySet<number>;
  /** Messages outside of the ranges that are unread. */
  readonly unreadIds: ReadonlySet<number>;
}

type Values = { account: number; target: number };
type Column = 'conversation.channel_id' | 'conversation.id';

const ranges = (column: Column) =>
  preparedRead<Values>()((db, p) =>
    db
      .selectFrom('account')
      .innerJoin('conversation', 'conversation.organization_id', 'account.organization_id')
      .leftJoin('read_state', (join) =>
        join
          .onRef('read_state.account_id', '=', 'account.id')
          .onRef('read_state.conversation_id', '=', 'conversation.id'),
      )
      .select('conversation.id')
      .select(
        sql<number>`case when ${readMark} > ${subscriptionFloor} then ${readMark} else ${subscriptionFloor} end`.as(
          'above',
        ),
      )
      .select((e) => e.ref('conversation.last_message_id').$notNull().as('through'))
      .where('account.id', '=', p.account)
      .where(column, '=', p.target)
      .where(sql<boolean>`conversation.last_message_id > ${readMark}`)
      .where(sql<boolean>`conversation.last_message_id > ${subscriptionFloor}`),
  );
const sizes = preparedRead<{ ranges: string }>()((db, p, engine) =>
  db.selectFrom(rangeRows(engine, p.ranges)).select(
    sql<number | null>`cast(sum((
      select count(*) from message where message.conversation_id = ${cell(engine, 0)}
        and message.id > ${cell(engine, 1)} and message.id <= ${cell(engine, 2)}
    )) as bigint)`.as('size'),
  ),
);
const exceptions = (column: Column) =>
  preparedRead<Values>()((db, p) =>
    db
      .selectFrom('read_exception')
      .innerJoin('conversation', 'conversation.id', 'read_exception.conversation_id')
      .select(['read_exception.message_id as id', 'read_exception.is_read'])
      .where('read_exception.account_id', '=', p.account)
      .where(column, '=', p.target),
  );
/** Moved messages, with whether they are unread by the mark of their current conversation. */
const movedRanges = (column: Column) =>
  preparedRead<Values>()((db, p) =>
    db
      .selectFrom('account')
      .innerJoin('conversation', 'conversation.organization_id', 'account.organization_id')
      .innerJoin('message', (join) =>
        join
          .onRef('message.channel_id', '=', 'conversation.channel_id')
          .onRef('message.conversation_id', '=', 'conversation.id'),
      )
      .leftJoin('read_state', (join) =>
        join
          .onRef('read_state.account_id', '=', 'account.id')
          .onRef('read_state.conversation_id', '=', 'conversation.id'),
      )
      .select('message.id')
      .select(
        sql<number>`case when ${arrivedUnread} and ${didNotArriveRead} and message.id > ${readMark} then 1 else 0 end`.as(
          'is_unread',
        ),
      )
      .where('account.id', '=', p.account)
      .where('message.is_moved', '=', sql.lit(1))
      .whereRef('message.id', '>', 'account.read_base')
      .where(column, '=', p.target),
  );

const inChannel = {
  ranges: ranges('conversation.channel_id'),
  exceptions: exceptions('conversation.channel_id'),
  moved: movedRanges('conversation.channel_id'),
};
const inConversation = {
  ranges: ranges('conversation.id'),
  exceptions: exceptions('conversation.id'),
  moved: movedRanges('conversation.id'),
};

/** The unread messages of an account in a channel or conversation, as ranges. */
export async function unreadRanges(
  reader: Reader,
  account: number,
  target: ReadTarget,
): Promise<UnreadRanges> {
  const isChannel = 'channelId' in target;
  const statements = isChannel ? inChannel : inConversation;
  const values = { account, target: isChannel ? target.channelId : target.conversationId };
  const found = (await statements.ranges.all(reader, values)).map(
    (row): Range => [row.id, row.above, row.through],
  );
  const readIds = new Set<number>();
  const unreadIds = new Set<number>();
  for (const row of await statements.moved.all(reader, values)) {
    (row.is_unread === 1 ? unreadIds : readIds).add(row.id);
  }
  for (const row of await statements.exceptions.all(reader, values)) {
    (row.is_read === 1 ? readIds : unreadIds).add(row.id);
    (row.is_read === 1 ? unreadIds : readIds).delete(row.id);
  }
  const sizeRow = found.length > 0 ? await sizes.first(reader, { ranges: JSON.stringify(found) }) : undefined;
  return { ranges: found, size: Number(sizeRow?.size ?? 0), readIds, unreadIds };
}
