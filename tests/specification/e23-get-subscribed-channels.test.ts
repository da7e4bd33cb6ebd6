// E23: the channels that the caller is subscribed to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, mia, gus] = await Promise.all([server.as('olive'), server.as('mia'), server.as('gus')]);
const path = '/users/me/subscriptions';

interface Subscription {
  readonly name: string;
  readonly stream_id: number;
  readonly subscribers?: number[];
  readonly partial_subscribers?: number[];
}

async function subscriptionsOf(client = mia, include_subscribers?: string): Promise<Subscription[]> {
  const { subscriptions } = await client.ok('GET', path, { include_subscribers });
  assert.ok(subscriptions.length > 0);
  return subscriptions;
}

test("E23.1 lists the caller's channels", async () => {
  const names = (await subscriptionsOf(gus)).map(({ name }) => name);
  assert.deepEqual(names.sort(), ['design', 'town square']);
  await mia.ok('DELETE', path, { subscriptions: ['engineering'] });
  assert.equal(
    (await subscriptionsOf()).some(({ name }) => name === 'engineering'),
    false,
  );
});

test('E23.2 omits subscribers by default', async () => {
  for (const parameter of [undefined, 'false']) {
    for (const subscription of await subscriptionsOf(mia, parameter)) {
      assert.equal('subscribers' in subscription || 'partial_subscribers' in subscription, false);
    }
  }
});

test('E23.3 lists all subscribers with true', async () => {
  for (const { stream_id, subscribers } of await subscriptionsOf(mia, 'true')) {
    const { subscribers: expected } = await olive.ok('GET', `/streams/${stream_id}/members`);
    assert.deepEqual(new Set(subscribers), new Set(expected));
    assert.equal(subscribers?.length, expected.length);
  }
});

test('E23.4 lists all or some subscribers with partial', async () => {
  for (const one of await subscriptionsOf(mia, 'partial')) {
    assert.notEqual('subscribers' in one, 'partial_subscribers' in one, one.name);
  }
});

test('E23.5 rejects other values', async () => {
  await mia.refused('GET', path, { include_subscribers: 'some' }, 'BAD_REQUEST', /include_subscribers/);
});
