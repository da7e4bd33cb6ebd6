// E2: muting and unmuting a topic.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { channelIdOf } from './reading.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const path = '/users/me/subscriptions/muted_topics';
const stream_id = await channelIdOf(mel, 'general');
const topic = 'noise';

const change = (values: Json) => mel.ok('PATCH', path, { topic, ...values });
async function policies(): Promise<number[]> {
  const { user_topics: all } = (await mel.registerQueue()).snapshot;
  return all
    .filter((one: { topic_name: string }) => one.topic_name === topic)
    .map((one: { visibility_policy: number }) => one.visibility_policy);
}
async function isMuted(): Promise<boolean> {
  const { muted_topics: mutedTopics } = (await mel.registerQueue()).snapshot;
  return mutedTopics.some(([channel, name]: [string, string]) => channel === 'general' && name === topic);
}

test('E2.1 E2.5 mutes with add, unmutes with remove, and returns no data', async () => {
  for (const [op, expected] of [
    ['add', true],
    ['remove', false],
  ] as const) {
    assert.deepEqual(await change({ stream_id, op }), { result: 'success', msg: '' });
    assert.equal(await isMuted(), expected);
  }
  await mel.refused('PATCH', path, { topic, stream_id, op: 'toggle' }, 'BAD_REQUEST', /op/);
  await mel.refused('PATCH', path, { topic, stream_id }, 'REQUEST_VARIABLE_MISSING', /'op'/);
});

test('E2.2 finds the channel by its id or name', async () => {
  for (const channel of [{ stream_id }, { stream: 'general' }]) {
    await change({ ...channel, op: 'add' });
    assert.equal(await isMuted(), true);
    await change({ ...channel, op: 'remove' });
    assert.equal(await isMuted(), false);
  }
});

test('E2.3 needs exactly one of stream and stream_id', async () => {
  for (const channel of [{}, { stream_id, stream: 'general' }]) {
    const { status, body } = await mel.request('PATCH', path, { topic, op: 'add', ...channel });
    assert.deepEqual([status, body.result], [400, 'error']);
  }
  assert.equal(await isMuted(), false);
});

test('E2.4 needs a topic', async () => {
  await mel.refused('PATCH', path, { stream_id, op: 'add' }, 'REQUEST_VARIABLE_MISSING', /'topic'/);
});

test('E2.6 is an older way to set the policy of a topic', async () => {
  await change({ stream_id, op: 'add' });
  assert.deepEqual(await policies(), [1]);
  await mel.ok('POST', '/user_topics', { stream_id, topic, visibility_policy: 0 });
  assert.equal(await isMuted(), false);
  await mel.ok('POST', '/user_topics', { stream_id, topic, visibility_policy: 1 });
  await change({ stream_id, op: 'remove' });
  assert.deepEqual(await policies(), []);
});
