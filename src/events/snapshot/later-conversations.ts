// The conversations that the viewer has put away, in the snapshot.

import { wireLaterConversation } from '../../model/later-conversations/later-conversation.ts';
import { displayTopic } from '../../model/messages/topic.ts';
import { laterConversations } from '../../stores/later-conversations/later-conversation-store.ts';
import type { SnapshotSection } from './section.ts';

const ownLaterConversations: SnapshotSection = {
  gates: ['later_conversations'],
  async fromDatabase({ account, options }, reader) {
    const rows = account ? await laterConversations.ofAccount(reader, account.id) : [];
    return {
      later_conversations: rows.map(wireLaterConversation).map((conversation) => ({
        ...conversation,
        ...(conversation.stream_id !== null && {
          topic: displayTopic(conversation.topic, options.capabilities.empty_topic_name),
        }),
      })),
    };
  },
};

export const laterConversationSections: readonly SnapshotSection[] = [ownLaterConversations];
