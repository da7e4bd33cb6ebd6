// What people keep for writing: messages for later, drafts, texts; reminders; and how they arranged their views.

import type { Generated } from 'kysely';
import type { Bit, Json } from './column.ts';

/** A message that its sender wants sent later. */
export interface ScheduledMessageTable {
  id: Generated<number>;
  organization_id: number;
  sender_id: number;
  /** Null for direct messages. */
  channel_id: number | null;
  topic: string;
  /** JSON list of the people written to; empty for channels. */
  recipient_ids: Json;
  content: string;
  /** As it looked when it was written; it is rendered afresh when it is sent. */
  rendered_content: string;
  due_at: number;
  /** The client that it was written with. */
  client: string;
  is_read_by_sender: Bit;
  /** The organization's address as its sender reached it, for rendering. */
  organization_url: string;
  /** 1 once sending was tried and refused; it then waits for another time. */
  is_failed: Bit;
}

/** A scheduled message that was sent within the last day. */
export interface DeliveredScheduleTable {
  /** The id that it had while it waited. */
  id: number;
  organization_id: number;
  sender_id: number;
  delivered_at: number;
}

/** A message that somebody wants to be reminded of. */
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

/** A message that is not finished. */
export interface DraftTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  /** `stream`, `private`, or empty while it is for nobody. */
  type: string;
  /** JSON list: the channel's id, or the people's. */
  recipient_ids: Json;
  topic: string;
  content: string;
  edited_at: number;
}

/** A text that somebody keeps for use in messages. */
export interface SavedSnippetTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  title: string;
  content: string;
  created_at: number;
}

/** A view that somebody arranged in their navigation. */
export interface NavigationViewTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  fragment: string;
  is_pinned: Bit;
  /** Null for built-in views. */
  name: string | null;
}
