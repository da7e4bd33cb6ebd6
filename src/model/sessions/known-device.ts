// What a browser keeps after a log-in: a token for each account, which the next log-in replaces and logging out leaves. A browser
// that shows it may try the password of its account while others guess.

import { createHmac, randomBytes } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';
import type { Keyring } from '../accounts/credentials.ts';

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A token that nobody can guess. */
export function newDeviceToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The hash by which a device is found: a reader of the database cannot show its token. */
export function deviceTokenHash({ secret }: Keyring, token: string): string {
  return createHmac('sha256', secret).update(`device:${token}`).digest('base64url');
}

/** The tokens in the text that a browser keeps, the newest first. */
export function deviceTokensIn(text: string | undefined): string[] {
  const tokens = (text ?? '').split('.', limits.knownDeviceAccountsPerBrowser);
  return tokens.filter((token) => TOKEN.test(token));
}

/** The text that a browser keeps. */
export function deviceTokensText(tokens: readonly string[]): string {
  return tokens.slice(0, limits.knownDeviceAccountsPerBrowser).join('.');
}
