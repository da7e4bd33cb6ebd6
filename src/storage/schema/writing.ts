// Texts in preparation: scheduled messages, drafts, snippets; also reminders and navigation views.

import type { Generated } from 'kysely';
import type { Bit, Json } from './column.ts';

export interface ScheduledMessageTable {
  id: Generated<number>;
  organization_id: number;
  sender_id: number;
  /** Null for direct messages. */
  channel_id: number | null;
  topic: string;
  /** JSON list of the recipients' account ids; empty for channels. */
  recipient_ids: Json;
  content: string;
  /** As rendered when it was written; it is rendered again when it is sent. */
  rendered_content: string;
  due_at: number;
  /** The client that wrote it. */
  client: string;
  is_read_by_sender: Bit;
  /** The organization's address as the sender reached it, for rendering. */
  organization_url: string;
  /** 1 after sending failed; it then waits for a new time. */
  is_failed: Bit;
}

/** A scheduled message that was sent within the last day. */
export interface DeliveredScheduleTable {
  /** The id of the scheduled message. */
  id: number;
  organization_id: number;
  sender_id: number;
  delivered_at: number;
}

/** A reminder of a message. */
export interface ReminderTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  message_id: number;
  note: string;
  content: string;
  rendered_content: string;
  due_at: number;
  organization_url: string;
  is_failed: Bit;
}

export interface DraftTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  /** `stream`, `private`, or empty while it has no recipients. */
  type: string;
  /** JSON list: the channel's id, or the people's. */
  recipient_ids: Json;
  topic: string;
  content: string;
  edited_at: number;
}

/** A reusable piece of text for messages. */
export interface SavedSnippetTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  title: string;
  content: string;
  created_at: number;
}

/** A view in a person's navigation. */
export interface NavigationViewTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  fragment: string;
  is_pinned: Bit;
  /** Null for built-in views. */
  name: string | null;
}
