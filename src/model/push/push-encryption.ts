// Encrypts what is pushed to a device, so that neither the relay nor Apple or Google can read it, with
// libsodium's secretbox (XSalsa20-Poly1305) and the device's own key. The cipher is loaded lazily, with the
// first notification.

import { randomBytes } from 'node:crypto';
import { keyBytes } from './push-device.ts';

const NONCE_BYTES = 24;

/**
 * Encrypts a payload with a checked push key. Returns Base64 of the nonce and the ciphertext, which begins with
 * its tag.
 */
export async function encryptPayload(
  pushKey: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { xsalsa20poly1305 } = await import('@noble/ciphers/salsa.js');
  const nonce = randomBytes(NONCE_BYTES);
  const plain = Buffer.from(JSON.stringify(payload), 'utf8');
  return Buffer.concat([nonce, xsalsa20poly1305(keyBytes(pushKey), nonce).encrypt(plain)]).toString('base64');
}
