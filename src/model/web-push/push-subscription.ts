// A push subscription of a browser or app: the validation of its endpoint and keys, and the fields that its owner sees.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { decodedOrUndefined, jsonText, tuple } from '../../api-contract/codec.ts';
import { type ApiError, badRequest } from '../../api-contract/error.ts';
import { parseJson } from '../../api-contract/json.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Keyring } from '../accounts/credentials.ts';
import { AUTH_BYTES, isPublicKey, type ReceiverKeys } from './web-push-encryption.ts';

/** The URL to send to, and the keys to encrypt with. */
export interface Endpoint {
  readonly address: string;
  readonly keys: ReceiverKeys;
}

/** A subscription as it is stored. */
export interface PushSubscription {
  readonly id: number;
  readonly accountId: number;
  /** The browser session that it ends with. */
  readonly sessionId: number | null;
  readonly name: string;
  readonly origin: string;
  /** Undefined if it was sealed with another server's secret. */
  readonly endpoint: Endpoint | undefined;
  readonly supportsRemovals: boolean;
  readonly organizationUrl: string;
  readonly createdAt: number;
  readonly lastSuccessAt: number | null;
  readonly failingSince: number | null;
}

/** Decodes standard or URL-safe Base64, with or without padding; undefined for anything else. */
function bytesOf(text: string): Buffer | undefined {
  return /^[\w+/-]*={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : undefined;
}

/** Normalizes a URL for storage; undefined for an invalid one. */
function webAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url) url.hash = '';
  return url;
}

function checkedAddress(endpoint: string, isBlocked: (address: string) => boolean): string {
  const url = webAddress(endpoint);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw badRequest('endpoint is not a URL of a push service');
  if (url.href.length > limits.webPushEndpointCharacters)
    throw badRequest(`endpoint is too long (limit: ${limits.webPushEndpointCharacters} characters)`);
  if (isBlocked(url.href)) {
    throw badRequest(
      'endpoint is not an https:// address, or in a private network, where this server posts only if its administrator allows the address (--webhook-targets).',
    );
  }
  return url.href;
}

/**
 * Validates the endpoint that a client sent.
 * @param isBlocked whether the server is never allowed to send to a URL, judged by the URL alone
 */
export function checkedEndpoint(
  requested: { readonly endpoint: string; readonly p256dh: string; readonly auth: string },
  isBlocked: (address: string) => boolean,
): Endpoint {
  const address = checkedAddress(requested.endpoint, isBlocked);
  const publicKey = bytesOf(requested.p256dh);
  if (!publicKey || !isPublicKey(publicKey))
    throw badRequest('p256dh is not Base64 of an uncompressed point of P-256');
  const auth = bytesOf(requested.auth);
  if (auth?.length !== AUTH_BYTES) throw badRequest(`auth is not Base64 of ${AUTH_BYTES} bytes`);
  return { address, keys: { publicKey, auth } };
}

/** Whether both have the same receiver's secret. */
export function isSameReceiver({ keys: one }: Endpoint, { keys: other }: Endpoint): boolean {
  return timingSafeEqual(one.auth, other.auth);
}

/** A keyed hash by which an endpoint is found, which does not reveal it. */
export function endpointHash(keyring: Keyring, endpoint: string): string {
  const address = webAddress(endpoint)?.href ?? '';
  return createHmac('sha256', keyring.secret).update(`web-push-endpoint:${address}`).digest('base64url');
}

const endpointParts = tuple(jsonText, jsonText, jsonText);

/** An endpoint as a text to be sealed. */
export function serializeEndpoint({ address, keys }: Endpoint): string {
  const { publicKey, auth } = keys;
  return JSON.stringify([address, publicKey.toString('base64url'), auth.toString('base64url')]);
}

/** Parses the result of `serializeEndpoint`; undefined for anything else, such as an empty text. */
export function parseEndpoint(text: string): Endpoint | undefined {
  const parts = decodedOrUndefined(endpointParts, parseJson(text));
  if (!parts) return undefined;
  const [address, publicKey, auth] = parts;
  return {
    address,
    keys: { publicKey: Buffer.from(publicKey, 'base64url'), auth: Buffer.from(auth, 'base64url') },
  };
}

/** The same error whether the subscription does not exist or belongs to another account. */
export function subscriptionNotFound(): ApiError {
  return badRequest('Subscription does not exist');
}
