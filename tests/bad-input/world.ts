// The world of these tests: the demo's people, their things, and a second organization whose things they may not reach.

import assert from 'node:assert/strict';
import { newClient, secondOrganization } from '../access/support.ts';
import type { ApiClient } from '../support/client.ts';
import type { DemoName, TestServer } from '../support/server.ts';
import { makeForeignThings } from './foreign-things.ts';
import { makeThings } from './things.ts';

/** The demo's people; `spare` and `leaver` are members whose accounts a test may use up. */
export type Caller = DemoName | 'spare' | 'leaver' | 'nobody';

const CHANNELS = ['general', 'engineering', 'design', 'leadership', 'announcements', 'town square'] as const;
export type ChannelName = (typeof CHANNELS)[number];

export interface World {
  readonly server: TestServer;
  /** The owner of the other organization. */
  readonly elsa: ApiClient;
  client(caller: Caller): ApiClient;
  person(caller: Caller): number;
  channel(name: ChannelName): number;
  /** The demo organization's things. */
  readonly ids: Awaited<ReturnType<typeof makeThings>>;
  /** The other organization's. */
  readonly foreignIds: Awaited<ReturnType<typeof makeForeignThings>>;
  /** Unix time, an hour after everything was created. */
  readonly later: number;
}

type Client = World['client'];

/** Creates everything on a server with the demo organization. */
export async function makeWorld(server: TestServer): Promise<World> {
  const names: DemoName[] = ['olive', 'adam', 'mona', 'mel', 'mia', 'max', 'gus', 'helper'];
  const clients = new Map<Caller, ApiClient>([['nobody', server.anonymous]]);
  for (const name of names) clients.set(name, await server.as(name));
  for (const key of ['spare', 'leaver'] as const) clients.set(key, await newClient(server, { key }));
  const client: Client = (caller) => {
    const found = clients.get(caller);
    assert.ok(found, caller);
    return found;
  };
  const later = Math.floor(Date.now() / 1000) + 3600;
  const { streams } = await client('olive').ok('GET', '/streams', { include_all: true });
  const channels = new Map<string, number>(
    streams.map(({ name, stream_id }: { name: string; stream_id: number }) => [name, stream_id]),
  );
  const channel = (name: ChannelName) => channels.get(name) ?? assert.fail(`no channel ${name}`);
  const elsa = await secondOrganization(server);
  return {
    server,
    elsa,
    foreignIds: await makeForeignThings(elsa, later),
    client,
    person: (caller) => client(caller).userId,
    channel,
    ids: await makeThings(server, client, channel('leadership'), later),
    later,
  };
}
