// Whether messages are read for a person. An exception decides alone; without one a message is read if it did not
// arrive unread, if it was read for everybody from the start, if its sender's client marked it, or if the
// conversation was read up to it.

import type { MessageHead } from '../../model/messages/row.ts';
import type { SubscriptionPeriods } from '../../model/subscriptions/periods.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';
import { type Arrival, arrivalsByMessage } from '../messages/message-store.ts';
import { type RowsBetween, rowsAmong } from '../messages/rows-among.ts';
import { arrivesUnread } from './receipt.ts';

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
const exceptionsBetween = preparedRead<RowsBetween>()((db, p) =>
  db
    .selectFrom('read_exception')
    .select(['message_id', 'is_read'])
    .where('account_id', '=', p.account)
    .where('message_id', '>=', p.first)
    .where('message_id', '<=', p.last)
    .limit(p.limit),
);

/** What is kept about some messages and the conversations they stand in, for one person. */
export interface ReadMarks {
  readonly accountId: number;
  /** Exceptions by message: read above the mark, or unread in spite of it. */
  readonly exceptions: ReadonlyMap<number, boolean>;
  /** Up to which message a conversation was read. */
  markOf(conversationId: number): number;
}

/** Reads what is kept about messages for one person. */
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
    markOf: (conversationId) => marks.get(conversationId) ?? base?.read_base ?? 0,
  };
}

/** Whether a message is read where no exception speaks about it. */
export function isReadByDefault(head: MessageHead, canBeUnread: boolean, marks: ReadMarks): boolean {
  if (!canBeUnread || head.arrives_read === 1) return true;
  if (head.sender_id === marks.accountId && head.is_read_by_sender === 1) return true;
  return head.id <= marks.markOf(head.conversation_id);
}

/** One message's read state for a person. */
export interface ReadStatus {
  readonly isRead: boolean;
  /** What it would be without its exception. */
  readonly isReadByDefault: boolean;
}

/** The read state of each message for a person; `arrivals` holds those of the moved ones. */
export function readStatuses(
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

/** The same, with everything read that decides it. */
export async function readStatusOf(
  reader: Reader,
  accountId: number,
  subscriptions: SubscriptionPeriods,
  heads: readonly MessageHead[],
): Promise<Map<number, ReadStatus>> {
  if (heads.length === 0) return new Map();
  const moved = heads.filter((head) => head.is_moved === 1).map((head) => head.id);
  const arrivals = await arrivalsByMessage(reader, moved);
  return readStatuses(heads, await readMarks(reader, accountId, heads), subscriptions, arrivals);
}
