// Messages that people are notified of by mail unless they read them first: one row per person and message,
// written by a worker after the message is durable, with the worker's cursor in the log.

import { sql } from 'kysely';
import type { MessageHead } from '../../model/messages/message-row.ts';
import type { NotificationTrigger } from '../../model/notifications/notification-rules.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row } from '../../storage/schema.ts';
import { jobDoneUntil, recordJobDone } from '../job-marks/job-mark-store.ts';
import { headColumns } from '../messages/message-store.ts';
import { insertMissedByMany, type MissedByManyRow } from './missed-by-many-store.ts';

export type MissedRow = Row<'missed_message'>;

const JOB = 'missed-mail';
/** Besides the worker's log position: the last account stored for the entry after it. */
const PEOPLE = 'missed-mail-people';
const ROWS_PER_STATEMENT = 500;
/**
 * Takes the place of an account id for a message stored in `missed_by_many`, which has no other row at its
 * log position.
 */
export const FOR_MANY = 1;

/** A message that a person is to be notified of. */
export interface MissedMessage {
  readonly accountId: number;
  readonly messageId: number;
  /** The log position at which the message began to concern the account: that of its sending or of an edit. */
  readonly sequence: number;
  readonly cause: NotificationTrigger;
  /** The time of that log position, in seconds. */
  readonly noticedAt: number;
  /** When the mail is due, unless messages are already being collected for the person. */
  readonly dueAt: number;
}

const sentAfter = preparedRead<{ organization: number; sequence: number; limit: number }>()((db, p) =>
  db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .select(headColumns)
    .where(sql<boolean>`(message.organization_id + 0) = ${p.organization}`)
    .where('message.sequence', '>', p.sequence)
    .orderBy('message.sequence')
    .limit(p.limit),
);
const pendingOf = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('missed_message')
    .select((e) => ['account_id', e.fn.min<number>('due_at').as('due_at')])
    .where('account_id', 'in', idsOf(engine, p.ids))
    .groupBy('account_id'),
);
const nextDue = preparedRead<Record<never, never>>()((db) =>
  db.selectFrom('missed_message').select('due_at').orderBy('due_at').limit(1),
);
const dueRows = preparedRead<{ now: number; limit: number }>()((db, p) =>
  db
    .selectFrom('missed_message')
    .select(['organization_id', 'account_id'])
    .where('due_at', '<=', p.now)
    .orderBy('due_at')
    .limit(p.limit),
);
const dueOf = preparedRead<{ account: number; now: number; limit: number }>()((db, p) =>
  db
    .selectFrom('missed_message')
    .selectAll()
    .where('account_id', '=', p.account)
    .where('due_at', '<=', p.now)
    .orderBy('message_id')
    .limit(p.limit),
);

/** Messages sent after a log position, in log order. */
export function messagesSentAfter(reader: Reader, sequence: number, limit: number): Promise<MessageHead[]> {
  return sentAfter.all(reader, { organization: reader.organizationId, sequence, limit });
}

/** The log position up to which the organization's messages were scanned; undefined if never. */
export function scannedUntil(reader: Reader): Promise<number | undefined> {
  return jobDoneUntil(reader, JOB);
}

/**
 * The cursor of the scan: everything up to a log position is done, and of the entry after it the accounts up
 * to an id. A message may concern more people than one unit of work writes rows for.
 */
export interface ScanCursor {
  readonly sequence: number;
  readonly accountId: number;
}

async function scanCursor(reader: Reader): Promise<ScanCursor> {
  const sequence = (await scannedUntil(reader)) ?? 0;
  return { sequence, accountId: (await jobDoneUntil(reader, PEOPLE)) ?? 0 };
}

/** Records the log position up to which messages were scanned. */
export async function recordScannedUntil(writer: Writer, sequence: number): Promise<void> {
  await recordJobDone(writer, JOB, sequence);
  await recordJobDone(writer, PEOPLE, 0);
}

function isBehind({ sequence, accountId }: ScanCursor, done: ScanCursor): boolean {
  return sequence <= done.sequence || (sequence === done.sequence + 1 && accountId <= done.accountId);
}

/** A message, or an edit of one, that concerns very many people. */
export interface MissedByMany {
  readonly sequence: number;
  readonly row: MissedByManyRow;
}

/** A bounded part of the scan's results. */
export interface MissedBatch {
  /** In log order, then by account id, without gaps. */
  readonly missed: readonly MissedMessage[];
  readonly byMany: readonly MissedByMany[];
  /** The cursor after this batch. */
  readonly cursor: ScanCursor;
}

/**
 * Stores a batch. Skips what another server, or this one before it was stopped, has already stored. If
 * messages are already being collected for a person, new ones are due with them.
 */
export async function insertMissedBatch(
  writer: Writer,
  { missed, byMany, cursor }: MissedBatch,
): Promise<void> {
  const storedCursor = await scanCursor(writer);
  const isAlreadyDone =
    storedCursor.sequence > cursor.sequence ||
    (storedCursor.sequence === cursor.sequence && storedCursor.accountId >= cursor.accountId);
  if (isAlreadyDone) return;
  const missedByMany = byMany.filter(
    ({ sequence }) => !isBehind({ sequence, accountId: FOR_MANY }, storedCursor),
  );
  await insertMissedByMany(
    writer,
    missedByMany.map(({ row }) => row),
  );
  const notYetMailed = missed.filter((row) => !isBehind(row, storedCursor));
  const pending = new Map<number, number>();
  if (notYetMailed.length > 0) {
    const ids = JSON.stringify([...new Set(notYetMailed.map(({ accountId }) => accountId))]);
    for (const row of await pendingOf.all(writer, { ids })) pending.set(row.account_id, row.due_at);
  }
  const rows = notYetMailed.map(({ accountId, messageId, cause, noticedAt, dueAt }) => {
    // Pending messages may wait until quiet hours end, but a message of an allowed sender does not.
    const dueWithOthers = Math.min(pending.get(accountId) ?? dueAt, dueAt);
    pending.set(accountId, dueWithOthers);
    return {
      organization_id: writer.organizationId,
      account_id: accountId,
      message_id: messageId,
      cause,
      noticed_at: noticedAt,
      due_at: dueWithOthers,
    };
  });
  await insertMissedRows(writer, rows);
  await recordJobDone(writer, JOB, cursor.sequence);
  await recordJobDone(writer, PEOPLE, cursor.accountId);
}

/** Inserts rows; existing ones stay unchanged. */
export async function insertMissedRows(writer: Writer, rows: readonly MissedRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await writer.db
      .insertInto('missed_message')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** When the next mail of any organization is due. */
export async function nextMissed(reader: Reader): Promise<number | undefined> {
  return (await nextDue.first(reader, {}))?.due_at;
}

/** Some of the people of all organizations whose mail is due. */
export async function peopleWithMissed(
  reader: Reader,
  now: number,
  limit: number,
): Promise<{ accountId: number; organizationId: number }[]> {
  const rows = await dueRows.all(reader, { now, limit });
  const organizations = new Map(rows.map((row) => [row.account_id, row.organization_id]));
  return [...organizations].map(([accountId, organizationId]) => ({ accountId, organizationId }));
}

/** The due messages of one person, oldest first. */
export function missedOf(
  reader: Reader,
  accountId: number,
  now: number,
  limit: number,
): Promise<MissedRow[]> {
  return dueOf.all(reader, { account: accountId, now, limit });
}

/** Deletes rows and returns how many were still there; 0 if another server was faster. */
export async function claimMissed(
  writer: Writer,
  accountId: number,
  messageIds: readonly number[],
): Promise<number> {
  const rows = await writer.db
    .deleteFrom('missed_message')
    .where('account_id', '=', accountId)
    .where('message_id', 'in', idsOf(writer.engine, JSON.stringify(messageIds)))
    .returning('message_id')
    .execute();
  return rows.length;
}

/** Brings forward the messages of a person that are due later than a time, in seconds, to that time. */
export async function bringMissedForward(writer: Writer, accountId: number, dueAt: number): Promise<void> {
  await writer.db
    .updateTable('missed_message')
    .set({ due_at: dueAt })
    .where('account_id', '=', accountId)
    .where('due_at', '>', dueAt)
    .execute();
}

/** Postpones the due messages of a person. */
export async function postponeMissed(
  writer: Writer,
  accountId: number,
  messageIds: readonly number[],
  until: number,
): Promise<void> {
  await writer.db
    .updateTable('missed_message')
    .set({ due_at: until })
    .where('account_id', '=', accountId)
    .where('message_id', 'in', idsOf(writer.engine, JSON.stringify(messageIds)))
    .execute();
}
