// Channels, their folders and the email addresses that post into them.

import type { Generated } from 'kysely';
import type { Bit, Json } from './column.ts';

export interface ChannelTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  name_key: string;
  description: string;
  rendered_description: string;
  created_at: number;
  creator_id: number | null;
  is_private: Bit;
  is_web_public: Bit;
  is_history_public: Bit;
  is_archived: Bit;
  is_default: Bit;
  message_retention_days: number | null;
  topics_policy: string;
  folder_id: number | null;
  /** The eleven group settings, by name. */
  group_settings: Json;
  default_push_notifications: Bit;
  subscriber_count: number;
  first_message_id: number | null;
  /** 0 after half a year without a message; the next one sets it again. */
  is_recently_active: Bit;
}

/** A folder that clients sort channels into. */
export interface ChannelFolderTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  name_key: string;
  description: string;
  rendered_description: string;
  created_at: number;
  creator_id: number | null;
  /** The place among the folders, from 0. */
  position: number;
  is_archived: Bit;
}

/** An email address that posts what is sent to it into a channel. */
export interface ChannelEmailTable {
  id: Generated<number>;
  organization_id: number;
  channel_id: number;
  /** Who asked for it. */
  creator_id: number;
  /** Who mail sent to it comes from. */
  sender_id: number;
  token_hash: string;
  /** The token, encrypted under the server's secret. */
  token_sealed: string;
}

/** Mail that came in lately, so that what is delivered twice is posted once. */
export interface ReceivedMailTable {
  organization_id: number;
  address_id: number;
  /** A hash of what names the mail. */
  mail_key: string;
  received_at: number;
}
