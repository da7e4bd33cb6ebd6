// Which notifications stand on people's devices.

import { type RawBuilder, sql } from 'kysely';
import { limits } from '../../api-contract/limits.ts';
import { idsOf, preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';

export interface Shown {
  readonly account_id: number;
  readonly message_id: number;
}

/** A parameter among selected columns: PostgreSQL takes it for text otherwise. */
function number(value: number): RawBuilder<number> {
  return sql<number>`cast(${value} as bigint)`;
}

const insertShown = preparedWrite<{ message: number; ids: string }>()((db, p, engine) =>
  db
    .insertInto('push_shown')
    .columns(['organization_id', 'account_id', 'message_id'])
    .expression(
      db
        .selectFrom('account')
        .select(['organization_id', 'id', number(p.message).as('message_id')])
        .where('id', 'in', idsOf(engine, p.ids)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id'),
);
const shownOf = preparedRead<{ account: number; limit: number }>()((db, p) =>
  db
    .selectFrom('push_shown')
    .select(['account_id', 'message_id'])
    .where('account_id', '=', p.account)
    .orderBy('message_id', 'desc')
    .limit(p.limit),
);
const shownFor = preparedRead<{ messages: string }>()((db, p, engine) =>
  db
    .selectFrom('push_shown')
    .select(['account_id', 'message_id'])
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
/** Of each of some people the message before which there are as many newer ones as are kept. */
const removeBeyond = preparedWrite<{ ids: string; kept: number }>()((db, p, engine) =>
  db.deleteFrom('push_shown').where(
    sql<boolean>`(account_id, message_id) in (
      select account.id, (
        select kept.message_id from push_shown as kept where kept.account_id = account.id
        order by kept.message_id desc limit 1 offset ${p.kept}
      ) from account where account.id in ${idsOf(engine, p.ids)}
    )`,
  ),
);

/**
 * Notes that people are notified of a message; gives those who were not before. Of somebody who reads nothing the newest
 * are kept in mind: each that comes takes the place of the oldest.
 */
export async function noteShown(
  writer: Writer,
  messageId: number,
  accountIds: readonly number[],
): Promise<number[]> {
  const ids = JSON.stringify(accountIds);
  const rows = await insertShown.all(writer, { message: messageId, ids });
  await removeBeyond.all(writer, { ids, kept: limits.messagesShownPerAccount });
  return rows.map((row) => row.account_id);
}

/** The messages that stand on a person's devices, newest first. */
export async function shownTo(reader: Reader, accountId: number, limit: number): Promise<number[]> {
  return (await shownOf.all(reader, { account: accountId, limit })).map((row) => row.message_id);
}

/** On whose devices some messages stand. */
export function shownMessages(reader: Reader, messageIds: readonly number[]): Promise<Shown[]> {
  return shownFor.all(reader, { messages: JSON.stringify(messageIds) });
}

/** Messages no longer stand on a person's devices. */
export async function forgetShown(
  writer: Writer,
  accountId: number,
  messageIds: readonly number[],
): Promise<void> {
  await removeShown.all(writer, { account: accountId, messages: JSON.stringify(messageIds) });
}

/** A message does not stand on the devices of some people; it may where somebody is also told by Web Push. */
export async function forgetShownBy(
  writer: Writer,
  messageId: number,
  accountIds: readonly number[],
): Promise<void> {
  await removeShownBy.all(writer, { message: messageId, ids: JSON.stringify(accountIds) });
}

/** Nothing stands on a person's devices any more. */
export async function forgetAllShown(writer: Writer, accountId: number): Promise<void> {
  await writer.db.deleteFrom('push_shown').where('account_id', '=', accountId).execute();
}
