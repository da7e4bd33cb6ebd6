// Conversations come back at their time: not before, only once, even after a restart, and not if they were changed in
// the meantime.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { nowSeconds } from '../../src/api-contract/time.ts';
import type { Json } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { needsPostgres, startTwoServers } from '../support/two-servers.ts';

const clock = { ahead: 0 };
const server = await startTestServer({ clock: () => Date.now() / 1000 + clock.ahead });
const [mel, mia] = [await server.as('mel'), await server.as('mia')];
const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
const path = '/users/me/later_conversations';
const lunch = { stream_id, topic: 'lunch' };

const put = (conversation: Json, seconds: number, client = mel) =>
  client.ok('POST', path, { ...conversation, until: nowSeconds() + seconds });
const rows = async (client = mel): Promise<Json[]> => (await client.ok('GET', path)).later_conversations;
const runAfter = async (seconds: number) => {
  clock.ahead = seconds;
  await server.server.scheduler.runDue();
};

afterEach(async () => {
  clock.ahead = 0;
  for (const client of [mel, mia])
    for (const { stream_id, topic, user_ids } of await rows(client))
      await client.ok('DELETE', path, stream_id === null ? { user_ids } : { stream_id, topic });
});

describe('a conversation that is away', () => {
  test('comes back at its time, with an event for its own clients', async () => {
    await put(lunch, 3600);
    await runAfter(3500);
    assert.equal((await rows())[0]?.returned_at, null);
    const [ofMel = [], ofMia] = await expectFold([mel, mia], () => runAfter(3700));
    const [row] = await rows();
    assert.ok(Math.abs(Number(row?.returned_at) - nowSeconds() - 3700) < 60);
    assert.deepEqual(
      ofMel.map(({ id: _id, ...event }) => event),
      [{ type: 'later_conversations', op: 'update', later_conversation: row }],
    );
    assert.deepEqual(ofMia, []);
    const listener = await mel.registerQueue();
    await runAfter(7200);
    assert.deepEqual(await listener.events(), []);
  });

  test('comes back after those that are due earlier, however many there are', async () => {
    const topics = Array.from({ length: 120 }, (_, index) => ({ stream_id, topic: `topic ${index}` }));
    for (const topic of topics) await put(topic, 100);
    await put(lunch, 200, mia);
    await runAfter(150);
    assert.ok((await rows()).every(({ returned_at }) => returned_at !== null));
    assert.equal((await rows(mia))[0]?.returned_at, null);
    await runAfter(250);
    assert.notEqual((await rows(mia))[0]?.returned_at, null);
  });

  test('can be put away again when it is back', async () => {
    await put(lunch, 100);
    await runAfter(150);
    await put(lunch, 3600);
    assert.equal((await rows())[0]?.returned_at, null);
    await runAfter(3500);
    assert.equal((await rows())[0]?.returned_at, null);
    await runAfter(3700);
    assert.notEqual((await rows())[0]?.returned_at, null);
  });

  test('does not come back if it is done', async () => {
    await put(lunch, 100);
    await mel.ok('DELETE', path, lunch);
    const listener = await mel.registerQueue();
    await runAfter(150);
    assert.deepEqual(await listener.events(), []);
  });
});

test('a conversation that was due while no server ran comes back at the start', async () => {
  const storage = { dataDirectory: temporaryFolder(), databaseUrl: await freshDatabase() };
  const first = await startTestServer(storage);
  const before = await first.as('mel');
  await before.ok('POST', path, { ...lunch, until: nowSeconds() + 100 });
  await first.close();
  const second = await startTestServer({ ...storage, clock: () => Date.now() / 1000 + 150 });
  await second.server.scheduler.runDue();
  assert.notEqual((await rows(await second.as('mel')))[0]?.returned_at, null);
});

test('only one of two servers brings a conversation back', needsPostgres, async () => {
  const servers = await startTwoServers({ clock: () => Date.now() / 1000 + 150 });
  const [[own]] = await Promise.all([servers.as('mel')]);
  const listener = await own.registerQueue();
  await own.ok('POST', path, { ...lunch, until: nowSeconds() + 100 });
  const { one, two } = servers;
  await Promise.all([one.server.scheduler.runDue(), two.server.scheduler.runDue()]);
  await one.server.scheduler.runDue();
  const events = await listener.eventsOf('later_conversations');
  assert.equal(events.length, 2, 'it was put away once and came back once');
  assert.notEqual((await rows(own))[0]?.returned_at, null);
});
