// Topics, and conversations of direct messages.

import type { Generated } from 'kysely';

/** A topic of a channel, or the direct messages of one set of people. */
export interface ConversationTable {
  id: Generated<number>;
  organization_id: number;
  /** Null for direct messages. */
  channel_id: number | null;
  topic_key: string;
  topic_name: string;
  /** The sorted account ids joined by commas; null for topics. */
  direct_key: string | null;
  first_message_id: number | null;
  last_message_id: number | null;
}

export interface ConversationParticipantTable {
  conversation_id: number;
  account_id: number;
  organization_id: number;
}
