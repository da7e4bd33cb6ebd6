// Notifications delayed until a person leaves their computer.

import { type RawBuilder, sql } from 'kysely';
import { idsOf, preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

export interface DelayedNotification {
  readonly organization_id: number;
  readonly account_id: number;
  readonly message_id: number;
  readonly until_at: number;
  /** Whether the message was read when its conversation came back; null unless the notification reports that. */
  readonly returned: 'read' | 'unread' | null;
}

/** A numeric parameter among selected columns; PostgreSQL takes it for text without the cast. */
function numericParameter(value: number): RawBuilder<number> {
  return sql<number>`cast(${value} as bigint)`;
}

interface InsertedRow {
  readonly message: number;
  readonly checkAt: number;
  readonly until: number;
  readonly ids: string;
  readonly returned: 'read' | 'unread' | null;
}

const insertWaiting = preparedWrite<InsertedRow>()((db, p, engine) =>
  db
    .insertInto('push_waiting')
    .columns(['organization_id', 'account_id', 'message_id', 'look_at', 'until_at', 'returned'])
    .expression(
      db
        .selectFrom('account')
        .select([
          'organization_id',
          'id',
          numericParameter(p.message).as('message_id'),
          numericParameter(p.checkAt).as('look_at'),
          numericParameter(p.until).as('until_at'),
          sql<'read' | 'unread' | null>`cast(${p.returned} as text)`.as('returned'),
        ])
        .where('id', 'in', idsOf(engine, p.ids)),
    )
    // A message that notifies by itself, such as a mention, does not depend on the return of its conversation.
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'message_id'])
        .doUpdateSet({ returned: null })
        .where('excluded.returned', 'is', null),
    ),
);
const waitingDue = preparedRead<{ now: number; limit: number }>()((db, p) =>
  db
    .selectFrom('push_waiting')
    .select(['organization_id', 'account_id', 'message_id', 'until_at', 'returned'])
    .where('look_at', '<=', p.now)
    .orderBy('look_at')
    .limit(p.limit),
);
const nextCheck = preparedRead<Record<string, never>>()((db) =>
  db.selectFrom('push_waiting').select('look_at').orderBy('look_at').limit(1),
);
const removeWaiting = preparedWrite<{ account: number; messages: string }>()((db, p, engine) =>
  db
    .deleteFrom('push_waiting')
    .where('account_id', '=', p.account)
    .where('message_id', 'in', idsOf(engine, p.messages))
    .returning('message_id'),
);
const postpone = preparedWrite<{ account: number; messages: string; checkAt: number }>()((db, p, engine) =>
  db
    .updateTable('push_waiting')
    .set({ look_at: p.checkAt })
    .where('account_id', '=', p.account)
    .where('message_id', 'in', idsOf(engine, p.messages)),
);

/**
 * Delays a notification for accounts; it is checked again at `checkAt`, in seconds, and given up at `untilAt`.
 * `returned` is set if it reports that the message's conversation came back.
 */
export async function insertDelayedNotifications(
  writer: Writer,
  messageId: number,
  accountIds: readonly number[],
  {
    checkAt,
    untilAt,
    returned,
  }: {
    readonly checkAt: number;
    readonly untilAt: number;
    readonly returned?: 'read' | 'unread' | undefined;
  },
): Promise<void> {
  const ids = JSON.stringify(accountIds);
  await insertWaiting.all(writer, {
    message: messageId,
    checkAt,
    until: untilAt,
    ids,
    returned: returned ?? null,
  });
}

/** Delayed notifications of all organizations that are due to be checked. */
export function dueDelayedNotifications(
  reader: Reader,
  now: number,
  limit: number,
): Promise<DelayedNotification[]> {
  return waitingDue.all(reader, { now, limit });
}

/** When the next check is due, in seconds; undefined if nothing is delayed. */
export async function nextDelayedNotification(reader: Reader): Promise<number | undefined> {
  return (await nextCheck.first(reader, {}))?.look_at;
}

/** Deletes delayed notifications and returns the messages of those that existed. */
export async function deleteDelayedNotifications(
  writer: Writer,
  accountId: number,
  messageIds: readonly number[],
): Promise<number[]> {
  const rows = await removeWaiting.all(writer, { account: accountId, messages: JSON.stringify(messageIds) });
  return rows.map((row) => row.message_id);
}

/** Postpones the next check of an account's messages. */
export async function postponeDelayedNotifications(
  writer: Writer,
  accountId: number,
  messageIds: readonly number[],
  checkAt: number,
): Promise<void> {
  await postpone.all(writer, { account: accountId, messages: JSON.stringify(messageIds), checkAt });
}

export async function deleteAllDelayedNotifications(writer: Writer, accountId: number): Promise<void> {
  await writer.db.deleteFrom('push_waiting').where('account_id', '=', accountId).execute();
}
