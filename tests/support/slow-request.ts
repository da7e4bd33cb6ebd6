// A slow request: the part that a test sends arrives, and the rest does not.

import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { TestServer } from './server.ts';

/** Starts a request with a part of its body; does not end it. */
export function startRequest(
  server: TestServer,
  path: string,
  headers: Record<string, string>,
  part: string,
): ClientRequest {
  const sent = request(`${server.url}/api/v1${path}`, { method: 'POST', headers });
  // Writing to a refused connection fails.
  sent.on('error', () => undefined);
  sent.write(part);
  return sent;
}

/** Its answer; the body is discarded. */
export async function answerOf(sent: ClientRequest): Promise<IncomingMessage> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
}
