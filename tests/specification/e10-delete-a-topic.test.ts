// E10: an administrator deletes a topic.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { channelIdOf } from './reading.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('gus'),
]);
const engineering = await channelIdOf(adam, 'engineering');
const path = `/streams/${engineering}/delete_topic`;

/** Fills a topic of that channel; returns the ids of its messages. */
async function fill(topic: string, count = 2): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await mel.sendToChannel('engineering', topic, `number ${ids.length}`));
  return ids;
}

async function existingIds(client: ApiClient, message_ids: readonly number[]): Promise<number[]> {
  const { messages } = await client.ok('GET', '/messages', { message_ids });
  return messages.map(({ id }: { id: number }) => id);
}

test('E10.1 deletes all messages of the topic and nothing else', async () => {
  const deleted = await fill('deleted');
  const others = await fill('others');
  const answer = await adam.ok('POST', path, { topic_name: 'deleted' });
  assert.deepEqual(answer, { result: 'success', msg: '', complete: true });
  assert.deepEqual(await existingIds(mel, [...deleted, ...others]), others);
});

test('E10.2 is for administrators and owners', async () => {
  const ids = await fill('guarded');
  for (const client of [mona, mel, gus]) {
    await client.refused('POST', path, { topic_name: 'guarded' }, 'UNAUTHORIZED_PRINCIPAL');
  }
  assert.deepEqual(await existingIds(mel, ids), ids);
  assert.equal((await olive.ok('POST', path, { topic_name: 'guarded' })).complete, true);
});

test('E10.3 rejects an unknown channel', async () => {
  await adam.refused('POST', '/streams/999999/delete_topic', { topic_name: 'x' }, 'BAD_REQUEST');
  await adam.refused(
    'POST',
    '/streams/general/delete_topic',
    { topic_name: 'x' },
    'BAD_REQUEST',
    /stream_id/,
  );
});

test('E10.4 needs a topic', async () => {
  await adam.refused('POST', path, {}, 'REQUEST_VARIABLE_MISSING', "Missing 'topic_name' argument");
});

test('E10.5 reads the display name of the empty topic as the empty topic', async () => {
  const name = (await adam.registerQueue()).snapshot.realm_empty_topic_display_name;
  for (const topic_name of [name, '']) {
    const ids = await fill('');
    await adam.ok('POST', path, { topic_name });
    assert.deepEqual(await existingIds(mel, ids), []);
  }
});

test('E10.6 deletes in batches, newest first', async () => {
  const ids = await fill('long', 101);
  const listener = await mel.registerQueue();
  await adam.ok('POST', path, { topic_name: 'long' });
  const batches = (await listener.eventsOf('delete_message')).map(({ message_ids }) => message_ids);
  assert.deepEqual(batches, [ids.slice(1), ids.slice(0, 1)]);
});

/** Copies a sent message to a topic of very many messages. */
async function fillToCount(topic: string, count: number): Promise<void> {
  const [first] = await fill(topic, 1);
  const { database } = server.server.services;
  await database.write(1, async (writer) => {
    const row = await writer.db
      .selectFrom('message')
      .selectAll()
      .where('id', '=', first ?? 0)
      .executeTakeFirstOrThrow();
    const columns = Object.keys(row).filter((name) => name !== 'id');
    for (let size = 1; size < count; size *= 2) {
      await writer.execute(
        `insert into message (${columns.join(', ')}) select ${columns.join(', ')} from message
         where conversation_id = ${row.conversation_id} order by id limit ${count - size}`,
        [],
      );
    }
    await writer.execute(
      `update conversation set last_message_id = (select max(id) from message) where id = ${row.conversation_id}`,
      [],
    );
  });
}

const inTopic = async (topic: string) => {
  const narrow = [
    ['channel', 'engineering'],
    ['topic', topic],
  ];
  const { messages } = await mel.ok('GET', '/messages', {
    narrow,
    anchor: 'oldest',
    num_before: 0,
    num_after: 5000,
  });
  return messages.map(({ id }: { id: number }) => id);
};

test('E10.7 E10.8 returns complete false for a topic too large for one request, and continues when called again', async (t) => {
  await fillToCount('huge', 4000);
  const all = await inTopic('huge');
  assert.equal(all.length, 4000);
  // A clock on which each batch of a hundred takes a third of a second.
  let now = performance.now();
  t.mock.method(performance, 'now', () => (now += 333));
  assert.equal((await adam.ok('POST', path, { topic_name: 'huge' })).complete, false);
  const remaining = await inTopic('huge');
  assert.ok(remaining.length > 0 && remaining.length < 4000, `${remaining.length} are left`);
  // The oldest ones: newer ones are deleted first.
  assert.deepEqual(remaining, all.slice(0, remaining.length));
  let requests = 1;
  for (let isComplete = false; !isComplete; requests++) {
    isComplete = (await adam.ok('POST', path, { topic_name: 'huge' })).complete;
    assert.ok(requests < 100);
  }
  assert.ok(requests > 2, `${requests} requests`);
  assert.deepEqual(await inTopic('huge'), []);
});

test('E10.9 the topic is no longer listed', async () => {
  await fill('ghost');
  await adam.ok('POST', path, { topic_name: 'ghost' });
  const { topics } = await mel.ok('GET', `/users/me/${engineering}/topics`);
  assert.equal(
    topics.some(({ name }: { name: string }) => name === 'ghost'),
    false,
  );
});
