// A server with the demo organization's people and channels of Mel's, for the tests of changing channels.

import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
export const olive = await server.as('olive');
export const adam = await server.as('adam');
export const mona = await server.as('mona');
export const mel = await server.as('mel');
export const mia = await server.as('mia');
export const max = await server.as('max');
export const gus = await server.as('gus');
export const observers = [olive, adam, mona, mel, mia, max, gus];

const groups: { id: number; name: string }[] = (await olive.ok('GET', '/user_groups')).user_groups;

/** The id of a group by its name. */
export const group = (name: string): number => groups.find((one) => one.name === name)?.id ?? 0;

export const makePrivate = { invite_only: true, history_public_to_subscribers: true };

let count = 0;

/** A channel of Mel's, with Mia in it. */
export async function channelOfMel(more: Record<string, unknown> = {}): Promise<number> {
  const name = `mels ${++count}`;
  return (await mel.ok('POST', '/channels/create', { name, subscribers: [mel.userId, mia.userId], ...more }))
    .id;
}

/** A channel as Olive sees it. */
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
export const get = async (id: number): Promise<any> => (await olive.ok('GET', `/streams/${id}`)).stream;
