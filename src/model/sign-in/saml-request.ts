// The request that a browser takes to a SAML provider. Its id is a keyed hash of the browser's secret, so that
// only that browser can use the answer. The relay state, authenticated by this server, states which
// organization and provider it is for. Nothing is stored.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../accounts/credentials.ts';

function keyedHash({ secret }: Keyring, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`saml-${purpose}:${text}`).digest('base64url');
}

/** The id of a browser's request, which is a valid XML name. */
export function samlRequestId(keyring: Keyring, browserSecret: string): string {
  return `_${keyedHash(keyring, 'request', browserSecret)}`;
}

/** The hash by which the answer to a request is found. */
export function samlRequestHash(keyring: Keyring, requestId: string): string {
  return keyedHash(keyring, 'question', requestId);
}

/** The organization and provider of a request, and its id. */
export interface SamlRequestTarget {
  readonly organizationId: number;
  readonly providerId: string;
  readonly requestId: string;
}

/** The text that is returned with the answer. Providers preserve up to eighty characters. */
export function relayStateOf(
  keyring: Keyring,
  { organizationId, providerId, requestId }: SamlRequestTarget,
): string {
  return `${organizationId}.${keyedHash(keyring, 'relay', `${organizationId}:${providerId}:${requestId}`)}`;
}

/**
 * The organization that a request was for; undefined if this server did not make it, or made it for another provider.
 */
export function requestedOrganizationId(
  keyring: Keyring,
  relayState: string,
  request: Omit<SamlRequestTarget, 'organizationId'>,
): number | undefined {
  const [, digits = ''] = /^([1-9]\d{0,14})\./.exec(relayState) ?? [];
  const organizationId = Number(digits);
  const actual = Buffer.from(relayState);
  const expected = Buffer.from(relayStateOf(keyring, { ...request, organizationId }));
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? organizationId : undefined;
}
