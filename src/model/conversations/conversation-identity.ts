// How clients identify a conversation: a topic by its channel and name, direct messages by their people.

import { anyText, described, id, list, nullable } from '../../api-contract/codec.ts';
import type { Row } from '../../storage/schema.ts';
import { peopleOf } from './direct-key.ts';

/** The columns that identify a conversation. */
export type ConversationColumns = Pick<
  Row<'conversation'>,
  'channel_id' | 'topic_key' | 'topic_name' | 'direct_key'
>;

/** Identifies a conversation on the wire. */
export const conversationIdentity = {
  stream_id: described(nullable(id), 'The ID of the channel; null for direct messages.'),
  topic: described(anyText, 'The topic; empty for direct messages.'),
  user_ids: described(list(id), 'The IDs of all users of direct messages, ascending; empty for a topic.'),
};

/** The conversation of a row, as clients identify it. */
export function wireIdentity(row: Omit<ConversationColumns, 'topic_key'>): {
  stream_id: number | null;
  topic: string;
  user_ids: number[];
} {
  return {
    stream_id: row.channel_id,
    topic: row.topic_name,
    user_ids: row.direct_key === null ? [] : peopleOf(row.direct_key),
  };
}
