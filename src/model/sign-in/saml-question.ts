// The question that a browser takes to a provider of SAML. Its number follows from the browser's secret by a keyed hash, so
// that only that browser finds the answer to it; what the browser brings back beside the answer says, vouched for by this
// server, for which organization and provider the question was. Nothing of it is stored.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Keyring } from '../accounts/credentials.ts';

function keyed({ secret }: Keyring, purpose: string, text: string): string {
  return createHmac('sha256', secret).update(`saml-${purpose}:${text}`).digest('base64url');
}

/** The number of a browser's question; a name as XML has them. */
export function requestIdOf(keyring: Keyring, browserSecret: string): string {
  return `_${keyed(keyring, 'request', browserSecret)}`;
}

/** The hash by which the answer to a question is found. */
export function questionHash(keyring: Keyring, requestId: string): string {
  return keyed(keyring, 'question', requestId);
}

/** What a question was for. */
export interface AskedFor {
  readonly organizationId: number;
  readonly providerId: string;
  readonly requestId: string;
}

/** The text that comes back beside the answer; providers pass on eighty characters. */
export function relayStateOf(keyring: Keyring, { organizationId, providerId, requestId }: AskedFor): string {
  return `${organizationId}.${keyed(keyring, 'relay', `${organizationId}:${providerId}:${requestId}`)}`;
}

/** The organization that a question was for; undefined where this server did not ask it, or asked another provider. */
export function organizationAskedFor(
  keyring: Keyring,
  relayState: string,
  asked: Omit<AskedFor, 'organizationId'>,
): number | undefined {
  const [, digits = ''] = /^([1-9]\d{0,14})\./.exec(relayState) ?? [];
  const organizationId = Number(digits);
  const given = Buffer.from(relayState);
  const wanted = Buffer.from(relayStateOf(keyring, { ...asked, organizationId }));
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? organizationId : undefined;
}
