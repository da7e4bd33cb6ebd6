// Consecutive polls over a log in memory and in tables: when a poll is refused, answered at once or waits, and what ends
// the wait.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { passTurns } from '../support/event-loop-turns.ts';
import { withLimit } from '../support/with-limit.ts';
import { idsOf, isHeartbeat, noteEntry, pollFixture } from './poll-fixture.ts';
import { ME } from './viewers.ts';

/** The heartbeat timers: how long each is, and how to fire it. Cleared timers are removed. */
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

test('a poll starts at the position of its client, between the queue’s beginning and the end of the log', async () => {
  const { poll, tail, queue, facts } = pollFixture(16);
  tail.append([noteEntry(32), noteEntry(48)], 48);
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

test('a poll is refused or ended when its queue or credentials end while it reads', async () => {
  const { poll, queue, tail, facts, polls } = pollFixture(16);
  tail.append([noteEntry(32)], 32);
  assert.deepEqual(await poll(16, { accessVersion: 1 }), []);
  assert.deepEqual(idsOf(await poll(16, { sessionId: 4 })), [32]);
  polls.endSessions({ accountId: ME, sessionIds: [4] });
  await assert.rejects(poll(16, { sessionId: 4 }), { code: 'UNAUTHORIZED' });
  assert.deepEqual(idsOf(await poll(16, { sessionId: 5 })), [32]);
  assert.deepEqual(idsOf(await poll(16)), [32]);
  queue.hasEnded = true;
  await assert.rejects(poll(16), { code: 'BAD_EVENT_QUEUE_ID' });
  queue.hasEnded = false;
  facts.hasAccount = false;
  await assert.rejects(poll(16), { code: 'BAD_EVENT_QUEUE_ID' });
});

test('a waiting poll is answered by the first event for it, and leaves no state behind', async (t) => {
  const timers = timersOf(t);
  const { poll, polls, append, queue } = pollFixture();
  const client = new AbortController();
  const removeListenerMock = t.mock.method(client.signal, 'removeEventListener').mock;
  const answer = poll(32, {}, client.signal);
  await passTurns();
  assert.deepEqual([polls.waitingCount, timers.length], [1, 1]);
  await append(noteEntry(48, [99]));
  assert.equal(polls.waitingCount, 1);
  await append(noteEntry(64));
  assert.deepEqual(idsOf(await answer), [64]);
  assert.deepEqual([polls.waitingCount, timers.length, removeListenerMock.callCount()], [0, 0, 1]);
  assert.equal(queue.waiter, undefined);
});

test('a poll ends when its client disconnects, even before it starts to wait', async (t) => {
  const timers = timersOf(t);
  const { poll, polls } = pollFixture();
  const client = new AbortController();
  const answer = poll(32, {}, client.signal);
  await passTurns();
  client.abort();
  assert.deepEqual(await answer, []);
  assert.deepEqual(await poll(32, {}, client.signal), []);
  assert.deepEqual([polls.waitingCount, timers.length], [0, 0]);
});

test('a newer poll replaces the waiting poll of its queue, whether it waits or not', async (t) => {
  timersOf(t);
  const { poll, polls, queue } = pollFixture();
  const first = poll(32);
  await passTurns();
  queue.isDirty = false;
  assert.deepEqual(await poll(32, { block: false }), []);
  assert.deepEqual(idsOf(await first), [33]);
  assert.equal(queue.isDirty, true);
  const [second, third] = [poll(33), poll(33)];
  await passTurns();
  assert.equal(isHeartbeat(await second), true);
  assert.equal(polls.waitingCount, 1);
  polls.end(queue);
  await assert.rejects(third, { code: 'BAD_EVENT_QUEUE_ID' });
  assert.equal(polls.waitingCount, 0);
});

test('heartbeats are spread by a tenth around their interval and report how far the log was read', async (t) => {
  for (const [random, delay] of [
    [0, 900],
    [0.5, 1000],
    [1, 1100],
  ] as const) {
    const timers = timersOf(t, random);
    const { poll, append, queue } = pollFixture();
    const answer = poll(33);
    await passTurns();
    assert.equal(Math.round(timers[0]?.delay ?? 0), delay);
    await append(noteEntry(48, [99]));
    queue.isDirty = false;
    timers[0]?.run();
    assert.deepEqual(idsOf(await answer), [49]);
    assert.equal(queue.isDirty, true, 'its client is still connected');
    t.mock.restoreAll();
  }
});

test('at its heartbeat a poll does not read again entries that are known not to be for it', async (t) => {
  const timers = timersOf(t);
  const { poll, append, facts } = pollFixture();
  const answer = poll(32);
  await passTurns();
  await withLimit('logEntriesInMemory', 0, () => append(noteEntry(48, [99])));
  timers[0]?.run();
  assert.deepEqual(idsOf(await answer), [49]);
  assert.deepEqual(facts.reads, []);
});

test('a heartbeat takes a log position when the ids before the next one are used up, if it can', async (t) => {
  const timers = timersOf(t);
  const { poll, facts } = pollFixture();
  const beat = async (after: number) => {
    const answer = poll(after);
    await passTurns();
    timers[0]?.run();
    return idsOf(await answer);
  };
  assert.deepEqual(await beat(45), [46]);
  assert.equal(facts.written, 0);
  facts.isBroken = true;
  assert.deepEqual(await beat(47), [47]);
  facts.isBroken = false;
  assert.deepEqual(await beat(47), [49]);
  assert.equal(facts.written, 2);
});

test('a poll that is answered while its heartbeat reads gets no second answer', async (t) => {
  const timers = timersOf(t);
  const { poll, polls, tail, facts } = pollFixture();
  const answer = poll(47);
  await passTurns();
  tail.append([noteEntry(48)], 48);
  timers[0]?.run();
  assert.deepEqual(idsOf(await answer), [48]);
  await passTurns();
  assert.deepEqual([facts.written, polls.waitingCount], [0, 0]);
});

test('a poll whose client disconnects at its heartbeat takes no log position and is removed', async (t) => {
  const timers = timersOf(t);
  const { poll, facts, tail } = pollFixture();
  const startPoll = async () => {
    const client = new AbortController();
    const answer = poll(47, {}, client.signal);
    await passTurns();
    return { client, given: answer };
  };
  const waitingPoll = await startPoll();
  timers[0]?.run();
  waitingPoll.client.abort();
  assert.deepEqual(await waitingPoll.given, []);
  await passTurns();
  assert.equal(facts.written, 0);
  const writingPoll = await startPoll();
  t.mock.method(tail, 'append', () => writingPoll.client.abort());
  timers[0]?.run();
  assert.deepEqual(await writingPoll.given, []);
  // An unhandled rejection would fail the test here.
  await new Promise((done) => setImmediate(done));
  assert.equal(facts.written, 1);
});

test('a poll that reads skips no entry, whatever is committed at the same time', async (t) => {
  timersOf(t);
  const { poll, append, facts, tail, log } = pollFixture();
  const answer = poll(32);
  await passTurns();
  const { promise, resolve } = Promise.withResolvers<void>();
  facts.before = promise;
  log.push(noteEntry(48));
  await withLimit('logEntriesInMemory', 0, () => append(noteEntry(48)));
  await append(noteEntry(64, [99]));
  await append(noteEntry(80));
  assert.deepEqual([facts.reads, tail.head], [[[32, 1000]], 80]);
  resolve();
  assert.deepEqual(idsOf(await answer), [48]);
});

test('entries committed while a poll reads are read afterwards', async (t) => {
  timersOf(t);
  const { poll, append, facts, tail, log } = pollFixture();
  const answer = poll(32);
  await passTurns();
  const { promise, resolve } = Promise.withResolvers<void>();
  facts.before = promise;
  log.push({ ...noteEntry(48), audience: { kind: 'everyone' }, type: '_hidden' });
  await withLimit('logEntriesInMemory', 0, async () => tail.append(log, 48));
  // Only the tables have the data that decide whether it is for this queue.
  facts.isInMemory = false;
  await append({ ...noteEntry(64), expiresAt: 1 });
  assert.deepEqual(facts.reads, [[32, 1000]]);
  facts.isInMemory = true;
  await append(noteEntry(80));
  log.push({ ...noteEntry(64), expiresAt: 1 }, noteEntry(80));
  resolve();
  assert.deepEqual(idsOf(await answer), [80]);
  assert.equal(facts.reads.length, 1);
});

test('a poll fails with the cause when the log cannot be read', async (t) => {
  timersOf(t);
  const { poll, polls, append, facts } = pollFixture();
  const answer = poll(32);
  await passTurns();
  facts.isBroken = true;
  const rejection = assert.rejects(answer, /^Error: no tables$/);
  await withLimit('logEntriesInMemory', 0, () => append(noteEntry(48)));
  await rejection;
  assert.equal(polls.waitingCount, 0);
});

test('when sessions end, only their waiting polls are refused', async (t) => {
  timersOf(t);
  for (const [sessionId, isRefused] of [
    [4, true],
    [5, false],
    [undefined, false],
  ] as const) {
    const { poll, polls, append } = pollFixture();
    const answer = poll(32, { sessionId }).then(idsOf, ({ code }) => code);
    await passTurns();
    polls.endSessions({ accountId: ME, sessionIds: [4, 6] });
    await append(noteEntry(48));
    assert.deepEqual(await answer, isRefused ? 'UNAUTHORIZED' : [48]);
  }
});

test('waiting polls end when their account’s credentials are revoked or the server stops', async (t) => {
  timersOf(t);
  const { poll, polls } = pollFixture();
  const first = poll(32);
  await passTurns();
  polls.endWaitingPollsOf(99);
  assert.equal(polls.waitingCount, 1);
  polls.endWaitingPollsOf(ME);
  assert.equal(isHeartbeat(await first), true);
  const second = poll(33);
  await passTurns();
  polls.close();
  assert.deepEqual(idsOf(await second), [34]);
  assert.deepEqual(idsOf(await poll(34)), [35]);
  assert.equal(polls.waitingCount, 0);
});
