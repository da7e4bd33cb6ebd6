// How operations name a conversation: a topic of a channel, or the people of direct messages.

import { id, list, text } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, type ParameterValues } from '../../api-contract/parameter.ts';
import type { ConversationColumns } from '../../model/conversations/conversation-identity.ts';
import { directKey } from '../../model/conversations/direct-key.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';
import { directColumns, topicColumns } from '../../stores/later-conversations/later-conversation-store.ts';

export const conversationParameters = {
  stream_id: optionally(id, 'The ID of the channel of a topic.'),
  topic: optionally(
    text({ maximum: limits.topicCodePoints }),
    'The topic, together with `stream_id`. It can be one without messages.',
  ),
  user_ids: optionally(
    list(id, limits.participantsInDirectMessage),
    'The IDs of the users of direct messages, with or without your own, instead of `stream_id` and `topic`.',
  ),
};

/** @throws 400 unless it names either a topic or people */
export function namedConversation(
  ownId: number,
  { stream_id, topic, user_ids }: ParameterValues<typeof conversationParameters>,
): ConversationColumns {
  if (user_ids && stream_id === undefined && topic === undefined)
    return directColumns(directKey([ownId, ...user_ids]));
  if (user_ids || stream_id === undefined || topic === undefined)
    throw badRequest('Send either stream_id and topic, or user_ids.');
  return topicColumns({ channelId: stream_id, topic: normalizeTopic(topic) });
}
