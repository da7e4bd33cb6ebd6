// Requests that a page of another site has a browser make. A browser adds what it keeps for this server, a session or
// the password of a log-in box, to them as to its own; so whatever could have been added by one is refused where the
// browser says that another site asked. Programs that are no browsers say nothing of the kind and are not looked at.

import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../../api-contract/error.ts';

/** What the rule looks at. */
export type AskingRequest = Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'host'>;

/** Methods that change nothing. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Paths where sessions count; an answer there is for this server's own pages. */
const OF_SESSIONS = '/json/';

/**
 * Whether an `Origin` header names this server, as the request or its configuration knows it.
 * @param publicUrl the address that people reach it by; undefined: whatever they ask for
 */
function isOwnOrigin(origin: string, request: AskingRequest, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  // Behind a trusted proxy `host` is what the browser asked that for.
  const own = [request.headers.host, request.host, publicUrl && new URL(publicUrl).host];
  return host !== '' && own.includes(host);
}

/** Whether the browser that sends a request does so for a page of another site. */
export function isOfOtherSite(request: AskingRequest, publicUrl: string | undefined): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return false;
  // An application's own pages (`file:`, `app:`, an extension) are no site.
  if (origin !== undefined && origin !== 'null' && !/^https?:/i.test(origin)) return false;
  if (origin !== undefined) return !isOwnOrigin(origin, request, publicUrl);
  // Browsers tell the origin of whatever changes something; a reading one only says how far away it is.
  return site !== undefined;
}

/**
 * Refuses a request of another site's page that carries what a browser may have added of its own accord: all that
 * change something, and those for answers to sessions.
 * @throws 403 `CSRF_FAILED`
 */
export function refuseCrossSite(request: AskingRequest, publicUrl: string | undefined): void {
  const { authorization, cookie } = request.headers;
  const isAtRisk = READING.has(request.method)
    ? cookie !== undefined && request.url.startsWith(OF_SESSIONS)
    : cookie !== undefined || authorization !== undefined;
  if (isAtRisk && isOfOtherSite(request, publicUrl)) {
    throw new ApiError(403, 'CSRF_FAILED', 'CSRF error: the request comes from a page of another site.');
  }
}

/**
 * Refuses a request that changes something and that nothing but a session's cookie vouches for, unless the browser says
 * that our own page made it. A program that is no browser shows instead that it can read what it was sent.
 * @param csrfToken what it was sent with the session
 * @throws 403 `CSRF_FAILED`
 */
export function refuseForged(request: AskingRequest, publicUrl: string | undefined, csrfToken: string): void {
  if (READING.has(request.method)) return;
  const { origin, 'sec-fetch-site': site, 'x-csrftoken': shown } = request.headers;
  if (site === 'same-origin') return;
  if (site === undefined && origin !== undefined && isOwnOrigin(origin, request, publicUrl)) return;
  if (site === undefined && typeof shown === 'string' && isSame(shown, csrfToken)) return;
  throw new ApiError(403, 'CSRF_FAILED', 'CSRF error: nothing says that this comes from our own page.');
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
