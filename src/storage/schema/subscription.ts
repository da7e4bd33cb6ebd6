// Who is in which channel: the personal settings of now, and the periods that say who received what.

import type { Generated } from 'kysely';
import type { Bit } from './column.ts';

export interface SubscriptionTable {
  organization_id: number;
  account_id: number;
  channel_id: number;
  /** 0 after leaving: the personal settings are kept for a return. */
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
  /** No message up to this id was sent in the period: where a search for unread ones begins. */
  after_message_id: Generated<number>;
}
