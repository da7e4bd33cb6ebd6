// The newest message that an account receives, from its subscribed channels and direct messages.

import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

// The newest of each channel is found in the index, without reading its other topics.
const newestFor = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('subscription')
        .select((e) =>
          e
            .selectFrom('conversation')
            .select((one) => one.fn.max('last_message_id').as('newest'))
            .whereRef('conversation.channel_id', '=', 'subscription.channel_id')
            .as('newest'),
        )
        .where('subscription.account_id', '=', p.account)
        .where('subscription.is_active', '=', 1)
        .unionAll(
          db
            .selectFrom('conversation_participant')
            .innerJoin('conversation', 'conversation.id', 'conversation_participant.conversation_id')
            .select('conversation.last_message_id as newest')
            .where('conversation_participant.account_id', '=', p.account),
        )
        .as('received'),
    )
    .select((e) => e.fn.max('received.newest').as('newest')),
);

/** The id of the account's newest message; -1 if there is none. */
export async function newestMessageFor(reader: Reader, accountId: number): Promise<number> {
  const row = await newestFor.first(reader, { account: accountId });
  return Number(row?.newest ?? -1);
}
