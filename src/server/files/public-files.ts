// Common code for files that anyone may load who knows their address: cache headers, and headers that let
// browsers treat them as pictures only.

import type { HttpReply } from '../http/http-reply.ts';

/** The caching of files at addresses that cannot be guessed and whose content never changes. */
export const CACHE_FOREVER = 'public, max-age=31536000, immutable';
export const CACHE_ONE_DAY = 'public, max-age=86400';

/** An id in a path. */
export const ID_PATTERN = /^\d{1,15}$/;

/** Answers 404 with a page that browsers show. */
export function sendMissing(reply: HttpReply): HttpReply {
  return reply.code(404).type('text/html; charset=utf-8').send('<p>This file does not exist.</p>');
}

/** Sends a picture, or 404 if it is missing. */
export function sendPicture(
  reply: HttpReply,
  bytes: Buffer | undefined,
  contentType: string,
  cacheControl: string,
): HttpReply {
  if (!bytes) return sendMissing(reply);
  return reply
    .type(contentType)
    .header('cache-control', cacheControl)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'")
    .send(bytes);
}
