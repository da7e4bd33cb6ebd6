// Which notifications stand on people's devices, and which wait for somebody to leave their computer.

import { type RawBuilder, sql } from 'kysely';
import { idsOf, preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';

export interface Shown {
  readonly account_id: number;
  readonly message_id: number;
}

export interface Waiting extends Shown {
  readonly organization_id: number;
  readonly until_at: number;
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
const insertWaiting = preparedWrite<{ message: number; look: number; until: number; ids: string }>()(
  (db, p, engine) =>
    db
      .insertInto('push_waiting')
      .columns(['organization_id', 'account_id', 'message_id', 'look_at', 'until_at'])
      .expression(
        db
          .selectFrom('account')
          .select([
            'organization_id',
            'id',
            number(p.message).as('message_id'),
            number(p.look).as('look_at'),
            number(p.until).as('until_at'),
          ])
          .where('id', 'in', idsOf(engine, p.ids)),
      )
      .onConflict((conflict) => conflict.doNothing()),
);
const shownOf = preparedRead<{ account: number; limit: number }>()((db, p) =>
  db
    .selectFrom('push_shown')
    .select(['account_id', 'message_id'])
    .where('account_id', '=', p.account)
    .orderBy('message_id', 'desc')
    .limit(p.limit as never),
);
const shownFor = preparedRead<{ messages: string }>()((db, p, engine) =>
  db
    .selectFrom('push_shown')
    .select(['account_id', 'message_id'])
    .where('message_id', 'in', idsOf(engine, p.messages)),
);
const waitingDue = preparedRead<{ now: number; limit: number }>()((db, p) =>
  db
    .selectFrom('push_waiting')
    .select(['organization_id', 'account_id', 'message_id', 'until_at'])
    .where('look_at', '<=', p.now)
    .orderBy('look_at')
    .limit(p.limit as never),
);
const nextLook = preparedRead<Record<string, never>>()((db) =>
  db.selectFrom('push_waiting').select('look_at').orderBy('look_at').limit(1),
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
    .where('account_id', 'in', idsOf(engine, p.ids)),
);
const removeWaiting = preparedWrite<{ account: number; messages: string }>()((db, p, engine) =>
  db
    .deleteFrom('push_waiting')
    .where('account_id', '=', p.account)
    .where('message_id', 'in', idsOf(engine, p.messages))
    .returning('message_id'),
);
const postpone = preparedWrite<{ account: number; message: number; look: number }>()((db, p) =>
  db
    .updateTable('push_waiting')
    .set({ look_at: p.look })
    .where('account_id', '=', p.account)
    .where('message_id', '=', p.message),
);

/** Notes that people are notified of a message; gives those who were not before. */
export async function noteShown(
  writer: Writer,
  messageId: number,
  accountIds: readonly number[],
): Promise<number[]> {
  const rows = await insertShown.all(writer, { message: messageId, ids: JSON.stringify(accountIds) });
  return rows.map((row) => row.account_id);
}

/** Notes that people are to be notified if they leave their computers; looked at again at a moment. */
export async function noteWaiting(
  writer: Writer,
  messageId: number,
  accountIds: readonly number[],
  lookAt: number,
  untilAt: number,
): Promise<void> {
  const ids = JSON.stringify(accountIds);
  await insertWaiting.all(writer, { message: messageId, look: lookAt, until: untilAt, ids });
}

/** The messages that stand on a person's devices, newest first. */
export async function shownTo(reader: Reader, accountId: number, limit: number): Promise<number[]> {
  return (await shownOf.all(reader, { account: accountId, limit })).map((row) => row.message_id);
}

/** On whose devices some messages stand. */
export function shownMessages(reader: Reader, messageIds: readonly number[]): Promise<Shown[]> {
  return shownFor.all(reader, { messages: JSON.stringify(messageIds) });
}

/** What waits and is to be looked at by now, of all organizations. */
export function dueWaiting(reader: Reader, now: number, limit: number): Promise<Waiting[]> {
  return waitingDue.all(reader, { now, limit });
}

export async function nextWaiting(reader: Reader): Promise<number | undefined> {
  return (await nextLook.first(reader, {}))?.look_at;
}

/** Messages no longer stand on a person's devices. */
export async function forgetShown(
  writer: Writer,
  accountId: number,
  messageIds: readonly number[],
): Promise<void> {
  await removeShown.all(writer, { account: accountId, messages: JSON.stringify(messageIds) });
}

/** A message no longer stands on the devices of some people. */
export async function forgetShownBy(
  writer: Writer,
  messageId: number,
  accountIds: readonly number[],
): Promise<void> {
  await removeShownBy.all(writer, { message: messageId, ids: JSON.stringify(accountIds) });
}

/** Messages no longer wait; gives those that did. */
export async function forgetWaiting(
  writer: Writer,
  accountId: number,
  messageIds: readonly number[],
): Promise<number[]> {
  const rows = await removeWaiting.all(writer, { account: accountId, messages: JSON.stringify(messageIds) });
  return rows.map((row) => row.message_id);
}

export async function waitOn(
  writer: Writer,
  accountId: number,
  messageId: number,
  lookAt: number,
): Promise<void> {
  await postpone.all(writer, { account: accountId, message: messageId, look: lookAt });
}
