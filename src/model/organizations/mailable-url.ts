// The organization's URL for mails to people who have no account yet. It does not trust a request's `Host`
// header, with which an attacker could make the server mail links to another site. Servers that only their own
// machine can reach are the exception.

import { isLoopbackHost } from '../loopback.ts';
import { organizationUrl } from './organization-url.ts';

/** How a request reached the server. */
export interface ReachedAddress {
  /** The request's `Host` header. */
  readonly host: string;
  /** The server's port that received the request. */
  readonly port: number | undefined;
}

/**
 * The URL without a trailing slash; undefined if the server cannot know it. Not even the port is taken from the
 * `Host` header, because another program may listen there.
 */
export function mailableUrl(
  publicUrl: string | undefined,
  organizationHost: string,
  reached: ReachedAddress,
): string | undefined {
  if (publicUrl !== undefined) return organizationUrl(publicUrl, organizationHost);
  const withoutPort = (host: string) => host.replace(/:\d+$/, '').toLowerCase();
  const requestHost = withoutPort(reached.host);
  if (organizationHost !== '' && requestHost === withoutPort(organizationHost))
    return `http://${organizationHost}`;
  if (!isLoopbackHost(reached.host)) return undefined;
  return reached.port === undefined ? `http://${requestHost}` : `http://${requestHost}:${reached.port}`;
}
