// For whom a passkey is made: the host that an organization is found at. Browsers show a passkey to no other.

import { isIP } from 'node:net';

export interface RelyingParty {
  /** The host, without a port. */
  readonly id: string;
  /** Of the pages that may ask for a passkey. */
  readonly origin: string;
}

/**
 * Whose passkeys an organization at an address asks for; undefined where browsers have none: at a plain IP address, and without
 * encryption anywhere but on the machine itself.
 */
export function relyingPartyAt(organizationUrl: string): RelyingParty | undefined {
  const url = URL.parse(organizationUrl);
  if (!url) return undefined;
  const { protocol, hostname, origin } = url;
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return undefined;
  const isThisMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isThisMachine ? { id: hostname, origin } : undefined;
}
