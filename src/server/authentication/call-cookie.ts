// The cookie that ties a browser returning from a video call provider to the one that was sent there.

import type { FastifyReply, FastifyRequest } from 'fastify';

const COOKIE = 'parley_call';

/** The browser's secret for its visit to a provider; empty if it has none. */
export function browserSecret(request: FastifyRequest): string {
  const cookies = (request.headers.cookie ?? '').split(/;\s*/);
  const found = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return found?.slice(COOKIE.length + 1) ?? '';
}

/**
 * Sets the browser's secret for some seconds.
 * @param root the server's address, which determines whether the cookie is `Secure`
 */
export function setBrowserSecret(reply: FastifyReply, root: string, secret: string, seconds: number): void {
  const secure = root.startsWith('https:') ? '; Secure' : '';
  // Lax: the cookie must be sent when the provider redirects the browser back.
  const attributes = `Path=/calls; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  reply.header('set-cookie', `${COOKIE}=${secret}; ${attributes}`);
}

export function clearBrowserSecret(reply: FastifyReply, root: string): void {
  setBrowserSecret(reply, root, '', 0);
}
