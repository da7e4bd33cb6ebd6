// Encrypts and authenticates texts with the server's secret, so that only this server can read and write them.
// Each purpose has its own key, so a text sealed for one purpose cannot be used for another.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { type Codec, decodedOrUndefined } from '../api-contract/codec.ts';
import type { Keyring } from './accounts/credentials.ts';

/** The purposes that texts are sealed for. */
export const sealPurposes = [
  'call-token',
  'call-state',
  'call-meeting',
  'push-key',
  'deployment',
  'bot-token',
  'webhook-secret',
  'event-secret',
  'export-secret',
  'gif-key',
  'outbox',
  'push-token',
  'web-push',
  'erasure',
  'erased-identity',
  'sign-in-visit',
  'sign-in-person',
  'sign-in-answer',
  'id-token',
  'log-out',
  'second-factor',
  'log-in-step',
] as const;

export type SealPurpose = (typeof sealPurposes)[number];

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function keyFor(keyring: Keyring, purpose: SealPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', keyring.secret, '', purpose, 32));
}

/** Encrypts a text; the result is safe in URLs and tables. */
export function seal(keyring: Keyring, purpose: SealPurpose, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyFor(keyring, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a sealed text; undefined for anything that this server did not seal for this purpose. */
export function unseal(keyring: Keyring, purpose: SealPurpose, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  try {
    const key = keyFor(keyring, purpose);
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return text.toString('utf8');
  } catch {
    return undefined;
  }
}

/** Decrypts and decodes sealed JSON; undefined if it is invalid, or if an older version sealed it in another form. */
export function unsealJson<T>(
  keyring: Keyring,
  purpose: SealPurpose,
  sealed: string,
  codec: Codec<T>,
): T | undefined {
  const text = unseal(keyring, purpose, sealed);
  return text === undefined ? undefined : decodedOrUndefined(codec, JSON.parse(text));
}
