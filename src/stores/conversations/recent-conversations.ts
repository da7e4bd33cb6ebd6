// An account's direct conversations, ordered by their latest message.

import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { peopleOf } from './conversation-store.ts';

export interface RecentConversation {
  /** All accounts of the conversation, ascending. */
  readonly people: readonly number[];
  readonly lastMessageId: number;
}

const recent = preparedRead<{ account: number; limit: number }>()((db, p) =>
  db
    .selectFrom('conversation_participant')
    .innerJoin('conversation', 'conversation.id', 'conversation_participant.conversation_id')
    .select(['conversation.direct_key', 'conversation.last_message_id'])
    .where('conversation_participant.account_id', '=', p.account)
    .where('conversation.last_message_id', 'is not', null)
    .orderBy('conversation.last_message_id', 'desc')
    .limit(p.limit),
);

/** At most `limit` direct conversations, the latest first. */
export async function recentDirectConversations(
  reader: Reader,
  account: number,
  limit: number,
): Promise<RecentConversation[]> {
  return (await recent.all(reader, { account, limit })).map((row) => ({
    people: peopleOf(row.direct_key ?? ''),
    lastMessageId: row.last_message_id ?? 0,
  }));
}
