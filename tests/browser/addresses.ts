// Addresses of the client in the demo organization.

import type { TestServer } from '../support/server.ts';

/** The address of a topic in the channel "engineering". */
export async function topicAddress(server: TestServer, topic: string): Promise<string> {
  const mel = await server.as('mel');
  const { stream_id } = await mel.call('get-stream-id', { stream: 'engineering' });
  return `#narrow/channel/${stream_id}/topic/${topic}`;
}
