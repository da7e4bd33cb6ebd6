// Tokens that a browser keeps after logins, one per account. The next login replaces a token; logging out
// keeps it. A browser that presents one may still try its account's password while others are guessing it.

import { createHmac, randomBytes } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';
import type { Keyring } from '../accounts/credentials.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A token that cannot be guessed. */
export function newDeviceToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The hash by which a device is found, so that reading the database does not reveal its token. */
export function deviceTokenHash({ secret }: Keyring, token: string): string {
  return createHmac('sha256', secret).update(`device:${token}`).digest('base64url');
}

/** The tokens in a browser's cookie, newest first. */
export function parseDeviceTokens(text: string | undefined): string[] {
  const tokens = (text ?? '').split('.', limits.knownDeviceAccountsPerBrowser);
  return tokens.filter((token) => TOKEN.test(token));
}

/** The value of the cookie. */
export function formatDeviceTokens(tokens: readonly string[]): string {
  return tokens.slice(0, limits.knownDeviceAccountsPerBrowser).join('.');
}
