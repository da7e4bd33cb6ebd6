// The people a limited guest may see: those in the guest's channels and direct conversations.

import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

const inSameChannels = preparedRead<{ guest: number }>()((db, p) =>
  db
    .selectFrom('subscription as own')
    .innerJoin('channel', 'channel.id', 'own.channel_id')
    .innerJoin('subscription as other', 'other.channel_id', 'own.channel_id')
    .select('other.account_id')
    .distinct()
    .where('own.account_id', '=', p.guest)
    .where('own.is_active', '=', 1)
    .where('channel.is_archived', '=', 0)
    .where('other.is_active', '=', 1),
);
const inSameConversations = preparedRead<{ guest: number }>()((db, p) =>
  db
    .selectFrom('conversation_participant as own')
    .innerJoin('conversation', 'conversation.id', 'own.conversation_id')
    .innerJoin('conversation_participant as other', 'other.conversation_id', 'own.conversation_id')
    .select('other.account_id')
    .distinct()
    .where('own.account_id', '=', p.guest)
    .where('conversation.last_message_id', 'is not', null),
);

/** The people with whom a limited guest shares a channel or direct messages. */
export async function peopleVisibleToGuest(reader: Reader, guestId: number): Promise<ReadonlySet<number>> {
  const rows = [
    ...(await inSameChannels.all(reader, { guest: guestId })),
    ...(await inSameConversations.all(reader, { guest: guestId })),
  ];
  return new Set(rows.map((row) => row.account_id));
}
