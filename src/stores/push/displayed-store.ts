// The notifications shown on devices.

import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../api-contract/limits.ts';
import { idsOf, preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

export interface Shown {
  readonly account_id: number;
  readonly message_id: number;
  /** Whether the message was read when its conversation came back; null unless the notification reports that. */
  readonly returned: 'read' | 'unread' | null;
}

/** A numeric parameter among selected columns; PostgreSQL takes it for text without the cast. */
function number(value: number): RawBuilder<number> {
  return sql<number>`cast(${value} as bigint)`;
}

const insertShown = preparedWrite<{ message: number; ids: string; returned: 'read' | 'unread' | null }>()(
  (db, p, engine) =>
    db
      .insertInto('push_shown')
      .columns(['organization_id', 'account_id', 'message_id', 'returned'])
      .expression(
        db
          .selectFrom('account')
          .select([
            'organization_id',
            'id',
            number(p.message).as('message_id'),
            sql<'read' | 'unread' | null>`cast(${p.returned} as text)`.as('returned'),
          ])
          .where('id', 'in', idsOf(engine, p.ids)),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('account_id'),
);
const updateReturned = preparedWrite<{ message: number; ids: string; returned: 'read' | 'unread' }>()(
  (db, p, engine) =>
    db
      .updateTable('push_shown')
      .set({ returned: p.returned })
      .where('message_id', '=', p.message)
      .where('account_id', 'in', idsOf(engine, p.ids)),
);
const shownOf = preparedRead<{ account: number; limit: number }>()((db, p) =>
  db
    .selectFrom('push_shown')
    .select(['account_id', 'message_id', 'returned'])
    .where('account_id', '=', p.account)
    .orderBy('message_id', 'desc')
    .limit(p.limit),
);
const shownFor = preparedRead<{ messages: string }>()((db, p, engine) =>
  db
    .selectFrom('push_shown')
    .select(['account_id', 'message_id', 'returned'])
    .where('message_id', 'in', idsOf(engine, p.messages)),
);
const removeShown = preparedWrite<{ account: number; messages: string }>()((db, p, engine) =>
  db
    .deleteFrom('push_shown')
    .where('account_id', '=', p.account)
    .where('message_id', 'in', idsOf(engine, p.messages)),
);
const removeShownBy = preparedWrite<{ message: number; ids: string }>()((db, p, engine) =>
  db
    .deleteFrom('push_shown')
    .where('message_id', '=', p.message)
    .where('account_id', 'in', idsOf(engine, p.ids))
    .where(({ not, exists }) =>
      not(
        exists(({ selectFrom }) =>
          selectFrom('web_push_subscription as one')
            .select('one.id')
            .whereRef('one.account_id', '=', 'push_shown.account_id'),
        ),
      ),
    ),
);
/** Removes the oldest entries of accounts beyond the limit. */
const removeExcess = preparedWrite<{ ids: string; maximum: number }>()((db, p, engine) =>
  db.deleteFrom('push_shown').where(
    sql<boolean>`(account_id, message_id) in (
      select account.id, (
        select stored.message_id from push_shown as stored where stored.account_id = account.id
        order by stored.message_id desc limit 1 offset ${p.maximum}
      ) from account where account.id in ${idsOf(engine, p.ids)}
    )`,
  ),
);

/**
 * Records that accounts are notified of a message and returns those that were not before. Only the newest
 * messages of each account are remembered; each new one displaces the oldest.
 * @param returned if the notification reports that the conversation came back; it then replaces one of the message
 */
export async function recordShown(
  writer: Writer,
  messageId: number,
  accountIds: readonly number[],
  returned?: 'read' | 'unread',
): Promise<number[]> {
  const ids = JSON.stringify(accountIds);
  const rows = await insertShown.all(writer, { message: messageId, ids, returned: returned ?? null });
  if (returned) await updateReturned.all(writer, { message: messageId, ids, returned });
  await removeExcess.all(writer, { ids, maximum: limits.messagesShownPerAccount });
  return rows.map((row) => row.account_id);
}

/** The messages shown on an account's devices, newest first. */
export function shownTo(reader: Reader, accountId: number, limit: number): Promise<Shown[]> {
  return shownOf.all(reader, { account: accountId, limit });
}

/** The accounts on whose devices some messages are shown. */
export function shownMessages(reader: Reader, messageIds: readonly number[]): Promise<Shown[]> {
  return shownFor.all(reader, { messages: JSON.stringify(messageIds) });
}

/** Records that messages are no longer shown on an account's devices. */
export async function deleteShown(
  writer: Writer,
  accountId: number,
  messageIds: readonly number[],
): Promise<void> {
  await removeShown.all(writer, { account: accountId, messages: JSON.stringify(messageIds) });
}

/**
 * Records that a message is not shown for the given accounts, except those with a Web Push subscription, where it
 * may be.
 */
export async function deleteShownOfAccounts(
  writer: Writer,
  messageId: number,
  accountIds: readonly number[],
): Promise<void> {
  await removeShownBy.all(writer, { message: messageId, ids: JSON.stringify(accountIds) });
}

/** Records that nothing is shown on an account's devices. */
export async function deleteAllShown(writer: Writer, accountId: number): Promise<void> {
  await writer.db.deleteFrom('push_shown').where('account_id', '=', accountId).execute();
}
