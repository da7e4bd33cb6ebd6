// A phone like the mobile client: it encrypts its token for the relay, gives its server a key, and reads what is pushed. The
// encryption is a second implementation of libsodium's description, so that both sides must agree.

import assert from 'node:assert/strict';
import { createHash, createPublicKey, diffieHellman, generateKeyPairSync, randomBytes } from 'node:crypto';
import { hsalsa, xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { blake2b } from '@noble/hashes/blake2.js';
import type { ApiClient, Json } from '../support/client.ts';
import { eventsUntil } from '../support/waiting.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read payloads freely
type Any = any;

const PUBLIC_HEAD = Buffer.from('302a300506032b656e032100', 'hex');

/** libsodium's `crypto_box_seal`. */
export function sealTo(publicKey: Buffer, text: string): string {
  const pair = generateKeyPairSync('x25519');
  const own = Buffer.from(pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const other = createPublicKey({
    key: Buffer.concat([PUBLIC_HEAD, publicKey]),
    format: 'der',
    type: 'spki',
  });
  const sharedSecret = diffieHellman({ privateKey: pair.privateKey, publicKey: other });
  const words = (bytes: Buffer) => new Uint32Array(new Uint8Array(bytes).buffer);
  const key = new Uint32Array(8);
  hsalsa(words(Buffer.from('expand 32-byte k')), words(sharedSecret), new Uint32Array(4), key);
  const nonce = blake2b(Buffer.concat([own, publicKey]), { dkLen: 24 });
  const sealed = xsalsa20poly1305(new Uint8Array(key.buffer), nonce).encrypt(Buffer.from(text));
  return Buffer.concat([own, sealed]).toString('base64');
}

export function tokenIdOf(token: string): string {
  return createHash('sha256').update(token).digest().subarray(0, 8).toString('base64');
}

export class Phone {
  readonly client: ApiClient;
  readonly relayKey: string;
  readonly kind: 'fcm' | 'apns';
  readonly token: string;
  readonly keyId = randomBytes(4).readUInt32BE();
  readonly key = randomBytes(32);
  deviceId = 0;

  constructor(client: ApiClient, relayKey: string, kind: 'fcm' | 'apns') {
    this.client = client;
    this.relayKey = relayKey;
    this.kind = kind;
    this.token =
      kind === 'apns' ? randomBytes(16).toString('hex') : `token-${randomBytes(8).toString('hex')}`;
  }

  get tokenId(): string {
    return tokenIdOf(this.token);
  }

  get keyFields(): Json {
    const pushKey = Buffer.concat([Buffer.from([0x31]), this.key]).toString('base64');
    return { push_key: pushKey, push_key_id: this.keyId };
  }

  /** The fields for its token; `registration` changes what the relay reads. */
  tokenFields(registration: Json = {}): Json {
    const plain = {
      token: this.token,
      token_kind: this.kind,
      timestamp: Math.floor(Date.now() / 1000),
      ...(this.kind === 'apns' && { ios_app_id: 'org.example.app' }),
      ...registration,
    };
    return {
      token_kind: this.kind,
      token_id: this.tokenId,
      bouncer_public_key: this.relayKey,
      encrypted_push_registration: sealTo(Buffer.from(this.relayKey, 'base64'), JSON.stringify(plain)),
    };
  }

  /** Registers and waits for the relay's answer. */
  async register(registration: Json = {}): Promise<Any> {
    const listener = await this.client.registerQueue({ event_types: ['device'] });
    this.deviceId = (await this.client.ok('POST', '/register_client_device')).device_id;
    await this.client.ok('POST', '/mobile_push/register', {
      device_id: this.deviceId,
      ...this.keyFields,
      ...this.tokenFields(registration),
    });
    const events = await eventsUntil(
      listener,
      (event) =>
        event.device_id === this.deviceId &&
        (event.pending_push_token_id === null || typeof event.push_registration_error_code === 'string'),
    );
    return events.at(-1);
  }

  /** Decrypts what was pushed; fails if it was encrypted with another key. */
  read(payload: Any): Any {
    assert.equal(Number(payload.push_key_id), this.keyId);
    const bytes = Buffer.from(payload.encrypted_data, 'base64');
    const plain = xsalsa20poly1305(this.key, bytes.subarray(0, 24)).decrypt(bytes.subarray(24));
    return JSON.parse(Buffer.from(plain).toString('utf8'));
  }
}
