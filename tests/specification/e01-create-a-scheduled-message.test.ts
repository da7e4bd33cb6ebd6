// E1: scheduling a message.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { farFuture } from '../support/waiting.ts';
import { channelIdOf, flagsFor, newestIds } from './reading.ts';

let ahead = 0;
const server = await startTestServer({ clock: () => Date.now() / 1000 + ahead });
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
const { snapshot } = await mel.registerQueue();
const to = await channelIdOf(mel, 'engineering');
const due = farFuture();
const inChannel: Json = {
  type: 'channel',
  to,
  topic: 'later',
  content: 'x',
  scheduled_delivery_timestamp: due,
};
const direct: Json = { type: 'direct', to: [mia.userId], content: 'x', scheduled_delivery_timestamp: due };

const schedule = async (values: Json) =>
  (await mel.ok('POST', '/scheduled_messages', values)).scheduled_message_id;
const refused = (values: Json, code = 'BAD_REQUEST', message?: string | RegExp) =>
  mel.refused('POST', '/scheduled_messages', values, code, message);
async function scheduled(values: Json) {
  const id = await schedule(values);
  const { scheduled_messages: all } = await mel.ok('GET', '/scheduled_messages');
  return all.find((one: { scheduled_message_id: number }) => one.scheduled_message_id === id);
}
async function needs(values: Json, name: string): Promise<void> {
  await refused({ ...values, [name]: undefined }, 'REQUEST_VARIABLE_MISSING', new RegExp(`'${name}'`));
}

test('E1.1 returns the id', async () => {
  const answer = await mel.ok('POST', '/scheduled_messages', inChannel);
  assert.deepEqual(Object.keys(answer).sort(), ['msg', 'result', 'scheduled_message_id']);
  assert.ok(Number.isInteger(answer.scheduled_message_id));
});

test('E1.2 E1.3 accepts four types with two meanings', async () => {
  for (const type of ['channel', 'stream'])
    assert.equal((await scheduled({ ...inChannel, type })).type, 'stream');
  for (const type of ['direct', 'private'])
    assert.equal((await scheduled({ ...direct, type })).type, 'private');
  await needs(inChannel, 'type');
  await refused({ ...direct, type: 'letter' });
});

test('E1.4 needs recipients: a channel or users', async () => {
  assert.equal((await scheduled(inChannel)).to, to);
  assert.deepEqual((await scheduled({ ...direct, to: [mia.userId] })).to, [mia.userId]);
  await needs(inChannel, 'to');
  await needs(direct, 'to');
  await refused({ ...direct, to: 'mia' });
});

test('E1.5 needs content', async () => {
  await needs(inChannel, 'content');
  await refused({ ...inChannel, content: '' });
});

test('E1.6 truncates content to max_message_length', async () => {
  const longest = 'x'.repeat(snapshot.max_message_length);
  assert.equal((await scheduled({ ...inChannel, content: longest })).content, longest);
  const { content } = await scheduled({ ...inChannel, content: `${longest}y` });
  assert.equal(content.length, snapshot.max_message_length);
});

test('E1.7 needs a topic for channels', async () => {
  await needs(inChannel, 'topic');
  await needs({ ...inChannel, type: 'stream' }, 'topic');
});

test('E1.8 ignores the topic of direct messages', async () => {
  assert.ok(!('topic' in (await scheduled({ ...direct, topic: 'ignored' }))));
});

test('E1.9 truncates a topic to max_topic_length', async () => {
  const longest = 't'.repeat(snapshot.max_topic_length);
  assert.equal((await scheduled({ ...inChannel, topic: longest })).topic, longest);
  const { topic } = await scheduled({ ...inChannel, topic: `${longest}t` });
  assert.equal(topic.length, snapshot.max_topic_length);
});

test('E1.10 rejects the three empty topics', async () => {
  for (const topic of ['', '(no topic)', snapshot.realm_empty_topic_display_name]) {
    for (const type of ['channel', 'stream']) await refused({ ...inChannel, type, topic });
  }
});

test('E1.11 needs a time in seconds', async () => {
  await needs(inChannel, 'scheduled_delivery_timestamp');
  await refused({ ...inChannel, scheduled_delivery_timestamp: 'tomorrow' });
  await refused({ ...inChannel, scheduled_delivery_timestamp: due + 0.5 });
  assert.equal((await scheduled(inChannel)).scheduled_delivery_timestamp, due);
});

/** Schedules from a client, waits until it is sent, and returns whether the message is read for its sender. */
async function isReadWhenSent(values: Json, client: string): Promise<boolean> {
  const { status } = await mel.request('POST', '/scheduled_messages', values, { 'user-agent': client });
  assert.equal(status, 200);
  const before = new Set(await newestIds(mel));
  ahead = 2 * 86_400;
  await server.server.scheduler.runDue();
  ahead = 0;
  const sent = (await newestIds(mel)).filter((id) => !before.has(id));
  return (await flagsFor(mel, sent.at(-1) ?? 0)).includes('read');
}

test('E1.12 follows read_by_sender', async () => {
  for (const read_by_sender of [true, false]) {
    for (const client of ['website', 'my-script/1.0']) {
      assert.equal(await isReadWhenSent({ ...inChannel, read_by_sender }, client), read_by_sender);
    }
  }
});

test('E1.13 without read_by_sender, decides by the client and the recipients', async () => {
  assert.equal(await isReadWhenSent(inChannel, 'website'), true);
  assert.equal(await isReadWhenSent(direct, 'website'), true);
  assert.equal(await isReadWhenSent(inChannel, 'my-script/1.0'), false);
  assert.equal(await isReadWhenSent({ ...direct, to: [mel.userId] }, 'website'), false);
});

test('E1.14 refuses an unknown channel by its id', async () => {
  const body = await refused({ ...inChannel, to: 987_654 }, 'STREAM_DOES_NOT_EXIST', /987654/);
  assert.equal(body.stream_id, 987_654);
});

test('E1.15 refuses an unknown user', async () => {
  await refused({ ...direct, to: [987_654] }, 'BAD_REQUEST', 'Invalid user ID 987654');
});
