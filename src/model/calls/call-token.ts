// A person's access token for a call provider. It is stored sealed with the server's secret.

import { anyText, type Codec, number, optional, record } from '../../api-contract/codec.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { seal, unsealJson } from '../sealed.ts';

export interface CallToken {
  readonly accessToken: string;
  /** Absent if the provider issues none; access then ends with the access token. */
  readonly refreshToken?: string;
  /** Seconds since 1970; absent if the provider does not state it. */
  readonly expiresAt?: number;
}

const callToken: Codec<CallToken> = record({
  accessToken: anyText,
  refreshToken: optional(anyText),
  expiresAt: optional(number),
});

/** Tokens are renewed this long before they expire. */
const MARGIN_SECONDS = 30;

/** Whether a token has expired at `now`, in seconds, or will too soon to be used. */
export function isExpired(token: CallToken, now: number): boolean {
  return token.expiresAt !== undefined && token.expiresAt - MARGIN_SECONDS <= now;
}

/** The token in the form that is stored. */
export function sealToken(keyring: Keyring, token: CallToken): string {
  return seal(keyring, 'call-token', JSON.stringify(token));
}

/** Decrypts a stored token; undefined if it was sealed with another secret. */
export function unsealToken(keyring: Keyring, sealed: string): CallToken | undefined {
  return unsealJson(keyring, 'call-token', sealed, callToken);
}
