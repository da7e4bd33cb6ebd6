// The participants of a topic: everyone who sent a message there or reacted to one.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

const senders = preparedRead<{ conversation: number }>()((db, p) =>
  db
    .selectFrom('message')
    .innerJoin('account', 'account.id', 'message.sender_id')
    .select('message.sender_id as id')
    .distinct()
    .where('message.conversation_id', '=', p.conversation)
    .where('account.is_active', '=', 1)
    .where('account.is_system_bot', '=', 0),
);
const reactors = preparedRead<{ conversation: number }>()((db, p) =>
  db
    .selectFrom('reaction')
    .innerJoin('message', 'message.id', 'reaction.message_id')
    .innerJoin('account', 'account.id', 'reaction.account_id')
    .select('reaction.account_id as id')
    .distinct()
    .where('message.conversation_id', '=', p.conversation)
    .where('message.has_reaction', '=', sql.lit(1))
    .where('account.is_active', '=', 1),
);

/** The ids of the active participants of a topic, ascending. */
export async function topicParticipants(reader: Reader, conversationId: number): Promise<number[]> {
  const ids = new Set<number>();
  for (const row of await senders.all(reader, { conversation: conversationId })) ids.add(row.id);
  for (const row of await reactors.all(reader, { conversation: conversationId })) ids.add(row.id);
  return [...ids].sort((a, b) => a - b);
}
