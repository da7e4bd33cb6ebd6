// The header that every 401 has (RFC 9110): which credentials are wanted. A browser that meets it in a request of a
// page's own program would open a box for a name and a password, which nobody of ours wants and which keeps what is
// typed there; so those, and all that asks outside `/api/`, are told of sessions instead.

import type { FastifyRequest } from 'fastify';

const FOR_KEYS = { 'www-authenticate': 'Basic realm="parley"' };
const FOR_SESSIONS = { 'www-authenticate': 'Session realm="parley"' };

/** Whether a program of a page asks, or a browser with a session. */
function isOfPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  // Some programs that are no browsers tell a mode, but never from where.
  const isBrowser = headers['sec-fetch-site'] !== undefined;
  return headers.cookie !== undefined || (isBrowser && headers['sec-fetch-mode'] !== 'navigate');
}

/** The headers that go with an answer of a status. */
export function challengeFor(
  status: number,
  request: Pick<FastifyRequest, 'headers' | 'url'>,
): Readonly<Record<string, string>> {
  if (status !== 401) return {};
  return request.url.startsWith('/api/') && !isOfPage(request) ? FOR_KEYS : FOR_SESSIONS;
}
