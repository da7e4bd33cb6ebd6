// What accompanies a person's browser to a provider and back: a sealed text that says for whom access is asked,
// and a secret that stays in that browser as a cookie. Only with both is the provider's answer taken. A link that
// somebody else began thus gives them no access to the account of who follows it.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isRecord } from '../../api-contract/codec.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { seal, unseal } from '../sealed.ts';
import type { PersonalProviderKey } from './providers.ts';

/** How long a person may take at the provider. */
export const STATE_SECONDS = 900;

export interface AuthorizationState {
  readonly provider: PersonalProviderKey;
  readonly organizationId: number;
  readonly accountId: number;
  /** A hash of the browser's secret. */
  readonly browser: string;
  /** Where the provider sends the browser; it must be said again when the code is exchanged. */
  readonly redirectUri: string;
  readonly expiresAt: number;
}

/** The hash by which a state names a browser. */
export function browserHash(browserSecret: string): string {
  return createHash('sha256').update(browserSecret).digest('base64url');
}

/** The PKCE verifier of a browser's visit to the provider; nobody can tell it without the server's secret. */
export function codeVerifier(keyring: Keyring, browserSecret: string): string {
  return createHmac('sha256', keyring.secret).update(`call-verifier:${browserSecret}`).digest('base64url');
}

/** The PKCE challenge (S256) that goes with a verifier. */
export function codeChallenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** The state as a text for an address, which only this server can read or make. */
export function sealState(keyring: Keyring, state: AuthorizationState): string {
  return seal(keyring, 'call-state', JSON.stringify(state));
}

/** The state of a text from an address; undefined when it is none of this server's, or too old. */
export function openState(keyring: Keyring, text: string, now: number): AuthorizationState | undefined {
  const opened = unseal(keyring, 'call-state', text);
  if (opened === undefined) return undefined;
  const state: unknown = JSON.parse(opened);
  if (!isRecord(state) || Number(state.expiresAt) <= now) return undefined;
  return state as unknown as AuthorizationState;
}

/** Whether a state was made for the browser that holds this secret. */
export function isOfBrowser(state: AuthorizationState, browserSecret: string): boolean {
  const given = Buffer.from(browserHash(browserSecret));
  const wanted = Buffer.from(state.browser);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
