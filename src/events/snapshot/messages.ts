// The parts of the snapshot about messages: unread and starred messages, and recent direct message
// conversations.

import { limits } from '../../api-contract/limits.ts';
import { recentDirectConversations } from '../../stores/conversations/recent-conversations.ts';
import { newestMessageFor } from '../../stores/messages/newest-received.ts';
import { starredMessageIds } from '../../stores/messages/starred.ts';
import { unreadMessages, unreadMessagesFields } from '../../stores/read-state/unread-summary.ts';
import type { SnapshotSection } from './section.ts';

const nothingUnread = {
  pms: [],
  streams: [],
  huddles: [],
  mentions: [],
  count: 0,
  old_unreads_missing: false,
};

const unread: SnapshotSection = {
  gates: ['message'],
  async fromDatabase({ account, subscriptions, options, wants }, reader) {
    if (!wants('update_message_flags')) return {};
    if (!account) return { unread_msgs: nothingUnread };
    const found = await unreadMessages(reader, account, subscriptions);
    return { unread_msgs: unreadMessagesFields(found, account.id, options.capabilities.empty_topic_name) };
  },
};

const newest: SnapshotSection = {
  gates: ['message'],
  async fromDatabase({ account }, reader) {
    return { max_message_id: account ? await newestMessageFor(reader, account.id) : -1 };
  },
};

const starred: SnapshotSection = {
  gates: ['starred_messages'],
  async fromDatabase({ account }, reader) {
    return { starred_messages: account ? await starredMessageIds(reader, account.id) : [] };
  },
};

const recentConversations: SnapshotSection = {
  gates: ['recent_private_conversations'],
  async fromDatabase({ account }, reader) {
    if (!account) return { recent_private_conversations: [] };
    const recent = await recentDirectConversations(reader, account.id, limits.directConversationsInSnapshot);
    return {
      recent_private_conversations: recent.map(({ people, lastMessageId }) => ({
        max_message_id: lastMessageId,
        user_ids: people.filter((id) => id !== account.id),
      })),
    };
  },
};

export const messageSections = [unread, newest, starred, recentConversations];
