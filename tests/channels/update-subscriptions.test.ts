// Leaving channels and subscribing to others in one request.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const mia = await server.as('mia');
const PATH = '/users/me/subscriptions';

const channelsOf = async (client: typeof mel): Promise<string[]> =>
  (await client.ok('GET', PATH)).subscriptions.map(({ name }: { name: string }) => name).sort();

test('channels are left, joined and created with the same events as separate requests', async () => {
  const [melEvents] = await expectFold([mel, mia], async () => {
    const answer = await mel.ok('PATCH', PATH, {
      delete: ['engineering', 'design'],
      add: [{ name: 'general' }, { name: 'workshop', color: '#123456', description: 'With *tools*' }],
    });
    assert.deepEqual(
      { ...answer, result: undefined, msg: undefined },
      {
        result: undefined,
        msg: undefined,
        subscribed: { 'mel@example.com': ['workshop'] },
        already_subscribed: { 'mel@example.com': ['general'] },
        removed: ['engineering'],
        not_removed: ['design'],
      },
    );
  });
  const operations = melEvents?.filter(({ type }) => type === 'subscription').map(({ op }) => op);
  assert.deepEqual(operations, ['remove', 'add']);
  const after = await channelsOf(mel);
  assert.ok(after.includes('workshop') && !after.includes('engineering'));
});

test('if one change is refused, none is made', async () => {
  const before = await channelsOf(mia);
  const changes = { delete: ['general'], add: [{ name: 'design' }, { name: 'leadership' }] };
  await mia.refused('PATCH', PATH, changes, 'BAD_REQUEST', 'Unable to access channel (leadership).');
  assert.deepEqual(await channelsOf(mia), before);
});
