// Encrypting what a device is pushed, so that neither the relay nor Apple or Google can read it: libsodium's secretbox
// (XSalsa20-Poly1305) under the device's own key. The cipher is loaded with the first notification.

import { randomBytes } from 'node:crypto';
import { keyBytes } from './device.ts';

const NONCE_BYTES = 24;

/** Base64 of nonce and ciphertext (its tag in front) of a payload as JSON, under a checked push key. */
export async function encryptPayload(
  pushKey: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { xsalsa20poly1305 } = await import('@noble/ciphers/salsa.js');
  const nonce = randomBytes(NONCE_BYTES);
  const plain = Buffer.from(JSON.stringify(payload), 'utf8');
  return Buffer.concat([nonce, xsalsa20poly1305(keyBytes(pushKey), nonce).encrypt(plain)]).toString('base64');
}
