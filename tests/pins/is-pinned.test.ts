// `is:pinned` in narrows.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [mel, max, gus] = await Promise.all([server.as('mel'), server.as('max'), server.as('gus')]);
type Client = typeof mel;

const channelId = async (stream: string): Promise<number> =>
  (await mel.ok('GET', '/get_stream_id', { stream })).stream_id;
const [general, engineering] = [await channelId('general'), await channelId('engineering')];
const pin = (client: Client, id: number) => client.ok('POST', `/messages/${id}/pin`);

type Term = readonly [operator: string, operand: unknown, negated?: boolean];
const found = async (client: Client, terms: readonly Term[]): Promise<number[]> => {
  const narrow = terms.map(([operator, operand, negated = false]) => ({ operator, operand, negated }));
  const page = { anchor: 'newest', num_before: 100, num_after: 0, narrow };
  return (await client.ok('GET', '/messages', page)).messages.map((one: Json) => one.id);
};

describe('is:pinned', () => {
  test('finds pinned messages, also together with other filters', async () => {
    const id = await mel.sendToChannel('general', 'search', 'a pinned lamp');
    const other = await mel.sendToChannel('general', 'search', 'another lamp');
    await pin(mel, id);
    const topic: Term[] = [
      ['channel', general],
      ['topic', 'search'],
    ];
    assert.deepEqual(await found(mel, [...topic, ['is', 'pinned']]), [id]);
    assert.deepEqual(
      await found(mel, [
        ['search', 'lamp'],
        ['is', 'pinned'],
      ]),
      [id],
    );
    assert.equal((await found(mel, [['is', 'pinned']])).includes(id), true);
    assert.equal((await found(gus, [['is', 'pinned']])).includes(id), false);
    const unpinned = await found(mel, [...topic, ['is', 'pinned', true]]);
    assert.equal(unpinned.includes(id), false);
    assert.equal(unpinned.includes(other), true);
  });

  test('searches the whole history of a named channel, and lets queues skip new messages', async () => {
    const id = await mel.sendToChannel('engineering', 'old', 'before max could read it');
    await pin(mel, id);
    const narrow: Term[] = [
      ['channel', engineering],
      ['is', 'pinned'],
    ];
    assert.equal((await found(max, narrow)).includes(id), true);
    const listener = await mel.registerQueue({ narrow: [['is', 'pinned']] });
    await mel.sendToChannel('general', 'search', 'not pinned');
    assert.deepEqual(await listener.events(), []);
  });
});
