// People and bots, and the periods in which they were active and had a role. Periods are counted in positions of
// the event log, so that permissions can be determined as of any event.

import type { Generated } from 'kysely';
import type { Bit, Json } from './column.ts';

export interface AccountTable {
  id: Generated<number>;
  organization_id: number;
  /** The real address (`delivery_email`). */
  email: string;
  email_key: string;
  /** 0 until a person who joined without a mailed link follows one. */
  is_email_confirmed: Generated<Bit>;
  full_name: string;
  role: number;
  is_active: Bit;
  is_deleted: Bit;
  is_imported_stub: Bit;
  /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null for people. */
  bot_type: number | null;
  bot_owner_id: number | null;
  /** Whether it belongs to the service itself (notification bot …). */
  is_system_bot: Bit;
  date_joined: number;
  last_login_at: number | null;
  timezone: string;
  avatar_source: string;
  avatar_version: number;
  /** The folder of the uploaded picture; null while there is none. */
  avatar_key: string | null;
  password_hash: string | null;
  api_key_hash: string | null;
  /** The API key, encrypted under the server's secret. */
  api_key_sealed: string | null;
  /** Incremented to invalidate all credentials that the account received before. */
  access_version: Generated<number>;
  /** Personal settings that differ from the server's defaults. */
  settings: Json;
  /** Names of the settings that the person has changed themselves. */
  edited_settings: Generated<Json>;
  can_create_users: Bit;
  can_change_user_emails: Bit;
  can_forge_sender: Bit;
  default_sending_channel_id: number | null;
  default_events_channel_id: number | null;
  default_all_public_channels: Bit;
  /** Messages up to this id count as read in every conversation without a read state of its own. */
  read_base: number;
}

/** A new address that is not yet confirmed. */
export interface EmailChangeTable {
  key_hash: string;
  organization_id: number;
  account_id: number;
  new_email: string;
  expires_at: number;
}

/** A link that sets a new password. */
export interface PasswordResetTable {
  key_hash: string;
  organization_id: number;
  account_id: number;
  expires_at: number;
}

/** A period in which an account was active: from (inclusive) to (exclusive; null: still active). */
export interface AccountPeriodTable {
  organization_id: number;
  account_id: number;
  from_sequence: number;
  to_sequence: number | null;
}

export interface RolePeriodTable extends AccountPeriodTable {
  role: number;
}

/** The service that a bot is connected to: where an outgoing webhook posts, or the configuration of other bots. */
export interface BotServiceTable {
  account_id: number;
  organization_id: number;
  name: string;
  base_url: string;
  /** 1 the service's own format, 2 Slack's. */
  interface: number;
  token: string;
  /** Configuration by key. */
  config: Json;
}

/** Introductions that a person has dismissed. */
export interface OnboardingStepTable {
  organization_id: number;
  account_id: number;
  step: string;
}
