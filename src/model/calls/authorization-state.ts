// Protects the OAuth round trip to a call provider against forged links. A sealed text in the URL states for
// whom access is requested, and a secret is stored as a cookie in that browser. The provider's answer is
// accepted only with both, so a link that an attacker started cannot grant them access to a victim's account.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { anyText, type Decoded, id, number, oneOf, record } from '../../api-contract/codec.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { seal, unsealJson } from '../sealed.ts';
import { personalProviders } from './call-providers.ts';

/** How long a person may take at the provider. */
export const STATE_SECONDS = 900;

const authorizationState = record({
  provider: oneOf(...personalProviders),
  organizationId: id,
  accountId: id,
  /** A hash of the browser's secret. */
  browser: anyText,
  /** Where the provider sends the browser. The token request must repeat it. */
  redirectUri: anyText,
  expiresAt: number,
});

export type AuthorizationState = Readonly<Decoded<typeof authorizationState>>;

/** The hash by which a state identifies a browser. */
export function callBrowserHash(browserSecret: string): string {
  return createHash('sha256').update(browserSecret).digest('base64url');
}

/** The PKCE verifier for a browser's visit to the provider; it cannot be guessed without the server's secret. */
export function codeVerifier(keyring: Keyring, browserSecret: string): string {
  return createHmac('sha256', keyring.secret).update(`call-verifier:${browserSecret}`).digest('base64url');
}

/** The PKCE challenge (S256) for a verifier. */
export function codeChallenge(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

/** Encrypts a state into a text for a URL. */
export function sealState(keyring: Keyring, state: AuthorizationState): string {
  return seal(keyring, 'call-state', JSON.stringify(state));
}

/** Decrypts a state; undefined if this server did not make it, or if it has expired. */
export function unsealState(keyring: Keyring, text: string, now: number): AuthorizationState | undefined {
  const state = unsealJson(keyring, 'call-state', text, authorizationState);
  return state && state.expiresAt > now ? state : undefined;
}

/** Whether a state was made for the browser with this secret. */
export function isFromBrowser(state: AuthorizationState, browserSecret: string): boolean {
  const actual = Buffer.from(callBrowserHash(browserSecret));
  const expected = Buffer.from(state.browser);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
