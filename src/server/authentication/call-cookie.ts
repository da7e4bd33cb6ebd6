// The cookie by which a browser that comes back from a provider of video calls is known to be the one that was sent
// there.

import type { FastifyReply, FastifyRequest } from 'fastify';

const COOKIE = 'parley_call';

/** The browser's secret of its visit to a provider; empty when it has none. */
export function browserSecret(request: FastifyRequest): string {
  const cookies = (request.headers.cookie ?? '').split(/;\s*/);
  const found = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return found?.slice(COOKIE.length + 1) ?? '';
}

/** Gives the browser a secret for some seconds. @param root the server's address, which tells whether it is encrypted */
export function keepSecret(reply: FastifyReply, root: string, secret: string, seconds: number): void {
  const secure = root.startsWith('https:') ? '; Secure' : '';
  // Lax: it comes along when the provider sends the browser back.
  const rules = `Path=/calls; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  reply.header('set-cookie', `${COOKIE}=${secret}; ${rules}`);
}

/** Has the browser forget its secret. */
export function forgetSecret(reply: FastifyReply, root: string): void {
  keepSecret(reply, root, '', 0);
}
