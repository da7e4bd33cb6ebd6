// The view of `later_conversations`, with the client's name for the empty topic.

import type { laterConversationsEvent } from '../../model/later-conversations/later-conversation-events.ts';
import { displayTopic } from '../../model/messages/topic.ts';
import type { ViewOf } from './event-view.ts';

export const laterConversationsView: ViewOf<typeof laterConversationsEvent> = ({ payload }, { options }) => {
  const topicName = (topic: string) => displayTopic(topic, options.capabilities.empty_topic_name);
  switch (payload.op) {
    case 'move':
      return { ...payload, topic: topicName(payload.topic), new_topic: topicName(payload.new_topic) };
    case 'remove':
      return payload.stream_id === null ? payload : { ...payload, topic: topicName(payload.topic) };
    default: {
      const { later_conversation: conversation } = payload;
      if (conversation.stream_id === null) return payload;
      return { ...payload, later_conversation: { ...conversation, topic: topicName(conversation.topic) } };
    }
  }
};
