// A request that takes its time: what a test sends of it arrives, and the rest does not.

import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { TestServer } from './server.ts';

/** A request with a part of its body; it does not end. */
export function begun(
  server: TestServer,
  path: string,
  headers: Record<string, string>,
  part: string,
): ClientRequest {
  const sent = request(`${server.url}/api/v1${path}`, { method: 'POST', headers });
  // Refused connections break while they are written to.
  sent.on('error', () => undefined);
  sent.write(part);
  return sent;
}

/** Its answer, whose body nobody reads. */
export async function answerTo(sent: ClientRequest): Promise<IncomingMessage> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
}
