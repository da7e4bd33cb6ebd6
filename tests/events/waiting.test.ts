// The queues with waiting polls, which of them an entry wakes, and which entries they then receive.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Audience, LogEntry } from '../../src/api-contract/event.ts';
import { eventTexts } from '../../src/events/event-json.ts';
import type { LogScan } from '../../src/events/log-scan.ts';
import { PollWakeup } from '../../src/events/poll-wakeup.ts';
import { EventQueue, type Waiter } from '../../src/events/queue.ts';
import { WaitingQueues } from '../../src/events/waiting-queues.ts';
import type { Reader } from '../../src/storage/reader-writer.ts';
import { passTurns } from '../support/event-loop-turns.ts';
import { entry, queueOptions, type ViewerOptions, viewer } from './viewers.ts';

let queues = 0;

function queueOf(accountId: number, allPublicStreams = false): EventQueue {
  const id = `q${queues++}`;
  const options = { ...queueOptions, allPublicStreams };
  return new EventQueue({ id, organizationId: 1, accountId, startSequence: 0, idleSeconds: 600, options }, 0);
}

const waiterAt = (scanned = 0): Waiter => ({
  cursor: { after: 0, scanned },
  sessionId: undefined,
  mayBeLarge: () => true,
  isScanning: false,
  wasWoken: false,
  pendingChecks: 0,
  answer: () => undefined,
  refuse: () => undefined,
});

/** Accounts 1 and 2 were in channel 10; the channels of account 5 are not in memory. */
const subscriptions = {
  everSubscribedTo: (id: number) => new Set(id === 10 ? [1, 2] : []),
  evicted: new Set([5]),
};

/** Waiting queues: two of account 1, one each of 2 and 5, and one of 3 that takes all public channels. */
function waitingQueues() {
  const registeredQueues = new WaitingQueues(subscriptions);
  const all = [queueOf(1), queueOf(1), queueOf(2), queueOf(3, true), queueOf(5)] as const;
  for (const queue of all) registeredQueues.add(queue, waiterAt());
  return { waiting: registeredQueues, all };
}

const reach = { accountIds: [], channelIds: [], isPublic: false };

test('waiting queues are found by account, by channel and by event type', () => {
  const { waiting, all } = waitingQueues();
  const [first, second, two, three, five] = all;
  assert.equal(waiting.count, 5);
  assert.deepEqual(waiting.of(1), [first, second]);
  assert.deepEqual(waiting.of(9), []);
  assert.deepEqual(waiting.all(), new Set(all));
  const wokenBy = (changes: object) => [...waiting.within({ ...reach, ...changes })];
  assert.deepEqual(wokenBy({}), []);
  assert.deepEqual(wokenBy({ accountIds: [2, 9] }), [two]);
  assert.deepEqual(wokenBy({ accountIds: [9, 8, 7, 6, 5, 4, 3] }), [three, five]);
  assert.deepEqual(wokenBy({ channelIds: [10, 11] }), [first, second, two]);
  assert.deepEqual(wokenBy({ isPublic: true, accountIds: [1] }), [three, first, second]);
  assert.deepEqual(waiting.ofDropped(), [five]);
});

test('a queue that stops waiting is not found, and a replaced poll does not remove its successor', () => {
  const { waiting, all } = waitingQueues();
  const [first, second, , three] = all;
  const { waiter } = first;
  assert.ok(waiter && three.waiter);
  waiting.remove(first, waiterAt());
  assert.deepEqual([waiting.count, first.waiter], [5, waiter]);
  waiting.remove(first, waiter);
  assert.deepEqual([waiting.count, first.waiter], [4, undefined]);
  assert.deepEqual(waiting.of(1), [second]);
  waiting.remove(first, waiter);
  assert.equal(waiting.count, 4);
  waiting.remove(three, three.waiter);
  assert.deepEqual([...waiting.within({ ...reach, isPublic: true })], []);
  assert.ok(second.waiter);
  waiting.remove(second, second.waiter);
  assert.deepEqual(waiting.of(1), []);
  assert.equal(waiting.all().size, 2);
});

/** Wakes the waiting queues; `scannedQueues` read the log, and `mayShow` says whether an entry may be for a queue. */
function wakeup(mayShow: (queue: EventQueue) => boolean = () => true) {
  const { waiting, all } = waitingQueues();
  const scannedQueues: EventQueue[] = [];
  const state = { requests: 0, members: [5] as number[], isBroken: false };
  let reads = 0;
  const reader = {
    engine: 'sqlite',
    organizationId: 1,
    execute: async () => {
      state.requests++;
      if (state.isBroken) throw new Error('no');
      return state.members.map((account_id) => ({ account_id }));
    },
  } as unknown as Reader;
  const log = {
    mayShow: (queue: EventQueue) => {
      reads++;
      return mayShow(queue);
    },
  } as unknown as LogScan;
  const waker = new PollWakeup({
    waiting,
    log,
    reader: () => reader,
    scanFor: (queue) => scannedQueues.push(queue),
  });
  const wake = async (audience: Audience, type = 'x', head = 32) => {
    waker.wake([entry(type, { audience })], head);
    await passTurns();
    return scannedQueues.splice(0);
  };
  return { waker, waiting, all, wake, state, shownTo: () => reads };
}

test('an entry wakes the queues it may be for, and costs the others nothing', async () => {
  const { waker, all, wake, state } = wakeup();
  const [first, second, two] = all;
  assert.equal(waker.checkCount, 0);
  assert.deepEqual(await wake({ kind: 'accounts', ids: [2] }), [two]);
  assert.equal(waker.checkCount, 1);
  assert.deepEqual(await wake({ kind: 'everyone' }), [...all]);
  assert.equal(waker.checkCount, 6);
  assert.equal(state.requests, 0);
  state.members = [];
  assert.deepEqual(await wake({ kind: 'channel', channelId: 10 }), [first, second, two]);
  assert.equal(state.requests, 1);
  assert.deepEqual(await wake({ kind: 'everyone' }, '_hidden'), []);
  assert.equal(waker.checkCount, 9);
});

test('channel members that are not in memory are read from the tables once', async () => {
  const { all, wake, state, waiting } = wakeup();
  const [, , , , five] = all;
  const elsewhere: Audience = { kind: 'channel', channelId: 11 };
  assert.deepEqual(await wake(elsewhere), [five]);
  state.members = [];
  assert.deepEqual(await wake(elsewhere), []);
  state.isBroken = true;
  assert.deepEqual(await wake(elsewhere), [five], 'a poll that is checked in vain keeps waiting');
  assert.equal(state.requests, 3);
  assert.equal(five.waiter?.pendingChecks, 0);
  waiting.remove(five, five.waiter ?? assert.fail());
  assert.deepEqual(await wake(elsewhere), []);
  assert.equal(state.requests, 3, 'no poll waits for a check');
});

test('a queue skips entries that are not for it, unless another one is being resolved for it', async () => {
  const { waker, all, wake } = wakeup((queue) => queue.record.accountId !== 2);
  const [first, , two, three] = all;
  await wake({ kind: 'everyone' }, 'x', 64);
  assert.deepEqual([first.waiter?.wasWoken, two.waiter?.wasWoken], [true, false]);
  const scannedAfterSkip = (changes: Partial<Waiter>, scanned = 16) => {
    const waiter = { ...waiterAt(scanned), ...changes };
    waker.skipChecked(waiter);
    return waiter.cursor.scanned;
  };
  assert.equal(scannedAfterSkip({}), 64);
  assert.equal(scannedAfterSkip({}, 80), 80);
  assert.equal(scannedAfterSkip({ isScanning: true }), 16);
  assert.equal(scannedAfterSkip({ wasWoken: true }), 16);
  assert.equal(scannedAfterSkip({ pendingChecks: 1 }), 16);
  // A queue woken now skips the earlier entries, which were not for it.
  const before = waiterAt(0);
  three.waiter = before;
  await wake({ kind: 'accounts', ids: [3] }, 'x', 96);
  assert.deepEqual([before.cursor.scanned, before.wasWoken], [64, true]);
  assert.equal(scannedAfterSkip({}), 96);
});

test('a single queue can be woken, and skips nothing before the first entry', () => {
  const waitingQueues = new WaitingQueues(subscriptions);
  const [queue, waiter, scannedQueues] = [queueOf(1), waiterAt(), [] as EventQueue[]];
  waitingQueues.add(queue, waiter);
  const log = { mayShow: () => true } as unknown as LogScan;
  const reader = () => assert.fail('nothing is read');
  const waker = new PollWakeup({
    waiting: waitingQueues,
    log,
    reader,
    scanFor: (one) => scannedQueues.push(one),
  });
  waker.skipChecked(waiter);
  assert.equal(waiter.cursor.scanned, 0);
  waker.wake([entry('x')], 32);
  assert.deepEqual(scannedQueues, [queue]);
});

test('a poll with several entries is woken once', async () => {
  const { waker, shownTo, all } = wakeup();
  waker.wake([entry('x'), entry('y')], 48);
  assert.equal(shownTo(), all.length);
});

test('very many queues are woken in slices, so that other work can run', async () => {
  const waitingQueues = new WaitingQueues(subscriptions);
  for (let id = 100; id < 550; id++) waitingQueues.add(queueOf(id), waiterAt());
  const scannedQueues: EventQueue[] = [];
  const log = { mayShow: () => true } as unknown as LogScan;
  const reader = () => assert.fail('nothing is read');
  const waker = new PollWakeup({
    waiting: waitingQueues,
    log,
    reader,
    scanFor: (queue) => scannedQueues.push(queue),
  });
  waker.wake([entry('x')], 32);
  const counts = [scannedQueues.length];
  for (let turns = 0; turns < 4; turns++) {
    await new Promise((resolve) => setImmediate(resolve));
    counts.push(scannedQueues.length);
  }
  assert.deepEqual(counts, [200, 400, 450, 450, 450]);
  assert.deepEqual(scannedQueues, [...waitingQueues.all()]);
});

const eventsFor = (one: LogEntry, viewerOptions: ViewerOptions = {}, now = 100) =>
  eventTexts(one, viewer(viewerOptions), now).map((text) => JSON.parse(text));

test('an event is delivered to those in its audience who accept its type, while it is current', () => {
  const one = entry('noted', { payload: { note: 1 } });
  assert.deepEqual(eventsFor(one), [{ type: 'noted', note: 1, id: 32 }]);
  const countWithTypes = (eventTypes: string[]) => eventsFor(one, { options: { eventTypes } }).length;
  assert.deepEqual([countWithTypes(['noted']), countWithTypes(['other']), countWithTypes([])], [1, 0, 0]);
  assert.deepEqual(eventsFor(entry('_noted')), []);
  assert.deepEqual(eventsFor(entry('_noted'), { options: { eventTypes: ['_noted'] } }), []);
  assert.deepEqual(eventsFor(entry('noted', { audience: { kind: 'nobody' } })), []);
  const until = (expiresAt: number) => eventsFor(entry('noted', { expiresAt })).length;
  assert.deepEqual([until(99), until(100), until(101)], [0, 1, 1]);
});

test('an event that is the same for everyone is serialized once', () => {
  let serializations = 0;
  const note = { toJSON: () => ++serializations };
  const one = entry('noted', { payload: { note } });
  assert.deepEqual([eventsFor(one), eventsFor(one)].flat(), [
    { type: 'noted', note: 1, id: 32 },
    { type: 'noted', note: 1, id: 32 },
  ]);
});

test('a view may drop an event, write it, or split it into several with ids up to its position', () => {
  const presence = entry('presence', { extra: { accountId: 99 } });
  assert.deepEqual(eventsFor(presence), []);
  const flags = entry('update_message_flags', { payload: { flag: 'read' } });
  assert.deepEqual(eventsFor(flags), [{ type: 'update_message_flags', flag: 'read', id: 32 }]);
  const deleted = entry('delete_message', { payload: { message_ids: [5, 6, 7] } });
  assert.deepEqual(eventsFor(deleted), [
    { type: 'delete_message', message_id: 5, id: 30 },
    { type: 'delete_message', message_id: 6, id: 31 },
    { type: 'delete_message', message_id: 7, id: 32 },
  ]);
});
