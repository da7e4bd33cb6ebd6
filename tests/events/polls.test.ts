// One poll after another over a log in memory and in tables that answer when the test says so: when a poll is refused,
// answered at once or waits, and what ends its waiting.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { turns } from '../support/turns.ts';
import { withLimit } from '../support/with-limit.ts';
import { idsOf, isBeat, noted, stage } from './poll-stage.ts';
import { ME } from './viewers.ts';

/** The timers of heartbeats: how long each is, and how it is let run; those that were stopped are gone. */
function timersOf(t: TestContext, random = 0.5) {
  const timers: { run: () => void; delay: number }[] = [];
  t.mock.method(Math, 'random', () => random);
  t.mock.method(globalThis, 'setTimeout', (run: () => void, delay: number) => {
    const timer = { run, delay };
    timers.push(timer);
    return timer;
  });
  t.mock.method(globalThis, 'clearTimeout', (timer: never) => {
    if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
  });
  return timers;
}

test('a poll begins where its client says, from the queue’s beginning to the end of the log', async () => {
  const { poll, tail, queue, facts } = stage(16);
  tail.append([noted(32), noted(48)], 48);
  const now = { block: false };
  assert.deepEqual(idsOf(await poll(-1, now)), [32, 48]);
  assert.deepEqual(idsOf(await poll(16)), [32, 48]);
  assert.equal(queue.acknowledged, 16);
  assert.deepEqual(idsOf(await poll(32)), [48]);
  assert.deepEqual([queue.acknowledged, queue.isDirty], [32, true]);
  assert.deepEqual(await poll(48, now), []);
  assert.deepEqual(await poll(63, now), []);
  assert.equal(facts.caughtUp, 0);
  await assert.rejects(poll(15), { message: 'An event newer than 15 has already been pruned!' });
  await assert.rejects(poll(64), { message: 'Event 64 was not in this queue' });
  assert.equal(facts.caughtUp, 1);
});

test('a poll is refused or sent away when what it rests on ended while it looked', async () => {
  const { poll, queue, tail, facts, polls } = stage(16);
  tail.append([noted(32)], 32);
  assert.deepEqual(await poll(16, { accessVersion: 1 }), []);
  assert.deepEqual(idsOf(await poll(16, { sessionId: 4 })), [32]);
  polls.endSessions({ accountId: ME, sessionIds: [4] });
  await assert.rejects(poll(16, { sessionId: 4 }), { code: 'UNAUTHORIZED' });
  assert.deepEqual(idsOf(await poll(16, { sessionId: 5 })), [32]);
  assert.deepEqual(idsOf(await poll(16)), [32]);
  queue.hasEnded = true;
  await assert.rejects(poll(16), { code: 'BAD_EVENT_QUEUE_ID' });
  queue.hasEnded = false;
  facts.isThere = false;
  await assert.rejects(poll(16), { code: 'BAD_EVENT_QUEUE_ID' });
});

test('a poll that waits is answered by what is for it, and then nothing of it is left', async (t) => {
  const timers = timersOf(t);
  const { poll, polls, append, queue } = stage();
  const client = new AbortController();
  const removed = t.mock.method(client.signal, 'removeEventListener').mock;
  const given = poll(32, {}, client.signal);
  await turns();
  assert.deepEqual([polls.waitingCount, timers.length], [1, 1]);
  await append(noted(48, [99]));
  assert.equal(polls.waitingCount, 1);
  await append(noted(64));
  assert.deepEqual(idsOf(await given), [64]);
  assert.deepEqual([polls.waitingCount, timers.length, removed.callCount()], [0, 0, 1]);
  assert.equal(queue.waiter, undefined);
});

test('a client that goes away takes its poll with it, also where it went before that waited', async (t) => {
  const timers = timersOf(t);
  const { poll, polls } = stage();
  const client = new AbortController();
  const given = poll(32, {}, client.signal);
  await turns();
  client.abort();
  assert.deepEqual(await given, []);
  assert.deepEqual(await poll(32, {}, client.signal), []);
  assert.deepEqual([polls.waitingCount, timers.length], [0, 0]);
});

test('a newer poll of the queue takes the place of the one that waits, whether it waits or not', async (t) => {
  timersOf(t);
  const { poll, polls, queue } = stage();
  const first = poll(32);
  await turns();
  queue.isDirty = false;
  assert.deepEqual(await poll(32, { block: false }), []);
  assert.deepEqual(idsOf(await first), [33]);
  assert.equal(queue.isDirty, true);
  const [second, third] = [poll(33), poll(33)];
  await turns();
  assert.equal(isBeat(await second), true);
  assert.equal(polls.waitingCount, 1);
  polls.end(queue);
  await assert.rejects(third, { code: 'BAD_EVENT_QUEUE_ID' });
  assert.equal(polls.waitingCount, 0);
});

test('heartbeats come a tenth around their time, and say how far the log was looked at', async (t) => {
  for (const [random, delay] of [
    [0, 900],
    [0.5, 1000],
    [1, 1100],
  ] as const) {
    const timers = timersOf(t, random);
    const { poll, append, queue } = stage();
    const given = poll(33);
    await turns();
    assert.equal(Math.round(timers[0]?.delay ?? 0), delay);
    await append(noted(48, [99]));
    queue.isDirty = false;
    timers[0]?.run();
    assert.deepEqual(idsOf(await given), [49]);
    assert.equal(queue.isDirty, true, 'its client is there');
    t.mock.restoreAll();
  }
});

test('at its heartbeat a poll reads nothing again that it was known to pass over', async (t) => {
  const timers = timersOf(t);
  const { poll, append, facts } = stage();
  const given = poll(32);
  await turns();
  await withLimit('logEntriesInMemory', 0, () => append(noted(48, [99])));
  timers[0]?.run();
  assert.deepEqual(idsOf(await given), [49]);
  assert.deepEqual(facts.reads, []);
});

test('where the ids between two places are used up a heartbeat takes a place, if it can', async (t) => {
  const timers = timersOf(t);
  const { poll, facts } = stage();
  const beat = async (after: number) => {
    const given = poll(after);
    await turns();
    timers[0]?.run();
    return idsOf(await given);
  };
  assert.deepEqual(await beat(45), [46]);
  assert.equal(facts.written, 0);
  facts.isBroken = true;
  assert.deepEqual(await beat(47), [47]);
  facts.isBroken = false;
  assert.deepEqual(await beat(47), [49]);
  assert.equal(facts.written, 2);
});

test('a poll that was answered while its heartbeat looked gets no other answer', async (t) => {
  const timers = timersOf(t);
  const { poll, polls, tail, facts } = stage();
  const given = poll(47);
  await turns();
  tail.append([noted(48)], 48);
  timers[0]?.run();
  assert.deepEqual(idsOf(await given), [48]);
  await turns();
  assert.deepEqual([facts.written, polls.waitingCount], [0, 0]);
});

test('a poll whose client went away at its heartbeat takes no place, and is looked at no more', async (t) => {
  const timers = timersOf(t);
  const { poll, facts, tail } = stage();
  const waiting = async () => {
    const client = new AbortController();
    const given = poll(47, {}, client.signal);
    await turns();
    return { client, given };
  };
  const looking = await waiting();
  timers[0]?.run();
  looking.client.abort();
  assert.deepEqual(await looking.given, []);
  await turns();
  assert.equal(facts.written, 0);
  const writing = await waiting();
  t.mock.method(tail, 'append', () => writing.client.abort());
  timers[0]?.run();
  assert.deepEqual(await writing.given, []);
  // What would fail unheard fails here.
  await new Promise((done) => setImmediate(done));
  assert.equal(facts.written, 1);
});

test('a poll that looks passes over nothing that it has not seen, whatever is committed meanwhile', async (t) => {
  timersOf(t);
  const { poll, append, facts, tail, log } = stage();
  const given = poll(32);
  await turns();
  const { promise, resolve } = Promise.withResolvers<void>();
  facts.before = promise;
  log.push(noted(48));
  await withLimit('logEntriesInMemory', 0, () => append(noted(48)));
  await append(noted(64, [99]));
  await append(noted(80));
  assert.deepEqual([facts.reads, tail.head], [[[32, 1000]], 80]);
  resolve();
  assert.deepEqual(idsOf(await given), [48]);
});

test('what is committed while a poll looks is looked at afterwards', async (t) => {
  timersOf(t);
  const { poll, append, facts, tail, log } = stage();
  const given = poll(32);
  await turns();
  const { promise, resolve } = Promise.withResolvers<void>();
  facts.before = promise;
  log.push({ ...noted(48), audience: { kind: 'everyone' }, type: '_hidden' });
  await withLimit('logEntriesInMemory', 0, async () => tail.append(log, 48));
  // It may be for the poll, which only the tables tell.
  facts.isInMemory = false;
  await append({ ...noted(64), expiresAt: 1 });
  assert.deepEqual(facts.reads, [[32, 1000]]);
  facts.isInMemory = true;
  await append(noted(80));
  log.push({ ...noted(64), expiresAt: 1 }, noted(80));
  resolve();
  assert.deepEqual(idsOf(await given), [80]);
  assert.equal(facts.reads.length, 1);
});

test('a poll for which the log cannot be read hears why', async (t) => {
  timersOf(t);
  const { poll, polls, append, facts } = stage();
  const given = poll(32);
  await turns();
  facts.isBroken = true;
  const refused = assert.rejects(given, /^Error: no tables$/);
  await withLimit('logEntriesInMemory', 0, () => append(noted(48)));
  await refused;
  assert.equal(polls.waitingCount, 0);
});

test('of those who wait the sessions that end are refused, and no others', async (t) => {
  timersOf(t);
  for (const [sessionId, isRefused] of [
    [4, true],
    [5, false],
    [undefined, false],
  ] as const) {
    const { poll, polls, append } = stage();
    const given = poll(32, { sessionId }).then(idsOf, ({ code }) => code);
    await turns();
    polls.endSessions({ accountId: ME, sessionIds: [4, 6] });
    await append(noted(48));
    assert.deepEqual(await given, isRefused ? 'UNAUTHORIZED' : [48]);
  }
});

test('an account whose credentials end is sent away, and a server that stops sends everybody away', async (t) => {
  timersOf(t);
  const { poll, polls } = stage();
  const first = poll(32);
  await turns();
  polls.endWaitsOf(99);
  assert.equal(polls.waitingCount, 1);
  polls.endWaitsOf(ME);
  assert.equal(isBeat(await first), true);
  const second = poll(33);
  await turns();
  polls.close();
  assert.deepEqual(idsOf(await second), [34]);
  assert.deepEqual(idsOf(await poll(34)), [35]);
  assert.equal(polls.waitingCount, 0);
});
