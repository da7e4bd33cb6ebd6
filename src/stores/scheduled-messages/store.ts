// Scheduled messages in the database.

import type { ScheduledMessageRow } from '../../model/scheduled-messages/scheduled-message.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';

const bySender = preparedRead<{ sender: number }>()((db, p) =>
  db
    .selectFrom('scheduled_message')
    .selectAll()
    .where('sender_id', '=', p.sender)
    .orderBy('due_at')
    .orderBy('id'),
);
const countBySender = preparedRead<{ sender: number }>()((db, p) =>
  db
    .selectFrom('scheduled_message')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('sender_id', '=', p.sender),
);
const byId = preparedRead<{ id: number; sender: number }>()((db, p) =>
  db.selectFrom('scheduled_message').selectAll().where('id', '=', p.id).where('sender_id', '=', p.sender),
);
const earliest = preparedRead<Record<never, never>>()((db) =>
  db
    .selectFrom('scheduled_message')
    .innerJoin('organization', 'organization.id', 'scheduled_message.organization_id')
    .select('due_at')
    .where('is_failed', '=', 0)
    .where('is_deactivated', '=', 0)
    .orderBy('due_at')
    .limit(1),
);
const dueBy = preparedRead<{ now: number; limit: number }>()((db, p) =>
  db
    .selectFrom('scheduled_message')
    .innerJoin('organization', 'organization.id', 'scheduled_message.organization_id')
    .selectAll('scheduled_message')
    .where('is_failed', '=', 0)
    .where('due_at', '<=', p.now)
    .where('is_deactivated', '=', 0)
    .orderBy('due_at')
    .orderBy('scheduled_message.id')
    .limit(p.limit),
);

/** Somebody's messages that wait, by the moment they are due; those that failed too. */
export async function scheduledMessagesOf(reader: Reader, senderId: number): Promise<ScheduledMessageRow[]> {
  return bySender.all(reader, { sender: senderId });
}

/** How many scheduled messages an account has. */
export async function countScheduledMessages(reader: Reader, senderId: number): Promise<number> {
  return (await countBySender.first(reader, { sender: senderId }))?.count ?? 0;
}

/** One of somebody's own. */
export async function scheduledMessageById(
  reader: Reader,
  senderId: number,
  id: number,
): Promise<ScheduledMessageRow | undefined> {
  return byId.first(reader, { id, sender: senderId });
}

/** When the next one is due, of whatever organization that is open. */
export async function nextScheduledMessage(reader: Reader): Promise<number | undefined> {
  return (await earliest.first(reader, {}))?.due_at;
}

/** Those that are due, of whatever organization that is open, the longest due first. */
export async function dueScheduledMessages(
  reader: Reader,
  now: number,
  limit: number,
): Promise<ScheduledMessageRow[]> {
  return dueBy.all(reader, { now: Math.floor(now), limit });
}

/** Stores a new one and gives it back with its id. */
export async function insertScheduledMessage(
  writer: Writer,
  row: Omit<ScheduledMessageRow, 'id' | 'organization_id'>,
): Promise<ScheduledMessageRow> {
  return writer.db
    .insertInto('scheduled_message')
    .values({ ...row, organization_id: writer.organizationId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes columns and gives the whole row as it is then. */
export async function updateScheduledMessage(
  writer: Writer,
  id: number,
  changes: Partial<Omit<ScheduledMessageRow, 'id' | 'organization_id' | 'sender_id'>>,
): Promise<ScheduledMessageRow> {
  return writer.db
    .updateTable('scheduled_message')
    .set(changes)
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Removes one and gives what it was; undefined when somebody else was faster. */
export async function takeScheduledMessage(
  writer: Writer,
  senderId: number,
  id: number,
): Promise<ScheduledMessageRow | undefined> {
  return writer.db
    .deleteFrom('scheduled_message')
    .where('id', '=', id)
    .where('sender_id', '=', senderId)
    .where('organization_id', '=', writer.organizationId)
    .returningAll()
    .executeTakeFirst();
}
