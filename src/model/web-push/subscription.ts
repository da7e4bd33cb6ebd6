// A browser or an app that a push service of its own carries notifications to: what its address and its keys must be, and
// what its owner is shown of it.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ApiError, badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { AUTH_BYTES, isPublicKey, type ReceiverKeys } from './encryption.ts';

/** Where something is sent to, and how it is encrypted. */
export interface Endpoint {
  readonly address: string;
  readonly keys: ReceiverKeys;
}

/** One as the table holds it. */
export interface WebSubscription {
  readonly id: number;
  readonly accountId: number;
  /** The browser session that it ends with. */
  readonly sessionId: number | null;
  readonly name: string;
  readonly origin: string;
  /** Undefined where another server's secret sealed it. */
  readonly endpoint: Endpoint | undefined;
  readonly takesRemovals: boolean;
  readonly organizationUrl: string;
  readonly createdAt: number;
  readonly lastSuccessAt: number | null;
  readonly failingSince: number | null;
}

/** The bytes of Base64 of either alphabet, with or without padding; undefined for anything else. */
function bytesOf(text: string): Buffer | undefined {
  return /^[\w+/-]*={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : undefined;
}

/** The address of the web that a text says, in the form in which it is kept; undefined for none. */
function webAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url) url.hash = '';
  return url;
}

function checkedAddress(endpoint: string, isRefused: (address: string) => boolean): string {
  const url = webAddress(endpoint);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw badRequest('endpoint is not a URL of a push service');
  if (url.href.length > limits.webPushEndpointCharacters)
    throw badRequest(`endpoint is too long (limit: ${limits.webPushEndpointCharacters} characters)`);
  if (isRefused(url.href)) {
    throw badRequest(
      'endpoint is not an https:// address, or in a private network, where this server posts only if its administrator allows the address (--webhook-targets).',
    );
  }
  return url.href;
}

/**
 * What a client names; refuses what cannot be an endpoint.
 * @param isRefused whether nothing is sent to an address, as far as it says by itself
 */
export function checkedEndpoint(
  wish: { readonly endpoint: string; readonly p256dh: string; readonly auth: string },
  isRefused: (address: string) => boolean,
): Endpoint {
  const address = checkedAddress(wish.endpoint, isRefused);
  const publicKey = bytesOf(wish.p256dh);
  if (!publicKey || !isPublicKey(publicKey))
    throw badRequest('p256dh is not Base64 of an uncompressed point of P-256');
  const auth = bytesOf(wish.auth);
  if (auth?.length !== AUTH_BYTES) throw badRequest(`auth is not Base64 of ${AUTH_BYTES} bytes`);
  return { address, keys: { publicKey, auth } };
}

/** Whether both know the same secret of a receiver. */
export function isSameReceiver({ keys: one }: Endpoint, { keys: other }: Endpoint): boolean {
  return timingSafeEqual(one.auth, other.auth);
}

/** What an endpoint is found by, which tells nobody what it is. */
export function endpointHash(keyring: Keyring, endpoint: string): string {
  const address = webAddress(endpoint)?.href ?? '';
  return createHmac('sha256', keyring.secret).update(`web-push-endpoint:${address}`).digest('base64url');
}

/** An endpoint as one text, to be sealed. */
export function endpointText({ address, keys }: Endpoint): string {
  const { publicKey, auth } = keys;
  return JSON.stringify([address, publicKey.toString('base64url'), auth.toString('base64url')]);
}

/** What `endpointText` made; undefined for nothing. */
export function endpointIn(text: string): Endpoint | undefined {
  if (text === '') return undefined;
  const [address, publicKey, auth] = JSON.parse(text) as [string, string, string];
  return {
    address,
    keys: { publicKey: Buffer.from(publicKey, 'base64url'), auth: Buffer.from(auth, 'base64url') },
  };
}

/** It does not exist, or is somebody else's: one answer for both. */
export function noSuchSubscription(): ApiError {
  return badRequest('Subscription does not exist');
}
