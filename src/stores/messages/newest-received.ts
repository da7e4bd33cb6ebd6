// The newest message that an account receives, from its subscribed channels and direct messages.

import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

const inChannels = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('subscription')
    .innerJoin('conversation', 'conversation.channel_id', 'subscription.channel_id')
    .select((e) => e.fn.max('conversation.last_message_id').as('newest'))
    .where('subscription.account_id', '=', p.account)
    .where('subscription.is_active', '=', 1)
    .groupBy('subscription.channel_id'),
);
const inDirectMessages = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('conversation_participant')
    .innerJoin('conversation', 'conversation.id', 'conversation_participant.conversation_id')
    .select((e) => e.fn.max('conversation.last_message_id').as('newest'))
    .where('conversation_participant.account_id', '=', p.account),
);

/** The id of the account's newest message; -1 if there is none. */
export async function newestMessageFor(reader: Reader, accountId: number): Promise<number> {
  const rows = [
    ...(await inChannels.all(reader, { account: accountId })),
    ...(await inDirectMessages.all(reader, { account: accountId })),
  ];
  return Math.max(-1, ...rows.map(({ newest }) => Number(newest ?? -1)));
}
