// What must not get in the way of calls, or bring them back: deleted messages, removed devices, late answers, long
// conversations, and changes that concern no one in them.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { newClient } from '../access/support.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { workOf } from '../support/statement-count.ts';
import { withLimit } from '../support/with-limit.ts';
import { Device } from './device.ts';

const clock = { ahead: 0 };
const server = await startTestServer({ clock: () => Date.now() / 1000 + clock.ahead });
const [olive, mel, mia, max] = [
  await server.as('olive'),
  await server.as('mel'),
  await server.as('mia'),
  await server.as('max'),
];
const { stream_id: general } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
let topics = 0;
const newTopic = () => ({ type: 'channel', to: general, topic: `lasting ${topics++}` });
const isLive = async (id: number) => (await mel.request('GET', `/calls/${id}`)).body.call?.ended_at === null;
const idsIn = async (id: number): Promise<number[]> => {
  const { call } = await mel.ok('GET', `/calls/${id}`);
  return call.participants.map(({ user_id }: { user_id: number }) => user_id);
};

afterEach(async () => {
  clock.ahead = 0;
  for (const client of [mel, mia, max]) {
    const { calls } = await client.ok('GET', '/calls');
    for (const { id } of calls) await client.request('POST', `/calls/${id}/end`);
  }
});

describe('a call that rings and whose message was deleted', () => {
  const ringing = async () => {
    const device = await Device.of(mel);
    const { call } = await device.start({ type: 'direct', to: [mia.userId] });
    await olive.request('PATCH', '/realm', { can_delete_any_message_group: { new: 1 } });
    await mel.ok('DELETE', `/messages/${call.message_id}`);
    return device;
  };

  test('can be left', async () => {
    await (await ringing()).leave();
  });

  test('stops ringing when its time is over, as others do', async () => {
    const device = await ringing();
    const other = await Device.of(max);
    const { call } = await other.start({ type: 'direct', to: [olive.userId] });
    clock.ahead = limits.ringSeconds + 1;
    await server.server.scheduler.runDue();
    const stops = (await device.queue.eventsOf('call_ring')).filter(({ op }) => op === 'stop');
    assert.deepEqual(
      stops.map(({ reason }) => reason),
      ['missed'],
    );
    assert.match((await max.ok('GET', `/messages/${call.message_id}`)).message.content, /Missed call/);
  });

  test('does not prevent an account from being deactivated', async () => {
    const leaving = await newClient(server, { key: 'leaving' });
    const device = await Device.of(leaving);
    const { call } = await device.start({ type: 'direct', to: [mia.userId] });
    await leaving.ok('DELETE', `/messages/${call.message_id}`);
    await olive.ok('DELETE', `/users/${leaving.userId}`);
  });
});

test('people who are named ring if the conversation has a call already', async () => {
  const topic = newTopic();
  const [first, second, other] = [await Device.of(mel), await Device.of(mia), await Device.of(max)];
  await first.start(topic);
  await second.start({ ...topic, ring: [max.userId] });
  assert.equal((await other.queue.eventsOf('call_ring')).length, 1);
});

test('bound callRings: a direct conversation of more people rings for no one by itself', async () => {
  const [first, other] = [await Device.of(mel), await Device.of(mia)];
  const target = { type: 'direct', to: [mia.userId, max.userId] };
  await withLimit('callRings', 1, () => first.start(target));
  assert.deepEqual(await other.queue.eventsOf('call_ring'), []);
  await mel.ok('POST', `/calls/${first.callId}/end`);
  await withLimit('callRings', 2, () => first.start(target));
  assert.equal((await other.queue.eventsOf('call_ring')).length, 1);
});

test('a call that was missed stays unread if it is declined late', async () => {
  const device = await Device.of(mel);
  const { call } = await device.start({ type: 'direct', to: [mia.userId] });
  clock.ahead = limits.ringSeconds + 1;
  await server.server.scheduler.runDue();
  await mia.ok('POST', `/calls/${call.id}/decline`);
  assert.deepEqual((await mia.ok('GET', `/messages/${call.message_id}`)).message.flags, []);
});

test('a device that was removed does not return by itself, and its person may join again', async () => {
  const [first, second] = [await Device.of(mel), await Device.of(mia)];
  const { call } = await first.start(newTopic());
  await second.join(call.id);
  await mel.ok('DELETE', `/calls/${call.id}/participants/${mia.userId}`);
  const returning = { queue_id: second.queue.queueId, session: second.session };
  await mia.refused('POST', `/calls/${call.id}/join`, returning, 'CALL_SESSION_GONE');
  assert.deepEqual(await idsIn(call.id), [mel.userId]);
  await second.join(call.id);
  assert.deepEqual(await idsIn(call.id), [mel.userId, mia.userId]);
});

test('a device that had left returns with another session, to which no signal from before is addressed', async () => {
  const [first, second] = [await Device.of(mel), await Device.of(mia)];
  const { call } = await first.start(newTopic());
  const { session } = await second.join(call.id);
  assert.equal((await second.join(call.id, { session })).session, session, 'it had not left');
  await second.leave();
  const { session: other } = await second.join(call.id, { session });
  assert.notEqual(other, session);
  // If the answer is lost, the device asks again.
  assert.equal((await second.join(call.id, { session })).session, other);
  assert.deepEqual(await idsIn(call.id), [mel.userId, mia.userId]);
  second.session = session;
  assert.deepEqual((await first.signal(second, { candidates: [] })).gone, [session]);
  second.session = other;
  assert.deepEqual((await first.signal(second, { candidates: [] })).gone, []);
  await mel.ok('POST', `/calls/${call.id}/end`);
  const { message } = await mel.ok('GET', `/messages/${call.message_id}`, { apply_markdown: false });
  assert.equal(message.content, '**Voice call** · 1 min, 2 people');
});

test('who unsubscribes no longer follows the calls of the channel', async () => {
  const [first, other] = [await Device.of(mel), await Device.of(max)];
  const { call } = await first.start(newTopic());
  await expectFold([mel, max], () =>
    max.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['general'] }),
  );
  const removals = (await other.queue.eventsOf('call')).filter(({ op }) => op === 'remove');
  assert.deepEqual(
    removals.map(({ call_id }) => call_id),
    [call.id],
  );
  await max.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
});

test('the end of a call that was moved leaves its message to be found by the new topic', async () => {
  const [first, second] = [await Device.of(mel), await Device.of(mia)];
  const [from, to] = [newTopic(), { ...newTopic(), topic: 'zebras' }];
  const { call } = await first.start(from);
  await second.start(to);
  await olive.ok('PATCH', `/messages/${call.message_id}`, { topic: 'zebras', propagate_mode: 'change_all' });
  assert.equal(await isLive(call.id), false, 'a topic has one call');
  const narrow = [{ operator: 'search', operand: 'zebras' }];
  const { messages } = await mel.ok('GET', '/messages', {
    narrow,
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
  });
  assert.ok(messages.some(({ id }: { id: number }) => id === call.message_id));
});

test('a change of someone who is in no call takes as many statements however many people are in calls', async () => {
  const change = () => max.ok('PATCH', '/settings', { twenty_four_hour_time: ++topics % 2 === 0 });
  const devices = [await Device.of(mel), await Device.of(mia), await Device.of(olive)];
  const [first, ...others] = devices;
  await first?.start(newTopic());
  const { statements: withOne } = await workOf(change, 5);
  for (const device of others) await device.join(first?.callId ?? 0);
  const { statements: withThree } = await workOf(change, 5);
  assert.equal(withThree, withOne);
});
