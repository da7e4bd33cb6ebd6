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
  /** 0 after half a year without a message; the next message sets it to 1. */
  is_recently_active: Bit;
}

export interface ChannelFolderTable {
  id: Generated<number>;
  organization_id: number;
  name: string;
  name_key: string;
  description: string;
  rendered_description: string;
  created_at: number;
  creator_id: number | null;
  /** The order among the folders, from 0. */
  position: number;
  is_archived: Bit;
}

/** An email address that posts incoming mail into a channel. */
export interface ChannelEmailTable {
  id: Generated<number>;
  organization_id: number;
  channel_id: number;
  /** The account that requested it. */
  creator_id: number;
  /** The account that its messages are sent as. */
  sender_id: number;
  token_hash: string;
  /** The token, encrypted under the server's secret. */
  token_sealed: string;
}

/** Recently received mail, so that mail that is delivered twice is posted once. */
export interface ReceivedMailTable {
  organization_id: number;
  address_id: number;
  /** A hash of the mail's identifier. */
  mail_key: string;
  received_at: number;
}
