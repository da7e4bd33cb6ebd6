// Subscriptions to channels: current personal settings, and the periods that determine who received which message.

import type { Generated } from 'kysely';
import type { Bit } from './column.ts';

export interface SubscriptionTable {
  organization_id: number;
  account_id: number;
  channel_id: number;
  /** 0 after leaving: the settings are kept in case the person returns. */
  is_active: Bit;
  color: string;
  is_muted: Bit;
  pin_to_top: Bit;
  desktop_notifications: number | null;
  audible_notifications: number | null;
  push_notifications: number | null;
  email_notifications: number | null;
  wildcard_mentions_notify: number | null;
}

export interface SubscriptionPeriodTable {
  organization_id: number;
  account_id: number;
  channel_id: number;
  from_sequence: number;
  to_sequence: number | null;
  /** The period contains no message with an id up to this one: a search for unread messages begins after it. */
  after_message_id: Generated<number>;
}
