// A relay that accepts every device and records the notifications it received, and phones that register there. Its answer to
// notifications can be changed.

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { type Answered, type StandIn, startStandIn } from '../calls/stand-in.ts';
import type { ApiClient } from '../support/client.ts';
import { eventsUntil } from '../support/waiting.ts';

/** A notification that the relay received for one device. */
export interface ReceivedNotification {
  readonly token_id: string;
  readonly payload: { readonly push_key_id: number; readonly encrypted_data: string };
}

export interface Relay {
  readonly standIn: StandIn;
  /** Options for a server. */
  readonly configuration: {
    readonly url: string;
    readonly credentials: { readonly id: string; readonly key: string };
  };
  readonly received: ReceivedNotification[];
  /** The relay's answer to notifications instead of a success. */
  instead: Answered | undefined;
}

const success = (fields: object = {}): Answered => ({ body: { result: 'success', msg: '', ...fields } });

export async function startRelay(): Promise<Relay> {
  const received: ReceivedNotification[] = [];
  const standIn = await startStandIn(({ url, body }) => {
    if (url.pathname !== '/api/v1/remotes/push/e2ee/notify') return success();
    if (relay.instead) return relay.instead;
    received.push(...JSON.parse(body).push_requests);
    return success({ delete_token_ids: [], realm_push_status: { can_push: true } });
  });
  const relay: Relay = {
    standIn,
    configuration: { url: standIn.url.slice(0, -1), credentials: { id: 'parley', key: 'only for tests' } },
    received,
    instead: undefined,
  };
  return relay;
}

export interface Phone {
  readonly deviceId: number;
  readonly tokenId: string;
  /** The content of a notification for this phone. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read notifications freely
  read(notification: ReceivedNotification): any;
}

/** Registers a user's phone and waits until the relay has accepted it. */
export async function registerPhone(client: ApiClient): Promise<Phone> {
  const { device_id: deviceId } = await client.ok('POST', '/register_client_device');
  const key = randomBytes(32);
  const tokenId = createHash('sha256').update(randomBytes(16)).digest().subarray(0, 8).toString('base64');
  const listener = await client.registerQueue();
  await client.ok('POST', '/mobile_push/register', {
    device_id: deviceId,
    push_key_id: deviceId,
    push_key: Buffer.concat([Buffer.from([0x31]), key]).toString('base64'),
    token_kind: 'fcm',
    token_id: tokenId,
    bouncer_public_key: randomBytes(32).toString('base64'),
    encrypted_push_registration: randomBytes(60).toString('base64'),
  });
  await eventsUntil(listener, ({ type, push_token_id }) => type === 'device' && push_token_id === tokenId);
  return {
    deviceId,
    tokenId,
    read({ payload }) {
      assert.equal(payload.push_key_id, deviceId);
      const sealed = Buffer.from(payload.encrypted_data, 'base64');
      const cipher = xsalsa20poly1305(key, sealed.subarray(0, 24));
      return JSON.parse(Buffer.from(cipher.decrypt(sealed.subarray(24))).toString('utf8'));
    },
  };
}
