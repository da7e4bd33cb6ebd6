// Devices that are registered for push notifications, and which messages were pushed to them.

import { generated, id, nullable, number, organizationId, secret, text, textOf } from './column.ts';
import { absent, deletedInBatches, deletedWithAccount, kept, table } from './table.ts';

export const pushTables = {
  /** A person's device; the push fields are empty until it registers for notifications. */
  client_device: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      account_id: id('account'),
      /** The organization's address as the device reached it. */
      organization_url: text,
      /** The key shared by only the device and this server, encrypted under the server's secret. */
      push_key_sealed: secret(nullable(text), 'push-key'),
      /** The client's number for the key, 32 bits. */
      push_key_id: nullable(number),
      /** The id of the token that the relay accepted. */
      token_id: nullable(text),
      /** `apns` or `fcm`. */
      token_kind: nullable(text),
      /** A token that the relay has not yet accepted. */
      pending_token_id: nullable(text),
      /** When a token last became pending. */
      token_updated_at: nullable(number),
      /** Why the relay refused the pending token. */
      error_code: nullable(text),
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: absent('devices register again with the new server'),
  }),

  /** A token of a client that does not support encryption. */
  push_token: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      /** `apns` or `fcm`. */
      kind: text,
      token: secret(text, 'within'),
      token_id: text,
      /** The app that an Apple token belongs to; empty for others. */
      app_id: text,
      organization_url: text,
      created_at: number,
    },
    key: ['account_id', 'kind', 'token'],
    onErasure: deletedWithAccount,
    archive: absent('devices register again with the new server'),
  }),

  /** A push subscription of a browser or app that has its own push service (Web Push). */
  web_push_subscription: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      account_id: id('account'),
      /** The browser session that it ends with; null for an app that registered with an API key. */
      session_id: nullable(number),
      /** A keyed hash of the endpoint, to look it up. */
      endpoint_hash: text,
      endpoint_origin: text,
      /** The endpoint and the receiver's keys, encrypted under the server's secret. */
      endpoint_sealed: text,
      name: text,
      /** Whether it also receives pushes that remove notifications. */
      takes_removals: number,
      /** The organization's address as the receiver reached it. */
      organization_url: text,
      created_at: number,
      /** When its push service last accepted a notification, rounded to the hour. */
      last_success_at: nullable(number),
      /** Since when it has accepted none. */
      failing_since: nullable(number),
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: absent('devices register again with the new server'),
    isEmptiedWithSecret: true,
  }),

  /** A message whose notification is shown on a person's devices. */
  push_shown: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      message_id: id('message'),
      /** Whether the message was read when its conversation came back; null unless the notification reports that. */
      returned: nullable(textOf<'read' | 'unread'>()),
    },
    key: ['account_id', 'message_id'],
    onErasure: deletedInBatches('message_id'),
    archive: absent('devices register again with the new server'),
  }),

  /** A message that will be pushed to a person who is currently active, if they leave without reading it. */
  push_waiting: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      message_id: id('message'),
      /** When to check again whether the person is active. */
      look_at: number,
      /** When the notification is given up. */
      until_at: number,
      /** As in `push_shown`. */
      returned: nullable(textOf<'read' | 'unread'>()),
    },
    key: ['account_id', 'message_id'],
    onErasure: deletedInBatches('message_id'),
    archive: absent('devices register again with the new server'),
  }),

  /** The log position up to which messages were checked for notifications. */
  push_position: table({
    columns: {
      organization_id: organizationId,
      sequence: number,
    },
    key: ['organization_id'],
    onErasure: kept('it contains nothing about individual people'),
    archive: absent('devices register again with the new server'),
  }),
} as const;
