// Protects a browser's visit to an identity provider. A sealed text states its purpose, and a secret stays in
// that browser as a cookie. The provider's answer is accepted only with both, so that a link cannot sign a
// person in to another account. Nonce and PKCE verifier are derived from the secret and not stored.

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { anyText, type Codec, id, number, optional, record, recordOf } from '../../api-contract/codec.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { type SealPurpose, seal, unsealJson } from '../sealed.ts';

/** How long a person may take at the provider, and with the form that follows. */
export const VISIT_SECONDS = 900;
const SECRET_BYTES = 32;

/** Where a person continues after signing in. */
export interface SignInDestination {
  /** A path on this server. */
  readonly next: string;
  /** The key of the invitation link that they used; empty if there was none. */
  readonly linkKey: string;
  /** The pad with which the key for a mobile app is hidden; empty if no app is involved. */
  readonly mobileOtp: string;
  /** The pad for a desktop app; empty if none is involved. */
  readonly desktopOtp: string;
}

export interface SignInVisit extends SignInDestination {
  readonly organizationId: number;
  readonly providerId: string;
  /** A hash of the browser's secret. */
  readonly browser: string;
  readonly expiresAt: number;
  /** The session whose person must prove their identity; undefined for a login. */
  readonly provesSession?: number | undefined;
}

/** The codecs of the fields that every visit has. */
export const visitFields = {
  organizationId: id,
  providerId: anyText,
  browser: anyText,
  expiresAt: number,
  next: anyText,
  linkKey: anyText,
  mobileOtp: anyText,
  desktopOtp: anyText,
  provesSession: optional(id),
};

/** A kind of visit: the purpose for which it is sealed, and how it is decoded. */
export interface VisitKind<V extends SignInVisit> {
  readonly purpose: SealPurpose;
  readonly codec: Codec<V>;
}

/** A browser that is at a provider. */
export const signInVisit: VisitKind<SignInVisit> = {
  purpose: 'sign-in-visit',
  codec: recordOf<SignInVisit>(visitFields),
};

export function newBrowserSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The hash by which a visit identifies a browser. */
export function browserHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

function deriveSecret(keyring: Keyring, purpose: string, secret: string): string {
  return createHmac('sha256', keyring.secret).update(`sign-in-${purpose}:${secret}`).digest('base64url');
}

/** The nonce that the ID token must repeat. */
export function nonceOf(keyring: Keyring, secret: string): string {
  return deriveSecret(keyring, 'nonce', secret);
}

/** The PKCE verifier of a browser's visit. */
export function codeVerifierOf(keyring: Keyring, secret: string): string {
  return deriveSecret(keyring, 'verifier', secret);
}

/** Encrypts a visit into a text that only this server can read or create. */
export function sealVisit<V extends SignInVisit>(
  keyring: Keyring,
  { purpose }: VisitKind<V>,
  visit: V,
): string {
  return seal(keyring, purpose, JSON.stringify(visit));
}

/**
 * Decrypts a visit; undefined if this server did not seal it, if it has expired, or if it was sealed for
 * another browser.
 * @param browser.secret the secret of the browser that presents it
 */
export function unsealVisit<V extends SignInVisit>(
  keyring: Keyring,
  { purpose, codec }: VisitKind<V>,
  text: string,
  browser: { readonly secret: string; readonly now: number },
): V | undefined {
  const visit = unsealJson(keyring, purpose, text, codec);
  if (!visit || visit.expiresAt <= browser.now) return undefined;
  const actual = Buffer.from(browserHash(browser.secret));
  const expected = Buffer.from(visit.browser);
  const isSameBrowser =
    browser.secret !== '' && actual.length === expected.length && timingSafeEqual(actual, expected);
  return isSameBrowser ? visit : undefined;
}

/** The organization of a visit, regardless of the browser; undefined if this server did not seal it. */
export function organizationOfVisit(
  keyring: Keyring,
  purpose: SealPurpose,
  text: string,
): number | undefined {
  return unsealJson(keyring, purpose, text, record({ organizationId: id }))?.organizationId;
}
