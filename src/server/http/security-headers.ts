// Headers of every response. They stop a browser from guessing its type and from revealing its address to other
// sites, and keep it on https once the server's public address uses it. Pages that need another policy set their own.

import type { Server, ServerResponse } from 'node:http';

/** One year: browsers' preload lists require at least that, and a server may later stop using https. */
const HTTPS_SECONDS = 365 * 86_400;

/** Features of browsers that only the client uses: calls and voice messages. */
const MEDIA_FEATURES = ['camera', 'display-capture', 'microphone', 'speaker-selection'];

/** The header that allows a page to use cameras, microphones, screens and speakers, or forbids it. */
export function mediaPolicy(isAllowed: boolean): string {
  return MEDIA_FEATURES.map((feature) => `${feature}=${isAllowed ? '(self)' : '()'}`).join(', ');
}

/** The headers of every response of a server with this public address. */
export function securityHeaders(publicUrl: string | undefined): Readonly<Record<string, string>> {
  const isHttps = publicUrl?.startsWith('https:') === true;
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy': mediaPolicy(false),
    ...(isHttps && { 'strict-transport-security': `max-age=${HTTPS_SECONDS}` }),
  };
}

/** Answers requests with an unsupported `Expect` header, which Node.js would answer without these headers. */
export function rejectExpectations(server: Server, headers: ReturnType<typeof securityHeaders>): void {
  server.on('checkExpectation', (_request, response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.writeHead(417, { connection: 'close' }).end();
  });
}
