// Calls from their start to their end, as clients see them: who is in, the message, events, signals.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import type { Json } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { Device, withoutId } from './device.ts';

const server = await startTestServer();
const [mel, mia] = [await server.as('mel'), await server.as('mia')];
const [max, gus] = [await server.as('max'), await server.as('gus')];
const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
let topics = 0;
const newTopic = () => ({ type: 'channel', to: stream_id, topic: `call ${topics++}` });

const message = async (id: number, client = mel): Promise<Json> =>
  (await client.ok('GET', `/messages/${id}`, { apply_markdown: false })).message;
const rendered = async (id: number): Promise<string> =>
  (await mel.ok('GET', `/messages/${id}`)).message.content;

describe('a call in a topic', () => {
  test('begins with a message that the renderer would render in the same way', async () => {
    const device = await Device.of(mel);
    const topic = newTopic();
    const { call, session, ...rest } = await device.start(topic);
    assert.match(session, /^[0-9a-f]{32}$/);
    const { started_at, message_id, id } = call;
    assert.deepEqual(call, {
      id,
      stream_id,
      topic: topic.topic,
      user_ids: [],
      kind: 'voice',
      engine: 'mesh',
      starter_id: mel.userId,
      message_id,
      started_at,
      alone_until: started_at + limits.aloneCallSeconds,
      participants: [
        {
          user_id: mel.userId,
          session,
          joined_at: call.participants[0].joined_at,
          muted: false,
          camera: false,
          screen: false,
          hand: false,
        },
      ],
    });
    assert.deepEqual(rest, {
      result: 'success',
      msg: '',
      ice_servers: [],
      ice_servers_expire_at: null,
      relay_only: false,
      livekit: null,
    });
    const sent = await message(message_id);
    assert.equal(sent.sender_id, mel.userId);
    assert.equal(sent.content, `**Voice call** · [Join](${server.url}/calls/${id})`);
    const html = (await mel.ok('POST', '/messages/render', { content: sent.content })).rendered;
    assert.equal(await rendered(message_id), html);
    await device.client.ok('POST', `/calls/${id}/end`);
    const ended = await message(message_id, mia);
    assert.equal(ended.content, '**Voice call** · 1 min, 1 person');
    assert.equal(ended.last_edit_timestamp, undefined);
    const again = (await mel.ok('POST', '/messages/render', { content: ended.content })).rendered;
    assert.equal(await rendered(message_id), again);
  });

  test('is folded from its events by everyone who can read it', async () => {
    const [own, other] = [await Device.of(mel), await Device.of(mia)];
    const topic = newTopic();
    const [ofMel, ofMia] = await expectFold([mel, mia, gus], async () => {
      await own.start(topic);
      await other.start(topic);
    });
    const whoIsIn = ({ call }: Json) =>
      (call as { participants: { user_id: number }[] }).participants.map(({ user_id }) => user_id);
    const calls = (events: Json[] = []) =>
      events.filter(({ type }) => type === 'call').map((event) => [event.op, whoIsIn(event)]);
    const [starter, both] = [[mel.userId], [mel.userId, mia.userId]];
    for (const events of [ofMel, ofMia])
      assert.deepEqual(calls(events), [
        ['add', starter],
        ['update', both],
      ]);
    assert.equal(own.callId, other.callId);
    await expectFold([mel, mia, gus], async () => {
      await own.change({ muted: true, hand: true });
      await other.leave();
      await own.client.ok('POST', `/calls/${own.callId}/end`);
    });
  });

  test('passes signals on to one device, in order', async () => {
    const [own, other, third] = [await Device.of(mel), await Device.of(mia), await Device.of(mia)];
    const { call } = await own.start(newTopic());
    await other.join(call.id);
    await other.queue.events();
    const description = { type: 'offer', sdp: 'v=0\r\n' };
    assert.deepEqual((await own.signal(other, { description })).gone, []);
    const candidates = [{ candidate: '', sdpMid: '0', sdpMLineIndex: 0 }];
    await own.signal(other, { candidates });
    const signals = (await other.queue.eventsOf('call_signal')).map(withoutId);
    const common = {
      type: 'call_signal',
      call_id: call.id,
      user_id: mel.userId,
      session: own.session,
      to: other.session,
    };
    assert.deepEqual(signals, [
      { ...common, data: { description } },
      { ...common, data: { candidates } },
    ]);
    assert.deepEqual(await third.queue.eventsOf('call_signal'), []);
    await other.leave();
    assert.deepEqual((await own.signal(other, { description })).gone, [other.session]);
    await own.client.ok('POST', `/calls/${call.id}/end`);
  });
});

describe('a direct call', () => {
  test('rings until it is answered, on all devices', async () => {
    const [own, other, silent] = [await Device.of(mel), await Device.of(mia), await Device.of(max)];
    const { call } = await own.start({ type: 'direct', to: [mia.userId] });
    const [ring] = await other.queue.eventsOf('call_ring');
    assert.deepEqual([ring.op, ring.caller_id, ring.user_ids], ['start', mel.userId, [mia.userId]]);
    assert.equal(ring.call.id, call.id);
    assert.deepEqual(await silent.queue.events(), []);
    assert.deepEqual((await message(call.message_id, mia)).flags, []);
    await other.join(call.id);
    const stop = {
      type: 'call_ring',
      op: 'stop',
      call_id: call.id,
      user_ids: [mia.userId],
      reason: 'answered',
    };
    assert.deepEqual((await other.queue.eventsOf('call_ring')).map(withoutId), [stop]);
    assert.deepEqual((await own.queue.eventsOf('call_ring')).map(withoutId).at(-1), stop);
    assert.deepEqual((await message(call.message_id, mia)).flags, ['read']);
    await own.client.ok('POST', `/calls/${call.id}/end`);
    assert.equal((await message(call.message_id)).content, '**Voice call** · 1 min, 2 people');
  });

  test('is missed if the caller leaves', async () => {
    const [own, other] = [await Device.of(mel), await Device.of(mia)];
    const { call } = await own.start({ type: 'direct', to: [mia.userId], kind: 'video' });
    await mia.ok('POST', '/messages/flags', { messages: [call.message_id], op: 'add', flag: 'read' });
    await own.leave();
    const [, stop] = await other.queue.eventsOf('call_ring');
    assert.deepEqual([stop?.op, stop?.reason], ['stop', 'ended']);
    assert.deepEqual((await message(call.message_id, mia)).flags, []);
    await own.client.ok('POST', `/calls/${call.id}/end`);
    assert.equal((await message(call.message_id)).content, '**Missed call**');
  });

  test('can be declined', async () => {
    const own = await Device.of(mel);
    const { call } = await own.start({ type: 'direct', to: [mia.userId] });
    await mia.ok('POST', `/calls/${call.id}/decline`);
    await mia.ok('POST', `/calls/${call.id}/decline`);
    const [, ...stops] = await own.queue.eventsOf('call_ring');
    assert.deepEqual(
      stops.map(({ op, reason }) => [op, reason]),
      [['stop', 'declined']],
    );
    assert.deepEqual((await message(call.message_id, mia)).flags, ['read']);
    await own.client.ok('POST', `/calls/${call.id}/end`);
  });
});
