// Headers that every response carries, so that a browser neither guesses its type nor tells other sites its address, and
// stays on https once the server's public address is one. Pages that need another policy set their own.

import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** A year: shorter is not taken for granted by browsers' lists, and a server may leave https after that. */
const HTTPS_SECONDS = 365 * 86_400;

/** The headers of every response of a server with this public address. */
export function securityHeaders(publicUrl: string | undefined): readonly (readonly [string, string])[] {
  const isHttps = publicUrl?.startsWith('https:') === true;
  return [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'no-referrer'],
    ...(isHttps ? ([['strict-transport-security', `max-age=${HTTPS_SECONDS}`]] as const) : []),
  ];
}

/** Adds the headers to every response, refusals and unknown addresses among them. */
export function addSecurityHeaders(
  fastify: FastifyInstance,
  headers: ReturnType<typeof securityHeaders>,
): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.header(name, value);
    done();
  });
}

/** Answers what Node.js would answer without headers: a request that expects something other than to go on. */
export function refuseExpectations(
  fastify: FastifyInstance,
  headers: ReturnType<typeof securityHeaders>,
): void {
  fastify.server.on('checkExpectation', (_request, response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    response.writeHead(417, { connection: 'close' }).end();
  });
}
