// The cookie that proves that a browser returning from a video call provider is the one that was sent there.

import type { HttpReply } from '../http/http-reply.ts';
import type { HttpRequest } from '../http/http-request.ts';

const COOKIE = 'parley_call';

/** The browser's secret for its visit to a provider; empty if it has none. */
export function browserSecret(request: HttpRequest): string {
  const cookies = (request.headers.cookie ?? '').split(/;\s*/);
  const found = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`));
  return found?.slice(COOKIE.length + 1) ?? '';
}

/**
 * Sets the browser's secret for some seconds.
 * @param root the server's address, which determines whether the cookie is `Secure`
 */
export function setBrowserSecret(reply: HttpReply, root: string, secret: string, seconds: number): void {
  const secure = root.startsWith('https:') ? '; Secure' : '';
  // Lax: the cookie must be sent when the provider redirects the browser back.
  const attributes = `Path=/calls; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  reply.header('set-cookie', `${COOKIE}=${secret}; ${attributes}`);
}

export function clearBrowserSecret(reply: HttpReply, root: string): void {
  setBrowserSecret(reply, root, '', 0);
}
