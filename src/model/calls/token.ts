// The access that a person gave to a provider. It is stored sealed under the server's secret.

import { isRecord } from '../../api-contract/codec.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { seal, unseal } from '../sealed.ts';

export interface CallToken {
  readonly accessToken: string;
  /** Absent where the provider gives none: the access then ends with the access token. */
  readonly refreshToken?: string;
  /** Seconds since 1970; absent where the provider does not say. */
  readonly expiresAt?: number;
}

/** A token this close to its end is renewed before it is used. */
const MARGIN_SECONDS = 30;

/** Whether access has ended at `now`, in seconds, or ends too soon to be used. */
export function isExpired(token: CallToken, now: number): boolean {
  return token.expiresAt !== undefined && token.expiresAt - MARGIN_SECONDS <= now;
}

/** A token as it is stored. */
export function sealToken(keyring: Keyring, token: CallToken): string {
  return seal(keyring, 'call-token', JSON.stringify(token));
}

/** The token of a stored text; undefined when it was sealed under another secret. */
export function openToken(keyring: Keyring, sealed: string): CallToken | undefined {
  const text = unseal(keyring, 'call-token', sealed);
  if (text === undefined) return undefined;
  const token: unknown = JSON.parse(text);
  return isRecord(token) && typeof token.accessToken === 'string'
    ? (token as unknown as CallToken)
    : undefined;
}
