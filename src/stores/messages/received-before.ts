// Whether an account has already received a message of a conversation.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

const received = preparedRead<{ account: number; conversation: number; last: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select('message.id')
    .where('message.conversation_id', '=', p.conversation)
    .where('message.id', '<=', p.last)
    .where((e) =>
      e.or([
        e.exists(
          e
            .selectFrom('subscription_period as period')
            .select(sql<number>`1`.as('one'))
            .where('period.account_id', '=', p.account)
            .whereRef('period.channel_id', '=', 'message.channel_id')
            .whereRef('period.from_sequence', '<=', 'message.sequence')
            .where((f) =>
              f.or([
                f('period.to_sequence', 'is', null),
                f('period.to_sequence', '>', f.ref('message.sequence')),
              ]),
            ),
        ),
        e.exists(
          e
            .selectFrom('message_arrival as arrival')
            .innerJoin('subscription_period as period', 'period.channel_id', 'arrival.channel_id')
            .select(sql<number>`1`.as('one'))
            .where('period.account_id', '=', p.account)
            .whereRef('arrival.message_id', '=', 'message.id')
            .whereRef('period.from_sequence', '<=', 'arrival.sequence')
            .where((f) =>
              f.or([
                f('period.to_sequence', 'is', null),
                f('period.to_sequence', '>', f.ref('arrival.sequence')),
              ]),
            ),
        ),
      ]),
    )
    .limit(1),
);

/** Whether the account received any message of the conversation up to `lastId`. */
export async function hasReceivedBefore(
  reader: Reader,
  accountId: number,
  conversationId: number,
  lastId: number,
): Promise<boolean> {
  const row = await received.first(reader, {
    account: accountId,
    conversation: conversationId,
    last: lastId,
  });
  return row !== undefined;
}
