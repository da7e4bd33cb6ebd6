// The organization's address in mail to people who are not here yet. A request's own word for it does not count, or
// somebody could have the server mail links that lead elsewhere; but for servers that only their own machine reaches.

import { organizationUrl } from './organization-url.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;

/** Undefined where the server cannot know its address. Neither has a slash at its end. */
export function mailableUrl(
  publicUrl: string | undefined,
  organizationHost: string,
  requestHost: string,
): string | undefined {
  if (publicUrl !== undefined) return organizationUrl(publicUrl, organizationHost);
  const withoutPort = (host: string) => host.replace(/:\d+$/, '').toLowerCase();
  const isOwn = organizationHost !== '' && withoutPort(requestHost) === withoutPort(organizationHost);
  return isOwn || LOOPBACK.test(requestHost) ? `http://${requestHost}` : undefined;
}
