// Creates API keys, hashes them for lookups, and encrypts them for storage.

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const API_KEY_LENGTH = 32;

/** The server's secrets, stored outside the database. */
export interface Keyring {
  /** 32 bytes. Every keyed hash and every encrypted value depends on it. */
  readonly secret: Buffer;
}

/** A random text of letters and digits that cannot be guessed. */
export function randomToken(length: number): string {
  let token = '';
  while (token.length < length) {
    // 248 is the largest multiple of 62 that fits in a byte; accepting larger values would bias the choice.
    for (const byte of randomBytes(length * 2)) {
      if (byte < 248 && token.length < length) token += ALPHABET[byte % ALPHABET.length];
    }
  }
  return token;
}

/** A new API key: 32 ASCII characters, as clients require. */
export function newApiKey(): string {
  return randomToken(API_KEY_LENGTH);
}

/** The hash by which an API key is found. */
export function apiKeyHash(keyring: Keyring, apiKey: string): string {
  return createHmac('sha256', keyring.secret).update(`api-key:${apiKey}`).digest('base64url');
}

/** Encrypts a key with the server's secret. It is not only hashed, because the API returns existing keys. */
export function sealApiKey(keyring: Keyring, apiKey: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyring.secret, nonce);
  const sealed = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a sealed key. @throws if it was sealed with another secret */
export function unsealApiKey(keyring: Keyring, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyring.secret, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
