// The `WWW-Authenticate` header that every 401 has (RFC 9110). A browser that receives a Basic challenge for a
// request made by a script opens a password prompt, and caches the typed credentials. So scripts, and everything
// outside `/api/`, receive a challenge for sessions instead.

import type { HttpRequest } from './http-request.ts';

const FOR_KEYS = { 'www-authenticate': 'Basic realm="parley"' };
const FOR_SESSIONS = { 'www-authenticate': 'Session realm="parley"' };

/** Whether a script of a page made the request, or a browser with a session. */
function isOfPage({ headers }: Pick<HttpRequest, 'headers'>): boolean {
  // Some programs other than browsers send `sec-fetch-mode`, but never `sec-fetch-site`.
  const isBrowser = headers['sec-fetch-site'] !== undefined;
  return headers.cookie !== undefined || (isBrowser && headers['sec-fetch-mode'] !== 'navigate');
}

/** The headers for an answer with this status. */
export function challengeFor(
  status: number,
  request: Pick<HttpRequest, 'headers' | 'url'>,
): Readonly<Record<string, string>> {
  if (status !== 401) return {};
  return request.url.startsWith('/api/') && !isOfPage(request) ? FOR_KEYS : FOR_SESSIONS;
}
