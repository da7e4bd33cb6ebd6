// What files have in common that anybody may load who knows their address: how long they are kept, and that a browser
// takes them for nothing but pictures.

import type { FastifyReply } from 'fastify';

/** For addresses that cannot be guessed and never change what they hold. */
export const FOREVER = 'public, max-age=31536000, immutable';
export const A_DAY = 'public, max-age=86400';

/** An id as it stands in a path. */
export const ID = /^\d{1,15}$/;

/** There is nothing at the address, as browsers show it. */
export function sendMissing(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/html; charset=utf-8').send('<p>This file does not exist.</p>');
}

/** Sends a picture of a type; a missing one as such. */
export function sendPicture(
  reply: FastifyReply,
  bytes: Buffer | undefined,
  contentType: string,
  cacheControl: string,
): FastifyReply {
  if (!bytes) return sendMissing(reply);
  return reply
    .type(contentType)
    .header('cache-control', cacheControl)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'")
    .send(bytes);
}
