// Rejects requests that a page of another site makes a browser send. A browser adds the credentials that it
// stores for this server, a session or the password of a prompt, to such requests too. So a request that such
// credentials may have been added to is rejected if the browser reports another site as its origin. Programs
// other than browsers send no such headers and are not affected.

import { timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../api-contract/error.ts';
import type { HttpRequest } from './http-request.ts';

/** The parts of a request that the checks read. */
export type CheckedRequest = Pick<HttpRequest, 'method' | 'url' | 'headers' | 'host'>;

/** Methods that change nothing. */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Paths where sessions count; their answers are for this server's own pages. */
const SESSION_PATHS = '/json/';

/**
 * Whether an `Origin` header names this server, according to the request or the configuration.
 * @param publicUrl the configured address; undefined for the address of each request
 */
function isOwnOrigin(origin: string, request: CheckedRequest, publicUrl: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  // Behind a trusted proxy, `host` is the host that the browser requested.
  const own = [request.headers.host, request.host, publicUrl && new URL(publicUrl).host];
  return host !== '' && own.includes(host);
}

/** Whether a browser sends the request on behalf of another site's page. */
export function isCrossSite(request: CheckedRequest, publicUrl: string | undefined): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return false;
  // An application's own pages (`file:`, `app:`, an extension) are not a site.
  if (origin !== undefined && origin !== 'null' && !/^https?:/i.test(origin)) return false;
  if (origin !== undefined) return !isOwnOrigin(origin, request, publicUrl);
  // Browsers always send the origin with requests that change something. Reading requests only have `sec-fetch-site`.
  return site !== undefined;
}

/**
 * Rejects a request from another site's page that carries credentials a browser may have added: any request
 * that changes something, and reading ones below the session paths.
 * @throws 403 `CSRF_FAILED`
 */
export function rejectCrossSite(request: CheckedRequest, publicUrl: string | undefined): void {
  const { authorization, cookie } = request.headers;
  const isAtRisk = SAFE_METHODS.has(request.method)
    ? cookie !== undefined && request.url.startsWith(SESSION_PATHS)
    : cookie !== undefined || authorization !== undefined;
  if (isAtRisk && isCrossSite(request, publicUrl)) {
    throw new ApiError(403, 'CSRF_FAILED', 'CSRF error: the request comes from a page of another site.');
  }
}

/**
 * Rejects a request that changes something and is authenticated only by a session's cookie, unless the
 * browser reports that our own page made it. A program other than a browser sends the CSRF token instead,
 * which proves that it can read our answers.
 * @param csrfToken the token of the session
 * @throws 403 `CSRF_FAILED`
 */
export function rejectForged(
  request: CheckedRequest,
  publicUrl: string | undefined,
  csrfToken: string,
): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin, 'sec-fetch-site': site, 'x-csrftoken': sentToken } = request.headers;
  if (site === 'same-origin') return;
  if (site === undefined && origin !== undefined && isOwnOrigin(origin, request, publicUrl)) return;
  if (site === undefined && typeof sentToken === 'string' && isSame(sentToken, csrfToken)) return;
  throw new ApiError(
    403,
    'CSRF_FAILED',
    'CSRF error: the request has no proof that it comes from a page of this server.',
  );
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
