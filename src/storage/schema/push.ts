// Devices that are registered for push notifications, and which messages were pushed to them.

import type { Generated } from 'kysely';

/** A person's device; the push fields are empty until it registers for notifications. */
export interface ClientDeviceTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  /** The organization's address as the device reached it. */
  organization_url: string;
  /** The key shared by only the device and this server, encrypted under the server's secret. */
  push_key_sealed: string | null;
  /** The client's number for the key, 32 bits. */
  push_key_id: number | null;
  /** The id of the token that the relay accepted. */
  token_id: string | null;
  /** `apns` or `fcm`. */
  token_kind: string | null;
  /** A token that the relay has not yet accepted. */
  pending_token_id: string | null;
  /** When a token last became pending. */
  token_updated_at: number | null;
  /** Why the relay refused the pending token. */
  error_code: string | null;
}

/** A token of a client that does not support encryption. */
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

/** A push subscription of a browser or app that has its own push service (Web Push). */
export interface WebPushSubscriptionTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  /** The browser session that it ends with; null for an app that registered with an API key. */
  session_id: number | null;
  /** A keyed hash of the endpoint, to look it up. */
  endpoint_hash: string;
  endpoint_origin: string;
  /** The endpoint and the receiver's keys, encrypted under the server's secret. */
  endpoint_sealed: string;
  name: string;
  takes_removals: number;
  /** The organization's address as the receiver reached it. */
  organization_url: string;
  created_at: number;
  /** When its push service last accepted a notification, rounded to the hour. */
  last_success_at: number | null;
  /** Since when it has accepted none. */
  failing_since: number | null;
}

/** A message whose notification is shown on a person's devices. */
export interface PushShownTable {
  organization_id: number;
  account_id: number;
  message_id: number;
}

/** A message that will be pushed to a person who is currently active, if they leave without reading it. */
export interface PushWaitingTable extends PushShownTable {
  look_at: number;
  /** When it is given up. */
  until_at: number;
}

/** The log position up to which messages were checked for notifications. */
export interface PushPositionTable {
  organization_id: number;
  sequence: number;
}
