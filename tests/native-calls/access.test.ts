// Who can start and join calls, and how losing access ends participation in the same unit of work. What outsiders may do, for
// every operation and role, is in `outsiders.test.ts`.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { noCapabilities } from '../../src/events/queue.ts';
import { newClient } from '../access/support.ts';
import type { ApiClient, Json } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { Device } from './device.ts';

const server = await startTestServer();
const olive = await server.as('olive');
const [mel, mia, max] = [await server.as('mel'), await server.as('mia'), await server.as('max')];
const [gus, helper] = [await server.as('gus'), await server.as('helper')];
const { stream_id: general } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
const { realm_user_groups: groups } = await olive.ok('POST', '/register', {
  fetch_event_types: ['realm_user_groups'],
});
const groupOf = (role: string): number =>
  groups.find(({ name }: { name: string }) => name === `role:${role}`).id;
const create = async (parameters: Json) => {
  const { id } = await mel.ok('POST', '/channels/create', {
    subscribers: [mel.userId, mia.userId],
    ...parameters,
  });
  return Number(id);
};
const secret = await create({ name: 'secret', invite_only: true, history_public_to_subscribers: false });
const idsIn = ({ call }: Json): number[] =>
  (call as { participants: { user_id: number }[] }).participants.map(({ user_id }) => user_id);
const inCall = async (device: Device, client: ApiClient = olive) =>
  idsIn(await client.ok('GET', `/calls/${device.callId}`));
let topics = 0;

/** A call of mel and mia. */
async function callIn(channel: number): Promise<[Device, Device]> {
  const [first, second] = [await Device.of(mel), await Device.of(mia)];
  await first.start({ type: 'channel', to: channel, topic: `access ${topics++}`, take_over: true });
  await second.join(first.callId, { take_over: true });
  return [first, second];
}

afterEach(async () => {
  for (const client of [mel, mia]) {
    const { calls } = await client.ok('GET', '/calls');
    for (const { id } of calls) await client.request('POST', `/calls/${id}/end`);
  }
});

test('clients without the capability receive nothing about calls', async () => {
  const old = await mia.registerQueue({ client_capabilities: noCapabilities });
  assert.ok(!('calls' in old.snapshot) && !('server_calls' in old.snapshot));
  const [first] = await callIn(general);
  const own = await Device.of(mel);
  await own.start({ type: 'direct', to: [mia.userId], take_over: true });
  const types = new Set((await old.events()).map(({ type }) => type));
  assert.ok(types.has('message'));
  for (const type of ['call', 'call_ring', 'call_signal']) assert.ok(!types.has(type), type);
  const joining = { queue_id: old.queueId, take_over: true };
  const refusal = 'The event queue was registered without the client capability "calls".';
  await mia.refused('POST', `/calls/${first.callId}/join`, joining, 'BAD_REQUEST', refusal);
});

describe('a call can be started', () => {
  test('with the permission; without it, it can be joined', async () => {
    const [joining, starting] = [await Device.of(gus), await Device.of(mel)];
    await olive.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'general' }],
      principals: [gus.userId],
    });
    const topic = { type: 'channel', to: general, topic: 'guests' };
    const refusal = 'You do not have permission to start calls.';
    const parameters = { ...topic, queue_id: joining.queue.queueId };
    await gus.refused('POST', '/calls', parameters, 'BAD_REQUEST', refusal);
    await starting.start(topic);
    assert.equal((await joining.start(topic)).call.id, starting.callId);
    await expectFold([mel, gus], () =>
      olive.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['general'], principals: [gus.userId] }),
    );
    assert.deepEqual(await inCall(starting), [mel.userId]);
  });

  test('not by bots, and not in archived channels', async () => {
    const queue = await helper.registerQueue();
    const topic = { type: 'channel', to: general, topic: 'bots', queue_id: queue.queueId };
    await helper.refused('POST', '/calls', topic, 'BAD_REQUEST');
    const channel = await create({ name: 'archive' });
    await olive.ok('DELETE', `/streams/${channel}`);
    const { queueId: queue_id } = (await Device.of(mel)).queue;
    const there = { type: 'channel', to: channel, topic: 'late', queue_id };
    await mel.refused('POST', '/calls', there, 'BAD_REQUEST', 'Invalid channel ID');
  });
});

describe('a person is in one call, with one device', () => {
  test('which another device can take over', async () => {
    const [first, second] = await callIn(general);
    const other = await Device.of(mel);
    const joining = { queue_id: other.queue.queueId };
    const path = `/calls/${first.callId}/join`;
    const { call_id } = await mel.refused('POST', path, joining, 'CALL_ELSEWHERE');
    assert.equal(call_id, first.callId);
    await expectFold([mel, mia], () => other.join(first.callId, { take_over: true }));
    assert.deepEqual((await inCall(first)).sort(), [mel.userId, mia.userId].sort());
    const change = { session: first.session, hand: true };
    await mel.refused('PATCH', `/calls/${first.callId}/me`, change, 'CALL_SESSION_GONE');
    await first.leave();
    assert.equal((await inCall(first)).length, 2);
    await mel.refused('POST', path, { ...joining, session: first.session }, 'CALL_ELSEWHERE');
    assert.deepEqual((await second.signal(other, { candidates: [] })).gone, []);
  });

  test('and leaves it for another call', async () => {
    const [first] = await callIn(general);
    const other = await Device.of(mel);
    await expectFold([mel, mia], () =>
      other.start({ type: 'channel', to: general, topic: 'another', take_over: true }),
    );
    assert.deepEqual(await inCall(first), [mia.userId]);
    assert.deepEqual(await inCall(other), [mel.userId]);
  });
});

describe('participation ends', () => {
  test('with the subscription to a private channel', async () => {
    const [first] = await callIn(secret);
    const [ofMel = [], ofMia = []] = await expectFold([mel, mia], () =>
      mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['secret'], principals: [mia.userId] }),
    );
    const calls = (events: Json[]) => events.filter(({ type }) => type === 'call').map(({ op }) => op);
    assert.deepEqual(calls(ofMel), ['update']);
    assert.deepEqual(calls(ofMia), ['remove']);
    assert.deepEqual(await inCall(first, mel), [mel.userId]);
    await expectFold([mia], () =>
      mel.ok('POST', '/users/me/subscriptions', {
        subscriptions: [{ name: 'secret' }],
        principals: [mia.userId],
      }),
    );
    const { calls: known } = await mia.ok('GET', '/calls');
    assert.deepEqual(
      known.map(({ id }: { id: number }) => id),
      [first.callId],
    );
  });

  test('not with the subscription to a public channel', async () => {
    const channel = await create({ name: 'open' });
    const [first, second] = await callIn(channel);
    await expectFold([mel, mia], () =>
      mia.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['open'] }),
    );
    assert.deepEqual(await inCall(first), [mel.userId, mia.userId]);
    await expectFold([mel, mia], () => first.change({ hand: true }));
    await expectFold([mel, mia], () => second.leave());
    assert.deepEqual((await mia.ok('GET', '/calls')).calls, []);
  });

  test('with the account', async () => {
    const [first] = await callIn(general);
    const leaver = await newClient(server, { key: 'leaver' });
    await (await Device.of(leaver)).join(first.callId);
    await expectFold([mel, olive], () => olive.ok('DELETE', `/users/${leaver.userId}`));
    assert.deepEqual(await inCall(first), [mel.userId, mia.userId]);
  });

  test('with the permission to post in the channel', async () => {
    const channel = await create({ name: 'posting', can_administer_channel_group: groupOf('members') });
    const [first] = await callIn(channel);
    const group = { direct_members: [mel.userId], direct_subgroups: [] };
    await expectFold([mel, mia], () =>
      mel.ok('PATCH', `/streams/${channel}`, { can_send_message_group: { new: group } }),
    );
    assert.deepEqual(await inCall(first), [mel.userId]);
    const joining = { queue_id: (await Device.of(mia)).queue.queueId };
    const refusal = 'You do not have permission to post in this channel.';
    await mia.refused('POST', `/calls/${first.callId}/join`, joining, 'BAD_REQUEST', refusal);
  });

  test('with the membership in a group that may post', async () => {
    const members = [mel.userId, mia.userId];
    const { group_id } = await olive.ok('POST', '/user_groups/create', {
      name: 'speakers',
      description: '',
      members,
    });
    const channel = await create({ name: 'stage', can_send_message_group: group_id });
    const [first] = await callIn(channel);
    await olive.ok('POST', `/user_groups/${group_id}/members`, { delete: [mia.userId] });
    assert.deepEqual(await inCall(first), [mel.userId]);
  });

  test('with the channel, and with calls of the organization', async () => {
    const channel = await create({ name: 'short-lived' });
    const [first] = await callIn(channel);
    await expectFold([mel, mia, olive], () => olive.ok('DELETE', `/streams/${channel}`));
    const [second] = await callIn(general);
    await expectFold([mel, mia], () => olive.ok('PATCH', '/realm', { video_chat_provider: 0 }));
    for (const device of [first, second])
      assert.notEqual((await olive.ok('GET', `/calls/${device.callId}`)).ended_at, null);
    const again = { type: 'channel', to: general, topic: 'off', queue_id: first.queue.queueId };
    await mel.refused('POST', '/calls', again, 'CALLS_OFF', 'Calls are turned off in this organization.');
    await olive.ok('PATCH', '/realm', { video_chat_provider: 1000 });
  });

  test('with the permission to write to the people of a direct conversation, which also stops ringing', async () => {
    const [first, second] = [await Device.of(mel), await Device.of(mia)];
    await first.start({ type: 'direct', to: [mia.userId, max.userId] });
    await second.join(first.callId);
    const waiting = await Device.of(max);
    await expectFold([mel, mia, max], () =>
      olive.ok('PATCH', '/realm', { direct_message_permission_group: { new: groupOf('nobody') } }),
    );
    const [stop] = await waiting.queue.eventsOf('call_ring');
    assert.deepEqual([stop.op, stop.reason], ['stop', 'ended']);
    assert.deepEqual(await inCall(first, mel), []);
    const again = { type: 'direct', to: [mia.userId], queue_id: first.queue.queueId };
    await mel.refused('POST', '/calls', again, 'BAD_REQUEST', /Direct messages are disabled/);
    await olive.ok('PATCH', '/realm', { direct_message_permission_group: { new: groupOf('everyone') } });
  });
});

describe('a call follows its topic', () => {
  test('to another name', async () => {
    const [first] = await callIn(general);
    const { call } = await mel.ok('GET', `/calls/${first.callId}`);
    await expectFold([mel, mia], () =>
      olive.ok('PATCH', `/messages/${call.message_id}`, { topic: 'renamed', propagate_mode: 'change_all' }),
    );
    assert.equal((await mel.ok('GET', `/calls/${first.callId}`)).call.topic, 'renamed');
  });

  test('to another channel, without those who cannot follow', async () => {
    await olive.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'quiet room' }],
      principals: [olive.userId, mel.userId],
      invite_only: true,
    });
    const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: 'quiet room' });
    const [first] = await callIn(general);
    const { call } = await mel.ok('GET', `/calls/${first.callId}`);
    const move = { stream_id, propagate_mode: 'change_all' };
    await expectFold([mel, mia, olive], () => olive.ok('PATCH', `/messages/${call.message_id}`, move));
    assert.deepEqual(await inCall(first), [mel.userId]);
    await mia.refused('GET', `/calls/${first.callId}`, {}, 'BAD_REQUEST', 'Invalid call ID');
  });

  test('and ends where the other topic has a call', async () => {
    const [first] = await callIn(general);
    const { call } = await mel.ok('GET', `/calls/${first.callId}`);
    const other = await Device.of(max);
    const { call: met } = await other.start({ type: 'channel', to: general, topic: 'meeting' });
    await expectFold([mel, mia, max], () =>
      olive.ok('PATCH', `/messages/${call.message_id}`, { topic: 'meeting', propagate_mode: 'change_all' }),
    );
    assert.notEqual((await mel.ok('GET', `/calls/${first.callId}`)).ended_at, null);
    assert.deepEqual(await inCall(other), [max.userId]);
    await max.ok('POST', `/calls/${met.id}/end`);
  });

  test('and ends if all messages of the other topic were deleted', async () => {
    const [first] = await callIn(general);
    const { call } = await mel.ok('GET', `/calls/${first.callId}`);
    const other = await Device.of(max);
    const { call: met } = await other.start({ type: 'channel', to: general, topic: 'emptied' });
    await olive.ok('DELETE', `/messages/${met.message_id}`);
    await expectFold([mel, mia, max], () =>
      olive.ok('PATCH', `/messages/${call.message_id}`, { topic: 'emptied', propagate_mode: 'change_all' }),
    );
    assert.deepEqual(await inCall(first), [mel.userId, mia.userId]);
    await max.refused('GET', `/calls/${met.id}`, {}, 'BAD_REQUEST', 'Invalid call ID');
  });
});
