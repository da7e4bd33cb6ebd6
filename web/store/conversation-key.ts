// The key of a conversation, equal for equal conversations.

import { topicKey } from '../../client/state/topics.ts';
import type { Conversation } from './narrow-targets.ts';
import { peopleKey } from './unread-counts.ts';

export function conversationKey(conversation: Conversation): string {
  return conversation.kind === 'direct'
    ? `direct ${peopleKey(conversation.ids)}`
    : `${conversation.channelId} ${topicKey(conversation.topic)}`;
}
