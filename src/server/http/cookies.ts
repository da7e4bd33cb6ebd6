// Reads the cookies of requests.

import type { FastifyRequest } from 'fastify';

/** The value of a cookie; undefined if the browser sent none of that name. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(';');
  const found = cookies.map((cookie) => cookie.trim()).find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}
