// Phones that people registered for notifications, and what of messages was pushed to them.

import type { Generated } from 'kysely';

/** A device of a person; the push fields are empty until it registers for notifications. */
export interface ClientDeviceTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  /** The organization's address as the device reached it. */
  organization_url: string;
  /** The key that only the device and this server hold, encrypted under the server's secret. */
  push_key_sealed: string | null;
  /** The client's number for the key, 32 bits. */
  push_key_id: number | null;
  /** The token that the relay has taken, by its id. */
  token_id: string | null;
  /** `apns` or `fcm`. */
  token_kind: string | null;
  /** A token that the relay has not taken yet. */
  pending_token_id: string | null;
  /** When a token last became pending. */
  token_updated_at: number | null;
  /** Why the relay refused the pending token. */
  error_code: string | null;
}

/** A token of a client that knows no encryption. */
export interface PushTokenTable {
  organization_id: number;
  account_id: number;
  /** `apns` or `fcm`. */
  kind: string;
  token: string;
  token_id: string;
  /** The app that an Apple token belongs to; empty for others. */
  app_id: string;
  organization_url: string;
  created_at: number;
}

/** A browser or an app that a push service of its own carries notifications to (Web Push). */
export interface WebPushSubscriptionTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  /** The browser session that it ends with; null for an app that came with a key. */
  session_id: number | null;
  /** A keyed hash of the endpoint, by which it is found. */
  endpoint_hash: string;
  endpoint_origin: string;
  /** The endpoint and the receiver's keys, encrypted under the server's secret. */
  endpoint_sealed: string;
  name: string;
  takes_removals: number;
  /** The organization's address as the receiver reached it. */
  organization_url: string;
  created_at: number;
  /** When its push service last took something, as of an hour. */
  last_success_at: number | null;
  /** Since when it takes nothing. */
  failing_since: number | null;
}

/** A message whose notification stands on a person's devices. */
export interface PushShownTable {
  organization_id: number;
  account_id: number;
  message_id: number;
}

/** A message that will notify a person who is at the computer now, if they leave without reading it. */
export interface PushWaitingTable extends PushShownTable {
  look_at: number;
  /** Given up then. */
  until_at: number;
}

/** Up to which place in the log messages were looked at for notifications. */
export interface PushPositionTable {
  organization_id: number;
  sequence: number;
}
