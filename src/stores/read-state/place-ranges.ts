// What lies unread in a place, without its ids: for each conversation the part of the id axis above the person's
// mark, how many messages that is, and the messages to which the marks alone do not apply.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import { cell, rangeRows } from '../../storage/ranges.ts';
import type { Reader } from '../../storage/session.ts';
import { arrivedUnread, floor, mark, notReadFromStart } from './conditions.ts';
import type { Place } from './place-store.ts';

/** A conversation and the ids in it that are looked at, the first exclusive, the last inclusive. */
export type Range = readonly [conversationId: number, above: number, through: number];

export interface UnreadRanges {
  readonly ranges: readonly Range[];
  /** How many messages the ranges hold, whoever sent them. */
  readonly size: number;
  /** Messages within the ranges that are read all the same. */
  readonly less: ReadonlySet<number>;
  /** Messages outside of the ranges that are unread all the same. */
  readonly more: ReadonlySet<number>;
}

type Slots = { account: number; place: number };
type Column = 'conversation.channel_id' | 'conversation.id';

const ranges = (column: Column) =>
  preparedRead<Slots>()((db, p) =>
    db
      .selectFrom('account')
      .innerJoin('conversation', 'conversation.organization_id', 'account.organization_id')
      .leftJoin('read_state', (join) =>
        join
          .onRef('read_state.account_id', '=', 'account.id')
          .onRef('read_state.conversation_id', '=', 'conversation.id'),
      )
      .select('conversation.id')
      .select(sql<number>`case when ${mark} > ${floor} then ${mark} else ${floor} end`.as('above'))
      .select((e) => e.ref('conversation.last_message_id').$notNull().as('through'))
      .where('account.id', '=', p.account)
      .where(column, '=', p.place)
      .where(sql<boolean>`conversation.last_message_id > ${mark}`)
      .where(sql<boolean>`conversation.last_message_id > ${floor}`),
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
  preparedRead<Slots>()((db, p) =>
    db
      .selectFrom('read_exception')
      .innerJoin('conversation', 'conversation.id', 'read_exception.conversation_id')
      .select(['read_exception.message_id as id', 'read_exception.is_read'])
      .where('read_exception.account_id', '=', p.account)
      .where(column, '=', p.place),
  );
/** Moved messages, with whether they are unread by the mark of where they stand now. */
const moved = (column: Column) =>
  preparedRead<Slots>()((db, p) =>
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
        sql<number>`case when ${arrivedUnread} and ${notReadFromStart} and message.id > ${mark} then 1 else 0 end`.as(
          'is_unread',
        ),
      )
      .where('account.id', '=', p.account)
      .where('message.is_moved', '=', sql.lit(1))
      .whereRef('message.id', '>', 'account.read_base')
      .where(column, '=', p.place),
  );

const inChannel = {
  ranges: ranges('conversation.channel_id'),
  exceptions: exceptions('conversation.channel_id'),
  moved: moved('conversation.channel_id'),
};
const inConversation = {
  ranges: ranges('conversation.id'),
  exceptions: exceptions('conversation.id'),
  moved: moved('conversation.id'),
};

/** What lies unread in a place for a person. */
export async function unreadRanges(reader: Reader, account: number, place: Place): Promise<UnreadRanges> {
  const isChannel = 'channelId' in place;
  const statements = isChannel ? inChannel : inConversation;
  const slots = { account, place: isChannel ? place.channelId : place.conversationId };
  const found = (await statements.ranges.all(reader, slots)).map(
    (row): Range => [row.id, row.above, row.through],
  );
  const less = new Set<number>();
  const more = new Set<number>();
  for (const row of await statements.moved.all(reader, slots)) {
    (row.is_unread === 1 ? more : less).add(row.id);
  }
  for (const row of await statements.exceptions.all(reader, slots)) {
    (row.is_read === 1 ? less : more).add(row.id);
    (row.is_read === 1 ? more : less).delete(row.id);
  }
  const counted = found.length > 0 ? await sizes.first(reader, { ranges: JSON.stringify(found) }) : undefined;
  return { ranges: found, size: Number(counted?.size ?? 0), less, more };
}
