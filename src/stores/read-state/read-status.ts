// Whether messages are read for an account. An exception decides. Without one, a message is read if it did
// not arrive unread, if it was stored as read for everyone, if its sender's client marked it as read, or if
// it is not above the conversation's read mark.

import { sql } from 'kysely';
import type { MessageHead } from '../../model/messages/message-row.ts';
import type { SubscriptionPeriods } from '../../model/subscriptions/subscription-periods.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import { indexRange } from '../../storage/ranges.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { type Arrival, arrivalsByMessage } from '../messages/message-store.ts';
import { type RowsBetween, rowsAmong } from '../messages/rows-among.ts';
import { arrivesUnread } from './reception.ts';

const baseOf = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('account').select('read_base').where('id', '=', p.account),
);
const marksOf = preparedRead<{ account: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('read_state')
    .select(['conversation_id', 'read_through'])
    .where('account_id', '=', p.account)
    .where('conversation_id', 'in', idsOf(engine, p.ids)),
);
const exceptionsOf = preparedRead<{ account: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('read_exception')
    .select(['message_id', 'is_read'])
    .where('account_id', '=', p.account)
    .where('message_id', 'in', idsOf(engine, p.ids)),
);
const exceptionsBetween = preparedRead<RowsBetween>()((db, p, engine) => {
  const range = indexRange(engine, { key: sql`account_id`, id: sql`message_id` }, p);
  return db
    .selectFrom('read_exception')
    .select(['message_id', 'is_read'])
    .where(range.where)
    .orderBy(range.orderBy('asc'))
    .limit(p.limit);
});

/** The read state stored for an account about some messages and their conversations. */
export interface ReadMarks {
  readonly accountId: number;
  /** Exceptions by message: true for read above the mark, false for unread below it. */
  readonly exceptions: ReadonlyMap<number, boolean>;
  /** The message up to which a conversation is read. */
  readThrough(conversationId: number): number;
}

/** Reads the read state of messages for one account. */
export async function readMarks(
  reader: Reader,
  accountId: number,
  heads: readonly MessageHead[],
): Promise<ReadMarks> {
  const conversations = JSON.stringify([...new Set(heads.map((head) => head.conversation_id))]);
  const ids = heads.map((head) => head.id);
  const [base, read, exceptional] = await Promise.all([
    baseOf.first(reader, { account: accountId }),
    marksOf.all(reader, { account: accountId, ids: conversations }),
    rowsAmong(reader, accountId, ids, { between: exceptionsBetween, among: exceptionsOf }),
  ]);
  const marks = new Map(read.map((row) => [row.conversation_id, row.read_through]));
  const exceptions = new Map(exceptional.map((row) => [row.message_id, row.is_read === 1]));
  return {
    accountId,
    exceptions,
    readThrough: (conversationId) => marks.get(conversationId) ?? base?.read_base ?? 0,
  };
}

/** Whether a message is read if it has no exception. */
export function isReadByDefault(head: MessageHead, canBeUnread: boolean, marks: ReadMarks): boolean {
  if (!canBeUnread || head.arrives_read === 1) return true;
  if (head.sender_id === marks.accountId && head.is_read_by_sender === 1) return true;
  return head.id <= marks.readThrough(head.conversation_id);
}

/** The read state of one message for an account. */
export interface ReadStatus {
  readonly isRead: boolean;
  /** The value of `isRead` without an exception. */
  readonly isReadByDefault: boolean;
}

/** The read state of each message for an account; `arrivals` has those of moved messages. */
function readStatuses(
  heads: readonly MessageHead[],
  marks: ReadMarks,
  subscriptions: SubscriptionPeriods,
  arrivals: ReadonlyMap<number, readonly Arrival[]>,
): Map<number, ReadStatus> {
  const result = new Map<number, ReadStatus>();
  for (const head of heads) {
    const byDefault = isReadByDefault(head, arrivesUnread(head, subscriptions, arrivals), marks);
    result.set(head.id, { isRead: marks.exceptions.get(head.id) ?? byDefault, isReadByDefault: byDefault });
  }
  return result;
}

/** Whether a message is read for an account. */
export function isReadFor(
  head: MessageHead,
  marks: ReadMarks,
  subscriptions: SubscriptionPeriods,
  arrivals: ReadonlyMap<number, readonly Arrival[]>,
): boolean {
  return (
    marks.exceptions.get(head.id) ??
    isReadByDefault(head, arrivesUnread(head, subscriptions, arrivals), marks)
  );
}

/** The read state of each message for an account, reading everything that decides it. */
export async function readStatusOf(
  reader: Reader,
  accountId: number,
  subscriptions: SubscriptionPeriods,
  heads: readonly MessageHead[],
): Promise<Map<number, ReadStatus>> {
  if (heads.length === 0) return new Map();
  const movedIds = heads.filter((head) => head.is_moved === 1).map((head) => head.id);
  const arrivals = await arrivalsByMessage(reader, movedIds);
  return readStatuses(heads, await readMarks(reader, accountId, heads), subscriptions, arrivals);
}
