// Unused organizations are unloaded from memory and loaded again on the next request.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { LruMap } from '../../src/queries/state/lru-map.ts';
import { secondOrganization } from '../access/support.ts';
import { memoryDifference } from '../support/memory.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';

const server = await startTestServer();
const { hubs } = server.server.services;
const mel = await server.as('mel');
const elsa = await secondOrganization(server);
const DEMO = 1;

const later = () => performance.now() + (limits.organizationIdleSeconds + 1) * 1000;

async function inMemory(): Promise<number[]> {
  return (await hubs.loadedHubs()).map(({ id }) => id).sort((a, b) => a - b);
}

async function assertNoQueues(): Promise<void> {
  const rows = await server.server.services.database
    .reader(0)
    .db.selectFrom('event_queue')
    .select('id')
    .execute();
  assert.deepEqual(rows, []);
}

test('a recently used organization stays loaded', async () => {
  await mel.ok('GET', '/users/me');
  await elsa.ok('GET', '/users/me');
  const before = await inMemory();
  assert.equal(before.length, 2);
  await hubs.releaseIdle();
  assert.deepEqual(await inMemory(), before);
});

test('bound organizationIdleSeconds: an idle organization is unloaded with its presence stored, and loaded again on request', async () => {
  await assertNoQueues();
  await mel.ok('POST', '/users/me/presence', { status: 'active', ping_only: true });
  const { presence } = await mel.ok('GET', `/users/${mel.userId}/presence`);
  const messageId = await mel.sendToChannel('general', 'memory', 'kept');
  const before = await hubs.upToDate(DEMO);
  await hubs.releaseIdle(later());
  assert.deepEqual(await inMemory(), []);
  const reread = await mel.ok('GET', `/users/${mel.userId}/presence`);
  assert.deepEqual(reread.presence, presence);
  assert.notEqual(await hubs.upToDate(DEMO), before);
  const { messages } = await mel.ok('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
  assert.equal(messages[0].id, messageId);
  assert.equal(await memoryDifference(server.server), undefined);
});

test('a request that arrives while its organization is unloaded is answered', async () => {
  const answers = Array.from({ length: 40 }, async (_, index) => {
    if (index % 4 === 0) await hubs.releaseIdle(later());
    return index % 2 === 0 ? mel.sendToChannel('general', 'memory', `${index}`) : mel.ok('GET', '/users/me');
  });
  await Promise.all(answers);
  assert.equal(await memoryDifference(server.server), undefined);
});

test('an organization with a queue stays loaded, and its events are delivered', async () => {
  const listener = await mel.registerQueue();
  await hubs.releaseIdle(later());
  assert.deepEqual(await inMemory(), [DEMO]);
  await elsa.ok('GET', '/users/me');
  // Two organizations are one too many: the one without a queue is unloaded, although it was used later.
  await withLimit('organizationsInMemory', 1, () =>
    hubs.releaseIdle(performance.now() + (limits.organizationIdleSecondsOfMany + 1) * 1000),
  );
  assert.deepEqual(await inMemory(), [DEMO]);
  const id = await mel.sendToChannel('general', 'memory', 'heard');
  const events = await listener.events();
  assert.ok(events.some((event) => event.type === 'message' && event.message.id === id));
});

test('a bounded map evicts the least recently used entry', () => {
  const map = new LruMap<number, string>(2);
  map.set(1, 'one');
  map.set(2, 'two');
  assert.equal(map.get(1), 'one');
  map.set(3, 'three');
  assert.equal(map.get(2), undefined);
  map.set(1, 'ONE');
  assert.deepEqual([map.get(1), map.get(2), map.get(3), map.size], ['ONE', undefined, 'three', 2]);
});

test('a map bounded by weight evicts as many entries as a new one needs, and never the new one', () => {
  const evicted: string[] = [];
  const map = new LruMap<string, string>(10, {
    weightOf: (value) => value.length,
    onDrop: (key) => evicted.push(key),
  });
  for (const name of ['first', 'second', 'third']) map.set(name, 'four');
  map.set('second', 'six chr');
  assert.deepEqual([evicted, map.weight], [['first', 'third'], 7]);
  map.set('large', 'more than ten characters');
  assert.deepEqual([evicted, map.size, map.weight], [['first', 'third', 'second'], 1, 24]);
});
