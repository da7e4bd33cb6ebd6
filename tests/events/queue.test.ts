// An event queue in memory: the defaults for what a client does not declare, its lifetime, and what it acknowledged.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { EventQueue, idleSecondsFor, noCapabilities, type Waiter } from '../../src/events/queue.ts';
import { queueOptions } from './viewers.ts';

const record = {
  id: 'q',
  organizationId: 1,
  accountId: 7,
  startSequence: 16,
  idleSeconds: 600,
  options: queueOptions,
};

/** A monotonic clock that the test sets, in seconds. */
function clock(t: TestContext) {
  const time = { seconds: 1000 };
  t.mock.method(performance, 'now', () => time.seconds * 1000);
  return time;
}

test('a client that declares no capabilities has none', () => {
  const all = Object.entries(noCapabilities);
  assert.ok(all.length > 0);
  assert.deepEqual(
    all.filter(([, has]) => has),
    [],
  );
});

test('a queue is idle once it was not polled for longer than its timeout, and not while a poll waits', (t) => {
  const time = clock(t);
  const queue = new EventQueue(record, 16);
  const fresh = [queue.isDirty, queue.hasEnded, queue.secondsSincePoll, queue.acknowledged];
  assert.deepEqual(fresh, [false, false, 0, 16]);
  time.seconds += 600;
  assert.equal(queue.isIdle, false);
  time.seconds += 1;
  assert.deepEqual([queue.isIdle, queue.secondsSincePoll], [true, 601]);
  queue.waiter = {} as Waiter;
  assert.equal(queue.isIdle, false);
  queue.waiter = undefined;
  queue.touch();
  assert.deepEqual([queue.isIdle, queue.isDirty, queue.secondsSincePoll], [false, true, 0]);
  assert.equal(new EventQueue(record, 16, 40).secondsSincePoll, 40);
});

test('acknowledgements only move forward, and each counts as activity', (t) => {
  const time = clock(t);
  const queue = new EventQueue(record, 16);
  time.seconds += 5;
  queue.acknowledge(48);
  assert.deepEqual([queue.acknowledged, queue.isDirty, queue.secondsSincePoll], [48, true, 0]);
  queue.acknowledge(32);
  assert.equal(queue.acknowledged, 48);
});

test('two servers’ states of a queue are merged: the higher acknowledgement and the later poll count', (t) => {
  clock(t);
  const queue = new EventQueue(record, 48, 100);
  queue.mergeStored(new EventQueue(record, 32, 20));
  assert.deepEqual([queue.acknowledged, queue.secondsSincePoll], [48, 20]);
  queue.mergeStored(new EventQueue(record, 64, 500));
  assert.deepEqual([queue.acknowledged, queue.secondsSincePoll], [64, 20]);
  assert.equal(queue.isDirty, false);
});

test('the requested idle timeout is clamped to its bounds', () => {
  assert.deepEqual([undefined, 'mobile' as const, 1, 1e9].map(idleSecondsFor), [
    limits.queueIdleSeconds,
    limits.queueIdleSecondsMobile,
    limits.queueIdleSeconds,
    limits.queueIdleSecondsMaximum,
  ]);
});
