// The rows of messages and of the tables around them.

import type { Row } from '../../storage/schema.ts';

export type MessageRow = Row<'message'>;
export type ReactionRow = Row<'reaction'>;
export type SubmessageRow = Row<'submessage'>;
export type MessageEditRow = Row<'message_edit'>;

/** The columns that determine a message's access, flags and conversation. */
export interface MessageHead {
  readonly id: number;
  readonly conversation_id: number;
  readonly channel_id: number | null;
  readonly sender_id: number;
  readonly sent_at: number;
  readonly sequence: number;
  readonly is_moved: number;
  readonly is_read_by_sender: number;
  readonly arrives_read: number;
  readonly mentions_channel: number;
  readonly mentions_topic: number;
  readonly has_mention_row: number;
  readonly has_link: number;
  readonly has_image: number;
  readonly has_attachment: number;
  readonly has_reaction: number;
  readonly topic_name: string;
  readonly direct_key: string | null;
}
