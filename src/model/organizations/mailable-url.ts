// The organization's address in mail to people who are not here yet. A request's own word for it does not count, or
// somebody could have the server mail links that lead elsewhere; but for servers that only their own machine reaches.

import { isLoopbackHost } from '../loopback.ts';
import { organizationUrl } from './organization-url.ts';

/** How a request reached the server. */
export interface Reached {
  /** What it says itself. */
  readonly host: string;
  /** The port of this server that it came to. */
  readonly port: number | undefined;
}

/**
 * Undefined where the server cannot know its address. Neither has a slash at its end. Not even the port is taken from
 * what a request says: another program may listen there.
 */
export function mailableUrl(
  publicUrl: string | undefined,
  organizationHost: string,
  reached: Reached,
): string | undefined {
  if (publicUrl !== undefined) return organizationUrl(publicUrl, organizationHost);
  const withoutPort = (host: string) => host.replace(/:\d+$/, '').toLowerCase();
  const asked = withoutPort(reached.host);
  if (organizationHost !== '' && asked === withoutPort(organizationHost)) return `http://${organizationHost}`;
  if (!isLoopbackHost(reached.host)) return undefined;
  return reached.port === undefined ? `http://${asked}` : `http://${asked}:${reached.port}`;
}
