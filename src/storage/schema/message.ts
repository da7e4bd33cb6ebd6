// Messages and what belongs to them. No table here has a row per recipient.

import type { Generated } from 'kysely';
import type { Bit, Json } from './column.ts';

export interface MessageTable {
  id: Generated<number>;
  organization_id: number;
  conversation_id: number;
  /** The channel it is in now; null for direct messages. */
  channel_id: number | null;
  sender_id: number;
  client: string;
  content: string;
  rendered_content: string;
  sent_at: number;
  /** Its arrival: the log position of the sending. */
  sequence: number;
  /** 1 if it has more arrivals (`message_arrival`), because it was moved to another channel. */
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
  /** 1 if `message_mention` has a row for it. */
  has_mention_row: Bit;
  /** 1 if sending marked it read for its sender. */
  is_read_by_sender: Bit;
  /** 1 if it is read for everyone without an exception. */
  arrives_read: Bit;
}

/** Every arrival of a message that was moved between channels, including the first. */
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
  /** The log position of its event, for scrubbing. */
  sequence: number;
}

/** A message's mentions other than of single people: one row, however many people they reach. */
export interface MessageMentionTable {
  message_id: number;
  organization_id: number;
  /** JSON list of group ids; resolved by membership at `sequence`. */
  group_ids: Json;
  /** JSON list of the topic's participants at `sequence`, for @topic. */
  topic_participant_ids: Json;
  /** The log position of the mention: of the sending, or of the edit that added it. */
  sequence: number;
}

/** The id that a client gave a message, to recognize it in its event queue. */
export interface MessageLocalIdTable {
  organization_id: number;
  account_id: number;
  queue_id: string;
  local_id: string;
  message_id: number;
  /** The conversation it was sent to. */
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
  /** The log position of its event, for scrubbing. */
  sequence: number;
}
