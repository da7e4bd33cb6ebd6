// Audit log entries about people whom others add to or remove from channels, and about deleted messages of others: one entry
// per action, however many are affected.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';
import { audited } from './audited.ts';

const server = await startTestServer();
const [olive, adam, mel, mia, max] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
]);
const createChannel = async (name: string, isPrivate = false): Promise<number> =>
  (await adam.ok('POST', '/channels/create', { name, subscribers: [adam.userId], invite_only: isPrivate }))
    .id;
const [plans, ideas, secrets] = [
  await createChannel('plans'),
  await createChannel('ideas'),
  await createChannel('secrets', true),
];
const subscribe = (names: readonly string[], principals: readonly number[], by = adam) =>
  by.ok('POST', '/users/me/subscriptions', { subscriptions: names.map((name) => ({ name })), principals });
const unsubscribe = (names: readonly string[], principals: readonly number[], by = adam) =>
  by.ok('DELETE', '/users/me/subscriptions', { subscriptions: names, principals });
const send = async (client: typeof mel, topic: string, to = plans): Promise<number> =>
  (await client.ok('POST', '/messages', { type: 'channel', to, topic, content: 'words' })).id;
const byAdam = { acting_user_id: adam.userId };

test('people added to channels are one entry, without those already subscribed', async () => {
  await subscribe(['plans'], [mel.userId], mel);
  const entries = await audited(olive, () =>
    subscribe(['plans', 'ideas'], [mel.userId, mia.userId, adam.userId]),
  );
  assert.deepEqual(entries, [
    {
      kind: 'subscribers_added',
      ...byAdam,
      details: { user_ids: [mel.userId, mia.userId].toSorted((a, b) => a - b), stream_ids: [plans, ideas] },
    },
  ]);
  assert.deepEqual(await audited(olive, () => subscribe(['plans', 'ideas'], [mel.userId])), []);
});

test('an entry about one person and one channel names both, for adding and removing', async () => {
  const about = { ...byAdam, affected_user_id: max.userId, stream_id: plans };
  const details = { user_ids: [max.userId], stream_ids: [plans] };
  assert.deepEqual(await audited(olive, () => subscribe(['plans'], [max.userId])), [
    { kind: 'subscribers_added', ...about, details },
  ]);
  assert.deepEqual(await audited(olive, () => unsubscribe(['plans'], [max.userId])), [
    { kind: 'subscribers_removed', ...about, details },
  ]);
});

test('the people with whom a channel is created are recorded, except its creator', async () => {
  const subscribers = [adam.userId, mel.userId];
  const entries = await audited(olive, () =>
    adam.ok('POST', '/channels/create', { name: 'games', subscribers }),
  );
  assert.deepEqual(
    entries.map(({ kind, affected_user_id: whom }) => [kind, whom]),
    [
      ['channel_created', undefined],
      ['subscribers_added', mel.userId],
    ],
  );
});

test('actions of people on themselves and their bots are not recorded', async () => {
  const bot = { full_name: 'Porter', short_name: 'porter', bot_type: 1 };
  const { user_id: id, api_key: apiKey } = await mel.ok('POST', '/bots', bot);
  assert.equal(typeof apiKey, 'string');
  const entries = await audited(olive, async () => {
    await subscribe(['ideas'], [mel.userId, id], mel);
    await unsubscribe(['ideas'], [mel.userId, id], mel);
  });
  assert.deepEqual(entries, []);
});

test('a long list is truncated, with its length', async () => {
  const people = [mel, mia, max].map(({ userId }) => userId);
  await unsubscribe(['plans', 'ideas'], people);
  const [entries, ...others] = await audited(olive, () =>
    withLimit('auditListItems', 2, () => subscribe(['plans', 'ideas'], people)),
  );
  assert.deepEqual(others, []);
  const first = people.toSorted((one, other) => one - other).slice(0, 2);
  const details = { user_ids: first, user_ids_count: 3, stream_ids: [plans, ideas] };
  assert.deepEqual(entries?.details, details);
});

test('deleted messages of others are one entry per sender and channel', async () => {
  const [one, two, own] = [await send(mel, 'lunch'), await send(mel, 'lunch'), await send(adam, 'lunch')];
  const direct = (await mel.ok('POST', '/messages', { type: 'direct', to: [adam.userId], content: 'hello' }))
    .id;
  const entries = await audited(olive, async () => {
    for (const id of [one, own, direct, two]) await adam.ok('DELETE', `/messages/${id}`);
  });
  const ofMel = { kind: 'message_deleted', ...byAdam, affected_user_id: mel.userId } as const;
  assert.deepEqual(entries, [
    { ...ofMel, stream_id: plans, count: 2, details: { message_ids: [one, two] } },
    { ...ofMel, details: { message_ids: [direct] } },
  ]);
});

test('messages deleted by others, or a minute later, are separate entries', async () => {
  const [one, two, three] = [await send(max, 'lunch'), await send(max, 'lunch'), await send(max, 'lunch')];
  const entries = await audited(olive, async () => {
    await adam.ok('DELETE', `/messages/${one}`);
    await olive.ok('DELETE', `/messages/${two}`);
    await server.server.services.database.write(1, async (writer) => {
      const minuteAgo = writer.now - 60;
      await writer.db.updateTable('audit_entry').set({ created_at: minuteAgo }).execute();
    });
    await adam.ok('DELETE', `/messages/${three}`);
  });
  assert.deepEqual(
    entries.map(({ acting_user_id, details }) => [acting_user_id, details.message_ids]),
    [
      [adam.userId, [one]],
      [olive.userId, [two]],
      [adam.userId, [three]],
    ],
  );
});

test('beyond a number of messages, deleted messages are only counted', async () => {
  const ids = [await send(mia, 'lunch'), await send(mia, 'lunch'), await send(mia, 'lunch')];
  const entries = await audited(olive, () =>
    withLimit('auditListItems', 2, async () => {
      for (const id of ids) await adam.ok('DELETE', `/messages/${id}`);
    }),
  );
  assert.deepEqual(
    entries.map(({ count, details }) => [count, details]),
    [[3, { message_ids: ids.slice(0, 2) }]],
  );
});

test('a refused deletion is not recorded', async () => {
  const id = await send(mel, 'lunch');
  assert.deepEqual(await audited(olive, () => mia.request('DELETE', `/messages/${id}`)), []);
});

test('a deleted topic is one entry, however many units it takes', async () => {
  for (const client of [mel, mia, adam]) await send(client, 'moved out');
  assert.ok(limits.deleteTopicBatch > 2);
  const entries = await audited(olive, () =>
    withLimit('deleteTopicBatch', 2, () =>
      adam.ok('POST', `/streams/${plans}/delete_topic`, { topic_name: 'moved out' }),
    ),
  );
  const entry = { kind: 'topic_deleted', ...byAdam, stream_id: plans };
  assert.deepEqual(entries, [{ ...entry, details: { name: 'moved out', messages: 3 } }]);
});

test('the topic names of private channels are not recorded', async () => {
  await send(adam, 'a surprise', secrets);
  const entries = await audited(olive, () =>
    adam.ok('POST', `/streams/${secrets}/delete_topic`, { topic_name: 'a surprise' }),
  );
  assert.deepEqual(entries, [
    { kind: 'topic_deleted', ...byAdam, stream_id: secrets, details: { messages: 1 } },
  ]);
});
