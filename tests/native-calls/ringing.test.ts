// Whose devices ring: not those of people who do not want to be disturbed by the caller. Phones and browsers are notified, and
// the notification is removed with the answer.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { nowSeconds } from '../../src/api-contract/time.ts';
import { runPushJobs } from '../push/notified-person.ts';
import { Phone } from '../push/phone.ts';
import { startPushTest } from '../push/support.ts';
import type { Json } from '../support/client.ts';
import { startPushService, subscribe } from '../web-push/push-service.ts';
import { Device } from './device.ts';

const service = await startPushService();
const { server, relay, google } = await startPushTest({ webhookTargets: [service.url] });
const [mel, mia, max] = [await server.as('mel'), await server.as('mia'), await server.as('max')];
const phone = new Phone(mia, relay.publicKey, 'fcm');
await phone.register();
const { receiver } = await subscribe(mia, service.endpoint('mia'));
const caller = await Device.of(mel);

/** What the phone and the browser received since the last call. */
async function deliver(): Promise<Json[][]> {
  await runPushJobs(server);
  const onPhone: Json[] = google.pushed.splice(0).map(({ payload }) => phone.read(payload));
  return [onPhone, [...service.read('mia', receiver)] as Json[]];
}
const call = () => caller.start({ type: 'direct', to: [mia.userId] });

afterEach(async () => {
  await mel.request('POST', `/calls/${caller.callId}/end`);
  await mia.ok('POST', '/mark_all_as_read');
  await deliver();
});

describe('devices ring', () => {
  test('on phones and in browsers, and stop when the person declines', async () => {
    const device = await Device.of(mia);
    await mia.ok('PATCH', '/settings', { enable_online_push_notifications: false });
    await mia.ok('POST', '/users/me/presence', { status: 'active', ping_only: false });
    const { call: wire } = await call();
    const [ring] = await device.queue.eventsOf('call_ring');
    for (const [first, ...others] of await deliver()) {
      assert.deepEqual(
        [first?.type, first?.message_id, first?.call_id, first?.call_until, first?.content],
        ['message', wire.message_id, wire.id, ring.until, 'Voice call · Join'],
      );
      assert.deepEqual(others, []);
    }
    await mia.ok('POST', `/calls/${wire.id}/decline`);
    for (const [removal] of await deliver())
      assert.deepEqual([removal?.type, removal?.message_ids], ['remove', [wire.message_id]]);
    await mia.ok('PATCH', '/settings', { enable_online_push_notifications: true });
  });

  test('of the people who are named, in a topic', async () => {
    const [device, other] = [await Device.of(mia), await Device.of(max)];
    const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
    await caller.start({ type: 'channel', to: stream_id, topic: 'ringing', ring: [mia.userId] });
    assert.equal((await device.queue.eventsOf('call_ring')).length, 1);
    for (const [first, ...others] of await deliver())
      assert.deepEqual([first?.call_id, first?.topic, others], [caller.callId, 'ringing', []]);
    await mel.ok('POST', `/calls/${caller.callId}/ring`, { user_ids: [mia.userId, max.userId] });
    assert.deepEqual(await device.queue.eventsOf('call_ring'), []);
    assert.equal((await other.queue.eventsOf('call_ring')).length, 1);
  });
});

/** Reasons why mia's devices stay silent, with what sets and unsets them. */
const reasons: Readonly<Record<string, readonly [() => Promise<unknown>, () => Promise<unknown>]>> = {
  'has muted the caller': [
    () => mia.ok('POST', `/users/me/muted_users/${mel.userId}`),
    () => mia.ok('DELETE', `/users/me/muted_users/${mel.userId}`),
  ],
  'has muted the conversation': [
    () => mia.ok('POST', '/users/me/muted_direct_conversations', { user_ids: [mel.userId] }),
    () => mia.ok('DELETE', '/users/me/muted_direct_conversations', { user_ids: [mel.userId] }),
  ],
  'does not want to be disturbed': [
    () => mia.ok('PATCH', '/users/me/do_not_disturb', { paused_until: nowSeconds() + 600 }),
    () => mia.ok('PATCH', '/users/me/do_not_disturb', { paused_until: 0 }),
  ],
  'has turned ringing off': [
    () => mia.ok('PATCH', '/settings', { call_ringing: false }),
    () => mia.ok('PATCH', '/settings', { call_ringing: true }),
  ],
};

test('phones are not notified in a topic if the person has turned that off', async () => {
  await mia.ok('PATCH', '/settings', { enable_offline_push_notifications: false });
  const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
  await caller.start({ type: 'channel', to: stream_id, topic: 'ringing again', ring: [mia.userId] });
  assert.deepEqual(await deliver(), [[], []]);
  await mia.ok('PATCH', '/settings', { enable_offline_push_notifications: true });
});

describe('devices stay silent, and the caller does not learn it, if the person', () => {
  for (const [reason, [set, unset]] of Object.entries(reasons)) {
    test(reason, async () => {
      const device = await Device.of(mia);
      await set();
      const { call: wire } = await call();
      assert.deepEqual(await device.queue.eventsOf('call_ring'), []);
      assert.deepEqual((await caller.queue.eventsOf('call_ring')).at(-1).user_ids, [mia.userId]);
      for (const delivered of await deliver())
        assert.ok(delivered.every(({ call_id }) => call_id === undefined));
      await device.join(wire.id);
      const stop = (await caller.queue.eventsOf('call_ring')).at(-1);
      assert.deepEqual([stop.op, stop.reason], ['stop', 'answered']);
      await unset();
    });
  }

  test('is in a call, but show it', async () => {
    const [device, other] = [await Device.of(mia), await Device.of(max)];
    await other.start({ type: 'direct', to: [mia.userId] });
    await device.join(other.callId);
    await device.queue.events();
    const { call: wire } = await call();
    const shown = await device.queue.eventsOf('call_ring');
    assert.deepEqual(
      shown.map(({ op, call: { id }, caller_id, quiet }) => [op, id, caller_id, quiet]),
      [['start', wire.id, mel.userId, true]],
    );
    assert.equal((await caller.queue.eventsOf('call_ring')).at(-1).quiet, false);
    for (const delivered of await deliver())
      assert.ok(delivered.every(({ call_id }) => call_id === undefined));
    await mel.ok('POST', `/calls/${wire.id}/end`);
    assert.deepEqual(await device.queue.eventsOf('call_ring'), []);
    await max.ok('POST', `/calls/${other.callId}/end`);
  });

  test('is in a call and has muted the caller', async () => {
    const [device, other] = [await Device.of(mia), await Device.of(max)];
    await other.start({ type: 'direct', to: [mia.userId] });
    await device.join(other.callId);
    await mia.ok('POST', `/users/me/muted_users/${mel.userId}`);
    await device.queue.events();
    const { call: wire } = await call();
    assert.deepEqual(await device.queue.eventsOf('call_ring'), []);
    await mia.ok('DELETE', `/users/me/muted_users/${mel.userId}`);
    await mel.ok('POST', `/calls/${wire.id}/end`);
    await max.ok('POST', `/calls/${other.callId}/end`);
  });

  test('does not want to be disturbed, except by the caller', async () => {
    const device = await Device.of(mia);
    const allowed = { paused_until: nowSeconds() + 600, allowed_senders: [mel.userId] };
    await mia.ok('PATCH', '/users/me/do_not_disturb', allowed);
    await call();
    assert.equal((await device.queue.eventsOf('call_ring')).length, 1);
    await mia.ok('PATCH', '/users/me/do_not_disturb', { paused_until: 0, allowed_senders: [] });
  });
});
