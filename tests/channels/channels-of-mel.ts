// A server with channels of Mel's, for tests of changing channels. Each file starts its own, so that changes to the
// organization do not affect other files.

import type { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';

export const makePrivate = { invite_only: true, history_public_to_subscribers: true };

export interface ChannelsOfMel {
  readonly olive: ApiClient;
  readonly adam: ApiClient;
  readonly mona: ApiClient;
  readonly mel: ApiClient;
  readonly mia: ApiClient;
  readonly max: ApiClient;
  readonly gus: ApiClient;
  /** All of them, in this order. */
  readonly observers: readonly ApiClient[];
  /** The id of a group by its name. */
  group(name: string): number;
  /** Creates a channel of Mel's with Mia in it; returns its id. */
  channelOfMel(more?: Record<string, unknown>): Promise<number>;
  /** A channel as Olive sees it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  get(id: number): Promise<any>;
}

export async function startChannelsOfMel(): Promise<ChannelsOfMel> {
  const server = await startTestServer();
  const olive = await server.as('olive');
  const adam = await server.as('adam');
  const mona = await server.as('mona');
  const mel = await server.as('mel');
  const mia = await server.as('mia');
  const max = await server.as('max');
  const gus = await server.as('gus');
  const groups: { id: number; name: string }[] = (await olive.ok('GET', '/user_groups')).user_groups;
  let count = 0;
  return {
    ...{ olive, adam, mona, mel, mia, max, gus },
    observers: [olive, adam, mona, mel, mia, max, gus],
    group: (name) => groups.find((one) => one.name === name)?.id ?? 0,
    async channelOfMel(more = {}) {
      const channel = { name: `mels ${++count}`, subscribers: [mel.userId, mia.userId], ...more };
      return (await mel.ok('POST', '/channels/create', channel)).id;
    },
    get: async (id) => (await olive.ok('GET', `/streams/${id}`)).stream,
  };
}
