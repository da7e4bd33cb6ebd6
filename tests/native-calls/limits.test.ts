// The bounds of calls: people, cameras, screens, signals, and how often an account may send them.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { newClient } from '../access/support.ts';
import { login, startRealServer } from '../server/real-organization.ts';
import { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';
import { Device } from './device.ts';

const server = await startTestServer();
const [olive, mel, mia] = [await server.as('olive'), await server.as('mel'), await server.as('mia')];
const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
let topics = 0;
const newTopic = () => ({ type: 'channel', to: stream_id, topic: `limit ${topics++}` });
const people: ApiClient[] = [];
for (let index = 0; index < limits.callRings; index++)
  people.push(await newClient(server, { key: `caller${index}` }));

/** A call with so many devices of different people, the first of whom is mel. */
async function callOf(count: number): Promise<[Device, ...Device[]]> {
  const first = await Device.of(mel);
  const { call } = await first.start(newTopic());
  const others = await Promise.all(people.slice(0, count - 1).map((client) => Device.of(client)));
  for (const device of others) await device.join(call.id, { take_over: true });
  return [first, ...others];
}
const end = (device: Device) => olive.ok('POST', `/calls/${device.callId}/end`);

test('bound meshParticipants: the next person reads why the call is full', async () => {
  const [first, last] = await callOf(limits.meshParticipants);
  const next = await Device.of(mia);
  const parameters = { queue_id: next.queue.queueId };
  const { max_participants } = await mia.refused(
    'POST',
    `/calls/${first.callId}/join`,
    parameters,
    'CALL_FULL',
    'Calls here connect browsers directly, for up to 8 people. For larger calls the administrator can connect a LiveKit server.',
  );
  assert.equal(max_participants, limits.meshParticipants);
  await last?.leave();
  assert.equal((await next.join(first.callId)).call.participants.length, limits.meshParticipants);
  assert.ok(last);
  const resumed = { queue_id: last.queue.queueId, session: last.session };
  await last.client.refused('POST', `/calls/${first.callId}/join`, resumed, 'CALL_FULL');
  await end(first);
});

test('bound meshCameras: a camera can be turned on when another one is turned off', async () => {
  const devices = await callOf(limits.meshCameras + 1);
  const [first] = devices;
  const last = devices.at(-1);
  assert.ok(last);
  for (const device of devices.slice(0, -1)) await device.change({ camera: true });
  const on = { session: last.session, camera: true };
  const path = `/calls/${first.callId}/me`;
  await last.client.refused('PATCH', path, on, 'TOO_MANY_CAMERAS', /^At most 6 people/);
  await first.change({ camera: false });
  await last.change({ camera: true });
  await end(first);
});

test('one person at a time shares their screen, with the permission', async () => {
  const [first, second] = await callOf(2);
  assert.ok(second);
  await first.change({ screen: true });
  const path = `/calls/${first.callId}/me`;
  const on = { session: second.session, screen: true };
  const { user_id } = await second.client.refused('PATCH', path, on, 'SCREEN_TAKEN');
  assert.equal(user_id, mel.userId);
  await first.change({ screen: false });
  await second.change({ screen: true });
  await second.change({ screen: false });
  const { realm_user_groups } = await olive.ok('POST', '/register', {
    fetch_event_types: ['realm_user_groups'],
  });
  const nobody = realm_user_groups.find(({ name }: { name: string }) => name === 'role:nobody').id;
  await olive.ok('PATCH', '/realm', { can_share_screen_group: { new: nobody } });
  const refusal = 'You do not have permission to share your screen in calls.';
  await second.client.refused('PATCH', path, on, 'BAD_REQUEST', refusal);
  await end(first);
});

test('bound callRings: more people are not called at once', async () => {
  const [first] = await callOf(1);
  const ids = people.map(({ userId }) => userId);
  const path = `/calls/${first.callId}/ring`;
  await mel.refused('POST', path, { user_ids: [...ids, mia.userId] }, 'BAD_REQUEST', /^user_ids is too long/);
  await mel.ok('POST', path, { user_ids: ids });
  const [ring] = await first.queue.eventsOf('call_ring');
  assert.equal(ring.user_ids.length, limits.callRings);
  await end(first);
});

test('bound ringSeconds: the event says how long to ring', async () => {
  const [first] = await callOf(1);
  const before = Math.floor(Date.now() / 1000);
  await mel.ok('POST', `/calls/${first.callId}/ring`, { user_ids: [mia.userId] });
  const [ring] = await first.queue.eventsOf('call_ring');
  const after = Math.ceil(Date.now() / 1000);
  assert.ok(ring.until >= before + limits.ringSeconds && ring.until <= after + limits.ringSeconds);
  await end(first);
});

test('bound callResumeSeconds: a session can be resumed for a while, and not by another account', async () => {
  const [first, second] = await callOf(2);
  assert.ok(second);
  const back = async () => {
    await first.leave();
    const { call } = await first.join(first.callId, { session: first.session });
    return call.participants.map(({ user_id }: { user_id: number }) => user_id);
  };
  const ids = [mel.userId, second.client.userId];
  assert.deepEqual(await back(), ids, 'it keeps its place');
  const other = await Device.of(mia);
  const joining = { queue_id: other.queue.queueId, session: first.session };
  await mia.refused('POST', `/calls/${first.callId}/join`, joining, 'CALL_SESSION_GONE');
  await withLimit('callResumeSeconds', -1, async () => {
    assert.deepEqual(await back(), ids.toReversed());
  });
  await end(first);
});

test('bound callSignalSeconds: a late signal is not delivered', async () => {
  const [first, second] = await callOf(2);
  assert.ok(second);
  await second.queue.events();
  const description = { type: 'offer', sdp: '' };
  await withLimit('callSignalSeconds', -1, () => first.signal(second, { description }));
  assert.deepEqual(await second.queue.events(), []);
  await first.signal(second, { description });
  assert.equal((await second.queue.events()).length, 1);
  await end(first);
});

const signalOf = (to: string, sdp: string) => ({ to, data: { description: { type: 'offer', sdp } } });

test('bound callSignalBytes: a signal has a size, as JSON', async () => {
  const [first, second] = await callOf(2);
  assert.ok(second);
  const { session } = first;
  const frame = Buffer.byteLength(JSON.stringify(signalOf(second.session, '')));
  const send = (bytes: number) => ({
    session,
    signals: [signalOf(second.session, 'x'.repeat(bytes - frame))],
  });
  const path = `/calls/${first.callId}/signals`;
  await mel.ok('POST', path, send(limits.callSignalBytes));
  const refusal = `A signal is too large (limit: ${limits.callSignalBytes} bytes).`;
  await mel.refused('POST', path, send(limits.callSignalBytes + 1), 'BAD_REQUEST', refusal);
  await end(first);
});

test('bound callSignalsPerRequest callSignalBytesPerRequest: signals have a number and a size', async () => {
  const [first, second] = await callOf(2);
  assert.ok(second);
  const { session } = first;
  const path = `/calls/${first.callId}/signals`;
  const small = Array.from({ length: limits.callSignalsPerRequest }, () => signalOf(second.session, ''));
  await mel.ok('POST', path, { session, signals: small });
  const more = [...small, signalOf(second.session, '')];
  await mel.refused('POST', path, { session, signals: more }, 'BAD_REQUEST', /^signals is too long/);
  const frame = Buffer.byteLength(JSON.stringify(signalOf(second.session, '')));
  const large = (bytes: number) =>
    Array.from({ length: 8 }, () => signalOf(second.session, 'x'.repeat(bytes / 8 - frame)));
  await mel.ok('POST', path, { session, signals: large(limits.callSignalBytesPerRequest) });
  const tooLarge = [...large(limits.callSignalBytesPerRequest), signalOf(second.session, '')];
  const refusal = `The signals are too large (limit: ${limits.callSignalBytesPerRequest} bytes).`;
  await mel.refused('POST', path, { session, signals: tooLarge }, 'BAD_REQUEST', refusal);
  await end(first);
});

test('bound callCandidates callCandidateCodePoints callSessionCodePoints: parts of signals are short', async () => {
  const [first, second] = await callOf(2);
  assert.ok(second);
  const { session } = first;
  const path = `/calls/${first.callId}/signals`;
  const candidates = (count: number, length = 1) => [
    {
      to: second.session,
      data: {
        candidates: Array.from({ length: count }, () => ({
          candidate: 'c'.repeat(length),
          sdpMid: null,
          sdpMLineIndex: null,
        })),
      },
    },
  ];
  await mel.ok('POST', path, { session, signals: candidates(limits.callCandidates) });
  await mel.ok('POST', path, { session, signals: candidates(1, limits.callCandidateCodePoints) });
  const refused = [
    { session, signals: candidates(limits.callCandidates + 1) },
    { session, signals: candidates(1, limits.callCandidateCodePoints + 1) },
    { session: 's'.repeat(limits.callSessionCodePoints + 1), signals: [] },
    { session, signals: [{ to: 's'.repeat(limits.callSessionCodePoints + 1), data: {} }] },
    { session, signals: [{ to: second.session, data: {} }] },
  ];
  for (const parameters of refused) await mel.refused('POST', path, parameters, 'BAD_REQUEST');
  const unknown = { session: 's'.repeat(limits.callSessionCodePoints), signals: [] };
  await mel.refused('POST', path, unknown, 'CALL_SESSION_GONE');
  await end(first);
});

/** Stops time, so that buckets do not refill. */
function stopTime(t: TestContext): void {
  const now = performance.now();
  t.mock.method(performance, 'now', () => now);
}

test('bound callRequestsPerMinute callSignalBytesPerMinute: signals are counted apart', async (t) => {
  const real = await startRealServer();
  const { api_key } = await real.anonymous.ok('POST', '/fetch_api_key', login);
  const bo = new ApiClient(real.url, login.username, api_key);
  const { id: channelId } = await bo.ok('POST', '/channels/create', { name: 'talking', subscribers: [] });
  const first = await Device.of(bo);
  await first.start({ type: 'channel', to: channelId, topic: 'now' });
  stopTime(t);
  const path = `/calls/${first.callId}/signals`;
  const frame = Buffer.byteLength(JSON.stringify(signalOf('nobody', '')));
  const send = (bytes: number) => ({
    session: first.session,
    signals: Array.from({ length: bytes / (16 * 1024) }, () =>
      signalOf('nobody', 'x'.repeat(16 * 1024 - frame)),
    ),
  });
  const counted = await bo.request('GET', '/users/me');
  let sent = 0;
  let answer = await bo.request('POST', path, send(limits.callSignalBytesPerRequest));
  for (; answer.status === 200; sent++)
    answer = await bo.request('POST', path, send(limits.callSignalBytesPerRequest));
  assert.equal(sent, limits.callSignalBytesPerMinute / limits.callSignalBytesPerRequest);
  assert.equal(answer.body.code, 'RATE_LIMIT_HIT');
  const small = { session: first.session, signals: [] };
  for (answer = await bo.request('POST', path, small); answer.status === 200; sent++)
    answer = await bo.request('POST', path, small);
  assert.equal(answer.headers.get('x-ratelimit-limit'), String(limits.callRequestsPerMinute));
  assert.equal(answer.body.code, 'RATE_LIMIT_HIT');
  const later = await bo.request('GET', '/users/me');
  const remaining = (one: typeof later) => Number(one.headers.get('x-ratelimit-remaining'));
  assert.equal(remaining(later), remaining(counted) - 1);
});
