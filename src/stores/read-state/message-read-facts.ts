// Who has read one message: reads the stored read state of all or of certain accounts in a few statements.

import type { MessageHead } from '../../model/messages/message-row.ts';
import type { SubscriptionPeriods } from '../../model/subscriptions/subscription-periods.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { type Arrival, arrivalsByMessage, messageHeads } from '../messages/message-store.ts';
import { isReadByDefault } from './read-status.ts';
import { arrivesUnread } from './reception.ts';

const marksIn = preparedRead<{ conversation: number }>()((db, p) =>
  db
    .selectFrom('read_state')
    .select(['account_id', 'read_through'])
    .where('conversation_id', '=', p.conversation),
);
const marksOfSome = preparedRead<{ conversation: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('read_state')
    .select(['account_id', 'read_through'])
    .where('conversation_id', '=', p.conversation)
    .where('account_id', 'in', idsOf(engine, p.ids)),
);
const exceptionsFor = preparedRead<{ message: number }>()((db, p) =>
  db.selectFrom('read_exception').select(['account_id', 'is_read']).where('message_id', '=', p.message),
);

/** The data that decides for each account whether a message is read. */
export interface ReadFacts {
  readonly head: MessageHead;
  readonly arrivals: ReadonlyMap<number, readonly Arrival[]>;
  /** Read marks of the conversation, by account; missing for accounts without a mark of their own. */
  readonly marks: ReadonlyMap<number, number>;
  readonly exceptions: ReadonlyMap<number, boolean>;
}

/** The facts about a message for all accounts; undefined if it does not exist. */
export function readFactsOf(reader: Reader, messageId: number): Promise<ReadFacts | undefined> {
  return factsOf(reader, messageId, (conversation) => marksIn.all(reader, { conversation }));
}

/** The facts for some accounts only, which saves reading the marks of all others. */
export function readFactsFor(
  reader: Reader,
  messageId: number,
  accountIds: readonly number[],
): Promise<ReadFacts | undefined> {
  const ids = JSON.stringify(accountIds);
  return factsOf(reader, messageId, (conversation) => marksOfSome.all(reader, { conversation, ids }));
}

async function factsOf(
  reader: Reader,
  messageId: number,
  marksOf: (conversationId: number) => Promise<{ account_id: number; read_through: number }[]>,
): Promise<ReadFacts | undefined> {
  const [head] = await messageHeads(reader, [messageId]);
  if (!head) return undefined;
  const arrivals = await arrivalsByMessage(reader, head.is_moved === 1 ? [head.id] : []);
  const marks = new Map<number, number>();
  for (const row of await marksOf(head.conversation_id)) {
    marks.set(row.account_id, row.read_through);
  }
  const exceptions = new Map<number, boolean>();
  for (const row of await exceptionsFor.all(reader, { message: head.id })) {
    exceptions.set(row.account_id, row.is_read === 1);
  }
  return { head, arrivals, marks, exceptions };
}

/** Whether the message is read for one account. */
export function isReadFor(
  facts: ReadFacts,
  account: { readonly id: number; readonly readBase: number },
  subscriptions: SubscriptionPeriods,
): boolean {
  const exception = facts.exceptions.get(account.id);
  if (exception !== undefined) return exception;
  return isReadByDefault(facts.head, arrivesUnread(facts.head, subscriptions, facts.arrivals), {
    accountId: account.id,
    exceptions: facts.exceptions,
    readThrough: () => facts.marks.get(account.id) ?? account.readBase,
  });
}
