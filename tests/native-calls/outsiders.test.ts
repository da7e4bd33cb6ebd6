// No one outside of a conversation can see, join or signal its call: every operation on calls, sent by every kind of outsider,
// with values that a participant could send.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { nativeCallOperations } from '../../src/api/native-calls/native-call-operations.ts';
import { filledPath, newClient, secondOrganization } from '../access/support.ts';
import type { ApiClient, Json } from '../support/client.ts';
import { exchange } from '../support/exchange.ts';
import { startTestServer } from '../support/server.ts';
import { Device } from './device.ts';

/** A call that does not exist. */
const NONE = 999_999;

const server = await startTestServer();
const [mel, mia, max] = [await server.as('mel'), await server.as('mia'), await server.as('max')];
const removed = await newClient(server, { key: 'removed' });
const [dan, dora] = [await newClient(server, { key: 'dan' }), await newClient(server, { key: 'dora' })];
const outsiders: Readonly<Record<string, ApiClient>> = {
  'an owner': await server.as('olive'),
  'an administrator': await server.as('adam'),
  'a moderator': await server.as('mona'),
  'a member': max,
  'a guest': await server.as('gus'),
  'a person who was removed from the channel': removed,
  'an owner of another organization': await secondOrganization(server),
};
const { id: secret } = await mel.ok('POST', '/channels/create', {
  name: 'secret',
  subscribers: [mel.userId, mia.userId, removed.userId],
  invite_only: true,
});
const inSecret = { type: 'channel', to: secret, topic: 'plans' };

/** A call of two people, and how one of them has started it. */
interface PrivateCall {
  readonly first: Device;
  readonly second: Device;
  readonly target: Json;
}

/** What an outsider may know of a call of others, from one of its participants. */
function valuesFor({ first, second, target }: PrivateCall, outsider: Device): Json {
  return {
    ...target,
    call_id: first.callId,
    queue_id: outsider.queue.queueId,
    session: first.session,
    signals: [{ to: second.session, data: { description: { type: 'offer', sdp: '' } } }],
    user_ids: [outsider.client.userId],
    user_id: second.client.userId,
    take_over: true,
    hand: true,
  };
}

/** The answers to every operation that names a call or a conversation, with the error messages. */
async function answers(client: ApiClient, values: Json): Promise<[string, number, string][]> {
  const found: [string, number, string][] = [];
  for (const { name, method, path, parameters } of nativeCallOperations) {
    if (name === 'get-calls' || name === 'livekit-webhook') continue;
    const sent = Object.fromEntries(
      Object.keys(parameters).flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]])),
    );
    const { status, body } = await client.request(
      method,
      filledPath(path, (key) => String(values[key])),
      sent,
    );
    found.push([name, status, String(body.msg)]);
  }
  return found;
}

const refusals = (ofStarting: string): [string, number, string][] =>
  nativeCallOperations
    .filter(({ name }) => name !== 'get-calls' && name !== 'livekit-webhook')
    .map(({ name }) => [name, 400, name === 'start-call' ? ofStarting : 'Invalid call ID']);

const callNow = async ({ first }: PrivateCall) => first.client.ok('GET', `/calls/${first.callId}`);

/** Tries everything as an outsider, and checks that it is answered as for a call that does not exist. */
async function expectHidden(call: PrivateCall, client: ApiClient, ofStarting: string): Promise<void> {
  const own = await Device.of(client);
  assert.deepEqual(own.queue.snapshot.calls, []);
  assert.deepEqual((await client.ok('GET', '/calls')).calls, []);
  const before = await callNow(call);
  const values = valuesFor(call, own);
  assert.deepEqual(await answers(client, values), refusals(ofStarting));
  assert.deepEqual(await answers(client, { ...values, call_id: NONE }), refusals(ofStarting));
  assert.deepEqual(await callNow(call), before);
  for (const hand of [true, false]) await call.first.change({ hand });
  await call.first.signal(call.second, { candidates: [] });
  assert.deepEqual(await own.queue.events(), []);
}

describe('a call in a private channel', () => {
  const call = {} as { -readonly [K in keyof PrivateCall]: PrivateCall[K] };
  let ofRemoved: Device;

  before(async () => {
    [call.first, call.second, call.target] = [await Device.of(mel), await Device.of(mia), inSecret];
    ofRemoved = await Device.of(removed);
    await call.first.start(inSecret);
    await call.second.join(call.first.callId);
    await ofRemoved.join(call.first.callId);
    const removal = { subscriptions: ['secret'], principals: [removed.userId] };
    await mel.ok('DELETE', '/users/me/subscriptions', removal);
  });

  for (const [name, client] of Object.entries(outsiders))
    test(`is hidden from ${name}`, () => expectHidden(call, client, 'Invalid channel ID'));

  test('is not returned to with the session of a person who was removed', async () => {
    await ofRemoved.queue.events();
    const values = { ...valuesFor(call, ofRemoved), session: ofRemoved.session };
    assert.deepEqual(await answers(removed, values), refusals('Invalid channel ID'));
    assert.deepEqual((await call.first.signal(ofRemoved, { candidates: [] })).gone, [ofRemoved.session]);
    assert.deepEqual(await ofRemoved.queue.events(), []);
  });

  test('cannot ring for an outsider', async () => {
    const refusal = 'Max Member cannot join this call.';
    const path = `/calls/${call.first.callId}/ring`;
    await mel.refused('POST', path, { user_ids: [max.userId] }, 'BAD_REQUEST', refusal);
    const again = { ...inSecret, topic: 'another', queue_id: call.first.queue.queueId, take_over: true };
    await mel.refused('POST', '/calls', { ...again, ring: [max.userId] }, 'BAD_REQUEST', refusal);
    assert.equal((await callNow(call)).call.participants.length, 2);
  });

  test('is not revealed by its link', async () => {
    const page = async (id: number) => {
      const sent = { method: 'GET', headers: {}, form: undefined };
      const { status, text, headers } = await exchange(`${server.url}/calls/${id}`, sent);
      return [status, text, String(headers.get('location')).replace(String(id), '')];
    };
    assert.deepEqual(await page(call.first.callId), await page(NONE));
  });

  test('cannot be signaled with the session of another participant', async () => {
    const { first, second } = call;
    const signals = [{ to: first.session, data: { description: { type: 'offer', sdp: '' } } }];
    const path = `/calls/${first.callId}/signals`;
    await mia.refused('POST', path, { session: first.session, signals }, 'CALL_SESSION_GONE');
    await second.leave();
    await mia.refused('POST', path, { session: second.session, signals }, 'CALL_SESSION_GONE');
    await second.join(first.callId);
  });

  test('answers all this to who can read the channel', async () => {
    const reader = await newClient(server, { key: 'reader' });
    const subscription = { subscriptions: [{ name: 'secret' }], principals: [reader.userId] };
    await mel.ok('POST', '/users/me/subscriptions', subscription);
    const own = await Device.of(reader);
    const hidden = refusals('Invalid channel ID').map(([, , message]) => message);
    for (const [name, , message] of await answers(reader, valuesFor(call, own)))
      assert.ok(!hidden.includes(message), `${name}: ${message}`);
  });

  test('stays hidden once it has ended', async () => {
    await mel.ok('POST', `/calls/${call.first.callId}/end`);
    for (const client of Object.values(outsiders)) {
      const values = { ...valuesFor(call, await Device.of(client)), topic: 'another' };
      assert.deepEqual(await answers(client, values), refusals('Invalid channel ID'));
    }
  });
});

describe('a call in a direct conversation', () => {
  const call = {} as { -readonly [K in keyof PrivateCall]: PrivateCall[K] };

  before(async () => {
    [call.first, call.second] = [await Device.of(dan), await Device.of(dora)];
    // For outsiders the same people are another conversation, which includes them.
    call.target = { type: 'channel', to: secret, topic: 'plans' };
    await call.first.start({ type: 'direct', to: [dora.userId] });
    await call.second.join(call.first.callId);
  });

  for (const [name, client] of Object.entries(outsiders))
    test(`is hidden from ${name}`, () => expectHidden(call, client, 'Invalid channel ID'));

  test('is not the call of a larger conversation', async () => {
    const own = await Device.of(max);
    const { call: other } = await own.start({ type: 'direct', to: [dan.userId, dora.userId] });
    assert.notEqual(other.id, call.first.callId);
    assert.deepEqual(
      other.participants.map(({ user_id }: Json) => user_id),
      [max.userId],
    );
  });
});

test('bots and visitors without an account take part in no call', async () => {
  const own = await Device.of(mel);
  const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
  await own.start({ type: 'channel', to: stream_id, topic: 'open', take_over: true });
  const values = {
    ...valuesFor({ first: own, second: own, target: {} }, own),
    type: 'channel',
    to: stream_id,
  };
  const helper = await server.as('helper');
  // A bot may see what it is subscribed to.
  for (const client of [helper, server.anonymous])
    for (const [name, status] of await answers(client, { ...values, topic: 'open' }))
      if (!(client === helper && name === 'get-call'))
        assert.ok(status >= 400 && status < 500, `${name}: ${status}`);
  assert.equal((await mel.ok('GET', `/calls/${own.callId}`)).call.participants.length, 1);
});
