// Messages and what hangs on them. Nothing here has a row per recipient.

import type { Generated } from 'kysely';
import type { Bit, Json } from './column.ts';

export interface MessageTable {
  id: Generated<number>;
  organization_id: number;
  conversation_id: number;
  /** The channel it stands in now; null for direct messages. */
  channel_id: number | null;
  sender_id: number;
  client: string;
  content: string;
  rendered_content: string;
  sent_at: number;
  /** Its arrival: where the sending stands in the organization's log. */
  sequence: number;
  /** 1 when it has further arrivals (`message_arrival`), that is, was moved to another channel. */
  is_moved: Bit;
  last_edited_at: number | null;
  last_moved_at: number | null;
  has_edits: Bit;
  has_link: Bit;
  has_image: Bit;
  has_attachment: Bit;
  has_reaction: Bit;
  has_submessage: Bit;
  is_me_message: Bit;
  mentions_channel: Bit;
  mentions_topic: Bit;
  /** 1 when `message_mention` holds a row for it. */
  has_mention_row: Bit;
  /** 1 when sending it marked it read for its sender. */
  is_read_by_sender: Bit;
  /** 1 when it is read for everybody for whom no exception says that it is not. */
  arrives_read: Bit;
}

/** Every arrival of a message that changed channels, the first one included. */
export interface MessageArrivalTable {
  organization_id: number;
  message_id: number;
  channel_id: number;
  sequence: number;
}

export interface MessageEditTable {
  id: Generated<number>;
  organization_id: number;
  message_id: number;
  editor_id: number;
  edited_at: number;
  prev_content: string | null;
  prev_rendered_content: string | null;
  prev_topic: string | null;
  topic: string | null;
  prev_channel_id: number | null;
  channel_id: number | null;
  /** Where its event stands in the log, for scrubbing. */
  sequence: number;
}

/** What a message mentions beyond single people: one row however many people that is. */
export interface MessageMentionTable {
  message_id: number;
  organization_id: number;
  /** JSON list of group ids; resolved by membership at `sequence`. */
  group_ids: Json;
  /** JSON list of the topic's participants at `sequence`, for @topic. */
  topic_participant_ids: Json;
  /** Where the mention stands in the log: the sending, or the edit that added it. */
  sequence: number;
}

/** What a sender called a message, in the queue that was to be told of it by that name. */
export interface MessageLocalIdTable {
  organization_id: number;
  account_id: number;
  queue_id: string;
  local_id: string;
  message_id: number;
  /** Where it was sent to. */
  conversation_id: number;
  sent_at: number;
}

export interface ReactionTable {
  id: Generated<number>;
  organization_id: number;
  message_id: number;
  account_id: number;
  emoji_name: string;
  emoji_code: string;
  reaction_type: string;
}

export interface SubmessageTable {
  id: Generated<number>;
  organization_id: number;
  message_id: number;
  sender_id: number;
  msg_type: string;
  content: string;
  /** Where its event stands in the log, for scrubbing. */
  sequence: number;
}
