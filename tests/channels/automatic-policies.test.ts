// Topics that accounts follow or unmute automatically, by participating or being mentioned.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyAfter } from '../../src/model/user-topics/visibility-policy.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const olive = await server.as('olive');
const mel = await server.as('mel');
const mia = await server.as('mia');
const max = await server.as('max');
const helper = await server.as('helper');

test('the automatic policy follows from the setting, the policy and the kind of message', () => {
  const settings = (follow: number, unmute: number) => ({
    automatically_follow_topics_policy: follow,
    automatically_unmute_topics_in_muted_streams_policy: unmute,
  });
  const [start, send, participate] = [
    { kind: 'sending', isStart: true },
    { kind: 'sending', isStart: false },
    { kind: 'participation' },
  ] as const;
  const cases = [
    // follow, unmute, action, present, channel muted, expected
    [1, 4, participate, 0, false, 3],
    [1, 4, send, 0, false, 3],
    [1, 4, start, 0, false, 3],
    [2, 4, participate, 0, false, undefined],
    [2, 4, send, 0, false, 3],
    [2, 4, start, 0, false, 3],
    [3, 4, participate, 0, false, undefined],
    [3, 4, send, 0, false, undefined],
    [3, 4, start, 0, false, 3],
    [4, 4, start, 0, false, undefined],
    [4, 1, participate, 0, true, 2],
    [4, 1, participate, 0, false, undefined],
    [4, 2, send, 0, true, 2],
    [4, 2, participate, 0, true, undefined],
    [4, 3, start, 0, true, 2],
    [4, 3, send, 0, true, undefined],
    [2, 2, send, 0, true, 3],
    [3, 2, send, 0, true, 2],
    [2, 4, send, 3, false, undefined],
    [2, 4, send, 1, false, 3],
    [3, 4, start, 1, false, undefined],
    [3, 4, start, 2, false, undefined],
    [4, 2, send, 2, true, undefined],
    [4, 2, send, 1, true, 2],
  ] as const;
  for (const [follow, unmute, action, present, isMuted, expected] of cases) {
    assert.equal(
      policyAfter(action, settings(follow, unmute), present, isMuted),
      expected,
      JSON.stringify([follow, unmute, action, present, isMuted]),
    );
  }
});

test('starting a topic follows it, and the response says so', async () => {
  const [events] = await expectFold([mel], async () => {
    const body = await mel.ok('POST', '/messages', {
      type: 'channel',
      to: 'engineering',
      topic: 'mine',
      content: 'hi',
    });
    assert.equal(body.automatic_new_visibility_policy, 3);
  });
  assert.deepEqual(
    events?.filter((event) => event.type === 'user_topic').map((event) => event.visibility_policy),
    [3],
  );
  const secondSent = await mel.ok('POST', '/messages', {
    type: 'channel',
    to: 'engineering',
    topic: 'mine',
    content: 'hi',
  });
  assert.equal('automatic_new_visibility_policy' in secondSent, false);
  const other = await mia.ok('POST', '/messages', {
    type: 'channel',
    to: 'engineering',
    topic: 'MINE',
    content: 'hi',
  });
  assert.equal('automatic_new_visibility_policy' in other, false);
});

test('sending to a muted channel unmutes the topic', async () => {
  const id = (await mel.ok('GET', '/get_stream_id', { stream: 'engineering' })).stream_id;
  await mia.ok('PATCH', `/users/me/subscriptions/${id}`, { property: 'is_muted', value: true });
  const body = await mia.ok('POST', '/messages', {
    type: 'channel',
    to: 'engineering',
    topic: 'mine',
    content: 'hi',
  });
  assert.equal(body.automatic_new_visibility_policy, 2);
});

test('bots follow no topics', async () => {
  const body = await helper.ok('POST', '/messages', {
    type: 'channel',
    to: 'general',
    topic: 'a bots',
    content: 'hi',
  });
  assert.equal('automatic_new_visibility_policy' in body, false);
});

test('mentioned people follow the topic, unless they muted it or disabled that', async () => {
  const id = (await mel.ok('GET', '/get_stream_id', { stream: 'general' })).stream_id;
  await max.ok('PATCH', '/settings', { automatically_follow_topics_where_mentioned: false });
  await olive.ok('POST', '/user_topics', { stream_id: id, topic: 'look', visibility_policy: 1 });
  const eventLists = await expectFold([mia, max, olive, helper], () =>
    mel.sendToChannel('general', 'look', '@**Mia Member** @**Max Member** @**Olive Owner** @**Helper Bot**'),
  );
  const policies = eventLists.map((events) =>
    events.filter((event) => event.type === 'user_topic').map((event) => event.visibility_policy),
  );
  assert.deepEqual(policies, [[3], [], [], []]);
});

test('the first message of a channel, and one after a long silence, cause events for all who see the channel', async () => {
  const id: number = (
    await mel.ok('POST', '/channels/create', { name: 'silent', subscribers: [mel.userId, mia.userId] })
  ).id;
  const eventLists = await expectFold([mia, max], () => mel.sendToChannel('silent', 'x', 'first'));
  assert.deepEqual(
    eventLists[1]?.map((event) => [event.type, event.property]),
    [['stream', 'first_message_id']],
  );
  const second = await expectFold([max], () => mel.sendToChannel('silent', 'x', 'second'));
  assert.deepEqual(second, [[]]);
  const { database } = server.server.services;
  await database.write(1, async (writer) => {
    await writer.db
      .updateTable('channel')
      .set({ created_at: 1, is_recently_active: 0 })
      .where('id', '=', id)
      .execute();
    writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches: { channels: [id] } });
  });
  const third = await expectFold([mia, max], () => mel.sendToChannel('silent', 'x', 'third'));
  assert.deepEqual(
    third[1]?.map((event) => [event.property, event.value]),
    [['is_recently_active', true]],
  );
});

test('reacting follows the topic if the setting says so', async () => {
  const id = await mel.sendToChannel('general', 'reacted to', 'hello');
  await mia.ok('PATCH', '/settings', { automatically_follow_topics_policy: 1 });
  const [events] = await expectFold([mia], () =>
    mia.ok('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' }),
  );
  assert.deepEqual(
    events?.filter((event) => event.type === 'user_topic').map((event) => event.visibility_policy),
    [3],
  );
});
