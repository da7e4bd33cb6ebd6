// Statements that change read states. Each handles all given messages or conversations at once. Nothing is
// stored twice: when a mark rises, the exceptions below it are deleted.

import { sql } from 'kysely';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { idsOf, preparedWrite } from '../../storage/prepared.ts';
import { cell, rangeRows } from '../../storage/ranges.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import {
  arrivedUnread,
  didNotArriveRead,
  hasNoException,
  readMark,
  subscriptionFloor,
} from './conditions.ts';
import { markColumns, newMarks } from './new-marks.ts';

const dropExceptions = preparedWrite<{ account: number; ids: string }>()((db, p, engine) =>
  db
    .deleteFrom('read_exception')
    .where('account_id', '=', p.account)
    .where('message_id', 'in', idsOf(engine, p.ids)),
);
const exceptionRows = (isRead: 0 | 1) =>
  preparedWrite<{ account: number; messages: string }>()((db, p, engine) =>
    db
      .insertInto('read_exception')
      .columns(['organization_id', 'account_id', 'message_id', 'conversation_id', 'is_read'])
      .expression((e) =>
        e
          .selectFrom(rangeRows(engine, p.messages))
          .innerJoin('account', (join) => join.on('account.id', '=', p.account))
          .select(['account.organization_id', 'account.id as account_id', cell(engine, 0).as('message_id')])
          .select([cell(engine, 1).as('conversation_id'), sql.lit(isRead).as('is_read')])
          // Otherwise SQLite parses the `on` of the conflict clause as a condition of the join.
          .where(sql<boolean>`true`),
      )
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'message_id']).doUpdateSet({ is_read: sql.lit(isRead) }),
      ),
  );
const insertReadExceptions = exceptionRows(1);
const insertUnreadExceptions = exceptionRows(0);

/** The first message of a conversation that is unread by its mark alone. */
const firstUnread = sql<number>`(
  select message.id from message
  where message.conversation_id = conversation.id
    and message.id > case when ${readMark} > ${subscriptionFloor} then ${readMark} else ${subscriptionFloor} end
    and ${didNotArriveRead} and ${hasNoException} and ${arrivedUnread}
  order by message.id limit 1
)`;

/** Raises the marks of conversations to just below their first unread message, or to their end. */
const raiseMarks = preparedWrite<{ account: number; ids: string }>()((db, p, engine) =>
  db
    .insertInto('read_state')
    .columns(markColumns)
    .expression(
      newMarks(db, p.account, sql<number>`coalesce(${firstUnread} - 1, conversation.last_message_id)`).where(
        'conversation.id',
        'in',
        idsOf(engine, p.ids),
      ),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'conversation_id'])
        .doUpdateSet((e) => ({ read_through: e.ref('excluded.read_through') }))
        .whereRef('excluded.read_through', '>', 'read_state.read_through'),
    ),
);
const dropCoveredExceptions = preparedWrite<{ account: number; ids: string }>()((db, p, engine) =>
  db
    .deleteFrom('read_exception')
    .where('account_id', '=', p.account)
    .where('conversation_id', 'in', idsOf(engine, p.ids))
    .where('is_read', '=', 1)
    .where('message_id', '<=', (e) =>
      e
        .selectFrom('read_state')
        .select('read_state.read_through')
        .where('read_state.account_id', '=', p.account)
        .whereRef('read_state.conversation_id', '=', 'read_exception.conversation_id'),
    ),
);

/** Deletes the exceptions of messages. */
export async function deleteExceptions(
  writer: Writer,
  account: number,
  heads: readonly Pick<MessageHead, 'id'>[],
): Promise<void> {
  if (heads.length === 0) return;
  await dropExceptions.all(writer, { account, ids: JSON.stringify(heads.map((head) => head.id)) });
}

/** Marks messages as read or unread, overriding the marks. */
export async function insertExceptions(
  writer: Writer,
  account: number,
  heads: readonly Pick<MessageHead, 'id' | 'conversation_id'>[],
  state: 'read' | 'unread',
): Promise<void> {
  if (heads.length === 0) return;
  const messages = JSON.stringify(heads.map((head) => [head.id, head.conversation_id]));
  await (state === 'read' ? insertReadExceptions : insertUnreadExceptions).all(writer, {
    account,
    messages,
  });
}

/**
 * Raises the marks of conversations over everything that is read and deletes the exceptions they then cover.
 */
export async function raiseReadMarks(
  writer: Writer,
  account: number,
  conversationIds: readonly number[],
): Promise<void> {
  if (conversationIds.length === 0) return;
  const ids = JSON.stringify(conversationIds);
  await raiseMarks.all(writer, { account, ids });
  await dropCoveredExceptions.all(writer, { account, ids });
}
