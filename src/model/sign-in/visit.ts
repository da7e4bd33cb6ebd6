// What accompanies a browser to a provider and back: a sealed text that says for what it went there, and a secret that
// stays in that browser as a cookie. Only with both is the provider's answer taken, so that nobody can be made to sign in
// as somebody else by a link. Nonce and PKCE verifier follow from the secret and are kept nowhere.

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isRecord } from '../../api-contract/codec.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { type Purpose, seal, unseal } from '../sealed.ts';

/** How long somebody may take at the provider, and with the form that follows. */
export const VISIT_SECONDS = 900;
const SECRET_BYTES = 32;

/** What somebody wants to come to by signing in. */
export interface Destination {
  /** A path of this server. */
  readonly next: string;
  /** The key of the invitation link that they came by; empty: none. */
  readonly linkKey: string;
  /** With which an app on a phone hides the key that it gets; empty: no app asked. */
  readonly mobileOtp: string;
  /** The same of an app on a desk. */
  readonly desktopOtp: string;
}

export interface Visit extends Destination {
  readonly organizationId: number;
  readonly providerId: string;
  /** A hash of the browser's secret. */
  readonly browser: string;
  readonly expiresAt: number;
  /** The session whose person is to prove who they are; undefined: somebody wants to log in. */
  readonly provesSession?: number | undefined;
}

export function newBrowserSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The hash by which a visit names a browser. */
export function browserHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

function derived(keyring: Keyring, purpose: string, secret: string): string {
  return createHmac('sha256', keyring.secret).update(`sign-in-${purpose}:${secret}`).digest('base64url');
}

/** What an ID token must repeat. */
export function nonceOf(keyring: Keyring, secret: string): string {
  return derived(keyring, 'nonce', secret);
}

/** The PKCE verifier of a browser's visit. */
export function codeVerifierOf(keyring: Keyring, secret: string): string {
  return derived(keyring, 'verifier', secret);
}

/** Something about a visit as a text that only this server can read or make. */
export function sealVisit(keyring: Keyring, purpose: Purpose, visit: Visit): string {
  return seal(keyring, purpose, JSON.stringify(visit));
}

/**
 * What was sealed; undefined for what this server did not seal, what is too old, and what was sealed for another browser.
 * @param secret of the browser that brings it
 */
export function openVisit<V extends Visit>(
  keyring: Keyring,
  purpose: Purpose,
  text: string,
  browser: { readonly secret: string; readonly now: number },
): V | undefined {
  const opened = unseal(keyring, purpose, text);
  const visit: unknown = opened === undefined ? undefined : JSON.parse(opened);
  if (!isRecord(visit) || Number(visit.expiresAt) <= browser.now) return undefined;
  const given = Buffer.from(browserHash(browser.secret));
  const wanted = Buffer.from(String(visit.browser));
  const isTheirs = browser.secret !== '' && given.length === wanted.length && timingSafeEqual(given, wanted);
  return isTheirs ? (visit as unknown as V) : undefined;
}

/** The organization that a visit was for, whoever brings it; undefined for what this server did not seal. */
export function visitedOrganization(keyring: Keyring, purpose: Purpose, text: string): number | undefined {
  const opened = unseal(keyring, purpose, text);
  const visit: unknown = opened === undefined ? undefined : JSON.parse(opened);
  return isRecord(visit) && typeof visit.organizationId === 'number' ? visit.organizationId : undefined;
}
