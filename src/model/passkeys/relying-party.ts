// The relying party of passkeys: the host of an organization. Browsers offer a passkey to no other host.

import { isIP } from 'node:net';

export interface RelyingParty {
  /** The host, without a port. */
  readonly id: string;
  /** The origin of pages that may request a passkey. */
  readonly origin: string;
}

/**
 * The relying party of an organization at a URL. Undefined where browsers do not support passkeys: at IP
 * addresses, and without encryption except on the machine itself.
 */
export function relyingPartyAt(organizationUrl: string): RelyingParty | undefined {
  const url = URL.parse(organizationUrl);
  if (!url) return undefined;
  const { protocol, hostname, origin } = url;
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return undefined;
  const isThisMachine = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isThisMachine ? { id: hostname, origin } : undefined;
}
