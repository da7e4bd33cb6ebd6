// What ends in calls without a request: ringing, participants that are not polled, calls with no one or one person, and old
// calls.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { DAY, nowSeconds } from '../../src/api-contract/time.ts';
import { renewCallParticipants } from '../../src/events/call-participants.ts';
import { changeCall } from '../../src/stores/native-calls/call-store.ts';
import { expectFold } from '../support/fold.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { needsPostgres, startTwoServers } from '../support/two-servers.ts';
import { withLimit } from '../support/with-limit.ts';
import { Device } from './device.ts';

const clock = { ahead: 0 };
const server = await startTestServer({ clock: () => Date.now() / 1000 + clock.ahead });
const [mel, mia, gus] = [await server.as('mel'), await server.as('mia'), await server.as('gus')];
const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
let topics = 0;
const newTopic = () => ({ type: 'channel', to: stream_id, topic: `sweep ${topics++}` });
/** Long after the start of the server. */
const BASE = limits.participantGraceSeconds + 10;

const runAfter = async (seconds: number) => {
  clock.ahead = seconds;
  await server.server.scheduler.runDue();
};
const callNow = (id: number) => mel.ok('GET', `/calls/${id}`);
const contentOf = async (id: number) =>
  (await mel.ok('GET', `/messages/${id}`, { apply_markdown: false })).message.content;

/** A waiting poll of a device, with the means to end it. */
function held(device: Device): { readonly done: Promise<unknown> } {
  return { done: device.queue.next().catch(() => undefined) };
}

afterEach(async () => {
  clock.ahead = 0;
  const { calls } = await (await server.as('olive')).ok('GET', '/calls');
  for (const { id } of calls) await (await server.as('olive')).ok('POST', `/calls/${id}/end`);
});

test('bound participantSeconds: who is not polled has left', async () => {
  const [first, second] = [await Device.of(mel), await Device.of(mia)];
  const { call } = await first.start(newTopic());
  await second.join(call.id);
  // As if its browser had crashed: no one polls its queue.
  await mia.ok('DELETE', '/events', { queue_id: second.queue.queueId });
  await runAfter(limits.participantSeconds - 5);
  assert.equal((await callNow(call.id)).call.participants.length, 2);
  const poll = held(first);
  await expectFold([mel, mia, gus], () => runAfter(limits.participantSeconds + 1));
  const { participants } = (await callNow(call.id)).call;
  assert.deepEqual(
    participants.map(({ user_id }: { user_id: number }) => user_id),
    [mel.userId],
  );
  await first.change({ hand: true });
  await poll.done;
});

test('bound participantRenewalSeconds: a device that polls from time to time stays', async () => {
  const first = await Device.of(mel);
  const { call } = await first.start(newTopic());
  await first.queue.events();
  await runAfter(BASE);
  assert.equal((await callNow(call.id)).call.participants.length, 1);
});

test('a device is there as long as its last poll tells, however late that is recorded', async () => {
  const first = await Device.of(mel);
  const { call } = await first.start(newTopic());
  await mel.ok('DELETE', '/events', { queue_id: first.queue.queueId });
  const seconds = limits.participantRenewalSeconds - 1;
  const hub = { id: 1, pollAges: () => new Map([[first.queue.queueId, seconds]]) };
  const { database } = server.server.services;
  await renewCallParticipants(database, { loadedHubs: async () => [hub] }, nowSeconds() + BASE);
  await runAfter(BASE + limits.participantSeconds - seconds - 2);
  assert.equal((await callNow(call.id)).call.participants.length, 1);
  await runAfter(BASE + limits.participantSeconds - seconds + 2);
  assert.equal((await callNow(call.id)).call.participants.length, 0);
});

test('bound emptyCallSeconds: a call ends a while after its last participant left', async () => {
  const first = await Device.of(mel);
  const { call } = await first.start(newTopic());
  await first.leave();
  await runAfter(limits.emptyCallSeconds - 10);
  assert.equal((await callNow(call.id)).ended_at, null);
  await expectFold([mel, mia], () => runAfter(limits.emptyCallSeconds + 1));
  assert.notEqual((await callNow(call.id)).ended_at, null);
  assert.equal(await contentOf(call.message_id), '**Voice call** · 1 min, 1 person');
  const joining = { queue_id: first.queue.queueId };
  await mel.refused('POST', `/calls/${call.id}/join`, joining, 'CALL_ENDED', 'This call has ended.');
});

describe('a call with one person in it', () => {
  /** Runs the jobs after some time, in which the device has been there. */
  const runWith = async (device: Device, seconds: number) => {
    await device.queue.events();
    await runAfter(seconds);
  };
  const isNear = (time: number, expected: number) => Math.abs(time - expected) <= 2;
  /** As if the person had been alone for a while. */
  const age = (id: number, seconds: number) =>
    server.server.services.database.write(1, (writer) =>
      changeCall(writer, id, { empty_since: writer.now - seconds }),
    );

  test('bound aloneCallSeconds: ends after a time, which clients know', async () => {
    const [first, second] = [await Device.of(mel), await Device.of(mia)];
    const { call } = await first.start(newTopic());
    assert.equal(call.alone_until, call.started_at + limits.aloneCallSeconds);
    const [known] = (await second.queue.eventsOf('call')).slice(-1);
    assert.deepEqual(known.call, call);
    assert.equal((await second.join(call.id)).call.alone_until, null);
    await second.leave();
    const [alone] = (await first.queue.eventsOf('call')).slice(-1);
    assert.ok(isNear(alone.call.alone_until, call.started_at + limits.aloneCallSeconds));
    await runWith(first, limits.aloneCallSeconds - 5);
    assert.equal((await callNow(call.id)).ended_at, null);
    await expectFold([mel, mia], () => runWith(first, limits.aloneCallSeconds + 2));
    assert.notEqual((await callNow(call.id)).ended_at, null);
    assert.equal(await contentOf(call.message_id), '**Voice call** · 1 min, 2 people');
    const last = (await first.queue.eventsOf('call')).at(-1);
    assert.deepEqual([last.op, last.call_id], ['remove', call.id]);
  });

  test('goes on if they stay, or someone joins', async () => {
    const [first, second] = [await Device.of(mel), await Device.of(mia)];
    const { call, session } = await first.start(newTopic());
    await age(call.id, limits.aloneCallSeconds - 10);
    const before = (await callNow(call.id)).call.alone_until;
    assert.ok(isNear(before, nowSeconds() + 10), String(before));
    await first.queue.events();
    await mel.ok('POST', `/calls/${call.id}/stay`, { session });
    const [stayed] = await first.queue.eventsOf('call');
    assert.ok(isNear(stayed.call.alone_until, nowSeconds() + limits.aloneCallSeconds));
    await runWith(first, 20);
    assert.equal((await callNow(call.id)).ended_at, null);
    await age(call.id, limits.aloneCallSeconds - 10);
    await second.join(call.id);
    await second.queue.events();
    await runWith(first, 20);
    assert.equal((await callNow(call.id)).ended_at, null);
    await first.queue.events();
    await mel.ok('POST', `/calls/${call.id}/stay`, { session });
    assert.equal((await callNow(call.id)).call.alone_until, null);
    assert.deepEqual(await first.queue.eventsOf('call'), []);
  });

  test('only who is in it can stay', async () => {
    const first = await Device.of(mel);
    const { call, session } = await first.start(newTopic());
    await mia.refused('POST', `/calls/${call.id}/stay`, { session }, 'CALL_SESSION_GONE');
    await first.leave();
    await mel.refused('POST', `/calls/${call.id}/stay`, { session }, 'CALL_SESSION_GONE');
    await runAfter(limits.emptyCallSeconds + 1);
    await mel.refused('POST', `/calls/${call.id}/stay`, { session }, 'CALL_ENDED');
  });
});

describe('a call that no one answers', () => {
  test('is missed when ringing ends, and its message is unread', async () => {
    const [first, other] = [await Device.of(mel), await Device.of(mia)];
    const { call } = await first.start({ type: 'direct', to: [mia.userId] });
    await mia.ok('POST', '/messages/flags', { messages: [call.message_id], op: 'add', flag: 'read' });
    await runAfter(limits.ringSeconds - 5);
    assert.equal((await other.queue.eventsOf('call_ring')).length, 1);
    await first.queue.events();
    await runAfter(limits.ringSeconds + 1);
    const [stop] = await other.queue.eventsOf('call_ring');
    assert.deepEqual([stop.op, stop.reason], ['stop', 'missed']);
    assert.match(await contentOf(call.message_id), /^\*\*Missed call\*\* · \[Join\]\(/);
    assert.deepEqual((await mia.ok('GET', `/messages/${call.message_id}`)).message.flags, []);
    await other.join(call.id);
    await mel.ok('POST', `/calls/${call.id}/end`);
    assert.equal(await contentOf(call.message_id), '**Voice call** · 1 min, 2 people');
  });
});

test('bound endedCallDays: calls that ended long ago are deleted', async () => {
  const first = await Device.of(mel);
  const { call } = await first.start(newTopic());
  await mel.ok('POST', `/calls/${call.id}/end`);
  await runAfter((limits.endedCallDays - 1) * DAY);
  await callNow(call.id);
  await runAfter((limits.endedCallDays + 1) * DAY);
  await mel.refused('GET', `/calls/${call.id}`, {}, 'BAD_REQUEST', 'Invalid call ID');
});

test('bound endedCallsPerSweep: old calls are deleted in portions, the oldest first', async () => {
  const first = await Device.of(mel);
  const ids: number[] = [];
  for (let count = 0; count < 2; count++) {
    ids.push((await first.start(newTopic())).call.id);
    await mel.ok('POST', `/calls/${ids.at(-1)}/end`);
  }
  const gone = async () => {
    const answers = await Promise.all(ids.map((id) => mel.request('GET', `/calls/${id}`)));
    return answers.filter(({ status }) => status !== 200).length;
  };
  await withLimit('endedCallsPerSweep', 1, () => runAfter((limits.endedCallDays + 1) * DAY));
  assert.equal(await gone(), 1);
  await runAfter((limits.endedCallDays + 1) * DAY);
  assert.equal(await gone(), 2);
});

test('bound participantGraceSeconds: a call goes on after a restart of the server, with the same session', async () => {
  const storage = { dataDirectory: temporaryFolder(), databaseUrl: await freshDatabase() };
  const before = await startTestServer(storage);
  const device = await Device.of(await before.as('mel'));
  const { call, session } = await device.start(newTopic());
  const lost = await Device.of(await before.as('mia'));
  await lost.join(call.id);
  await before.close();
  const restarted = { ahead: 40 };
  const after = await startTestServer({ ...storage, clock: () => Date.now() / 1000 + restarted.ahead });
  await after.server.scheduler.runDue();
  const client = await after.as('mel');
  const { queue_id } = await client.ok('POST', '/register', { client_capabilities: { calls: true } });
  const resumed = await client.ok('POST', `/calls/${call.id}/join`, { queue_id, session });
  assert.equal(resumed.session, session);
  assert.equal(resumed.call.participants.length, 2);
  const participants = async () => {
    await after.server.scheduler.runDue();
    return (await client.ok('GET', `/calls/${call.id}`)).call.participants.length;
  };
  restarted.ahead += limits.participantGraceSeconds - 10;
  assert.equal(await participants(), 2);
  restarted.ahead += 15;
  assert.equal(await participants(), 1);
});

test('a second server ends the participation of devices whose server died', needsPostgres, async () => {
  const ahead = { seconds: 0 };
  const { one, two } = await startTwoServers({ clock: () => Date.now() / 1000 + ahead.seconds });
  const [first, second] = [await Device.of(await one.as('mel')), await Device.of(await two.as('mia'))];
  const { call } = await first.start(newTopic());
  await second.join(call.id);
  assert.deepEqual((await first.signal(second, { description: { type: 'offer', sdp: '' } })).gone, []);
  assert.equal((await second.queue.eventsOf('call_signal')).length, 1);
  await one.close();
  await two.server.scheduler.runDue();
  ahead.seconds = BASE;
  await second.queue.events();
  await two.server.scheduler.runDue();
  const { participants } = (await (await two.as('mia')).ok('GET', `/calls/${call.id}`)).call;
  assert.deepEqual(
    participants.map(({ session }: { session: string }) => session),
    [second.session],
  );
});
