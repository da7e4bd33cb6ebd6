// The index of a conversation's messages contains what decides whether one may be unread, so that counting unread
// messages reads nothing else. Indexing existing rows takes some seconds for a million messages on either engine.

import type { Migration } from './migration.ts';

const covered = 'sender_id, is_read_by_sender, arrives_read, is_moved, mentions_channel, has_mention_row';

export const unreadByConversation: Migration = {
  version: 57,
  statements: (engine) => [
    'drop index message_conversation',
    engine === 'sqlite'
      ? `create index message_conversation on message (conversation_id, id, ${covered})`
      : `create index message_conversation on message (conversation_id, id) include (${covered})`,
  ],
};
