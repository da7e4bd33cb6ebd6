// Listeners by key: called once for all changes of a task, in one task for everything.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '../../web/lib/emitter.ts';
import { Latest } from '../../web/lib/latest.ts';
import { memoize } from '../../web/store/memoized.ts';

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

test('a listener is called once after all changes of its keys', async () => {
  const emitter = new Emitter<string>();
  const notifications: string[] = [];
  const both = () => void notifications.push('both');
  emitter.listen('a', both);
  emitter.listen('b', both);
  emitter.listen('b', () => void notifications.push('b'));
  emitter.listen('c', () => void notifications.push('c'));
  for (const key of ['a', 'b', 'a']) emitter.emit(key);
  assert.deepEqual(notifications, []);
  await nextTask();
  assert.deepEqual(notifications.splice(0), ['both', 'b']);
  emitter.emit('c');
  await nextTask();
  assert.deepEqual(notifications, ['c']);
});

test('changes that listeners make are notified in the same task, including those by other emitters', async () => {
  const [first, second] = [new Emitter<'a'>(), new Emitter<'a'>()];
  const notifications: string[] = [];
  first.listen('a', () => {
    notifications.push('first');
    second.emit('a');
  });
  second.listen('a', () => void notifications.push('second'));
  first.emit('a');
  setTimeout(() => notifications.push('later task'));
  await nextTask();
  assert.deepEqual(notifications, ['first', 'second', 'later task']);
});

test('a key has listeners until the last one is removed', async () => {
  const tasks: (() => void)[] = [];
  const emitter = new Emitter<string>((run) => void tasks.push(run));
  const notifications: number[] = [];
  const stops = [1, 2].map((listener) => emitter.listen('a', () => void notifications.push(listener)));
  assert.deepEqual([emitter.hasListeners('a'), emitter.hasListeners('b')], [true, false]);
  stops[0]?.();
  assert.equal(emitter.hasListeners('a'), true);
  emitter.emit('a');
  emitter.emit('a');
  assert.equal(tasks.length, 1);
  tasks.shift()?.();
  assert.deepEqual(notifications, [2]);
  stops[1]?.();
  assert.equal(emitter.hasListeners('a'), false);
  const stop = emitter.listen('a', () => void notifications.push(3));
  // Removing once more does not remove a new listener.
  stops[1]?.();
  assert.equal(emitter.hasListeners('a'), true);
  emitter.emit('a');
  tasks.shift()?.();
  assert.deepEqual(notifications, [2, 3]);
  stop();
});

test('only the last of several attempts counts', () => {
  const latest = new Latest();
  const first = latest.begin();
  assert.equal(first(), true);
  const second = latest.begin();
  assert.deepEqual([first(), second()], [false, true]);
});

test('a derived value is computed again if one of its inputs is another object', () => {
  const [a, b] = [{}, {}];
  let count = 0;
  const derived = memoize((..._inputs: readonly object[]) => ++count);
  assert.deepEqual([derived(a, b), derived(a, b), derived(a, a), derived(a, b)], [1, 1, 2, 3]);
});
