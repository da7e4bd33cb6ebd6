// Requests for one resumable upload work on it one after another, and those for others at the same time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UploadLocks } from '../../src/server/files/upload-locks.ts';
import { passTurns } from '../support/event-loop-turns.ts';

/** Work on uploads that ends when a test says so; notes what runs. */
function workOn(locks: UploadLocks) {
  const runningNames = new Set<string>();
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const begin = (id: string, name: string) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return locks.run(id, async () => {
      runningNames.add(name);
      await end.promise.finally(() => runningNames.delete(name));
    });
  };
  const runs = async () => {
    await passTurns();
    return [...runningNames].join(' ');
  };
  return {
    begin,
    runs,
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  };
}

test('a third request waits for the second one, which works after the first has ended', async () => {
  const { begin, runs, end } = workOn(new UploadLocks());
  const all = [begin('a', 'one'), begin('a', 'two')];
  assert.equal(await runs(), 'one');
  end('one');
  assert.equal(await runs(), 'two');
  all.push(begin('a', 'three'));
  assert.equal(await runs(), 'two');
  end('two');
  assert.equal(await runs(), 'three');
  end('three');
  await Promise.all(all);
  const fourth = begin('a', 'four');
  assert.equal(await runs(), 'four');
  end('four');
  await fourth;
});

test('requests for other uploads do not wait, and a failed one lets the next work', async () => {
  const { begin, runs, end, fail } = workOn(new UploadLocks());
  const failing = begin('a', 'one');
  const all = [begin('a', 'two'), begin('b', 'other')];
  assert.equal(await runs(), 'one other');
  fail('one');
  await assert.rejects(failing);
  assert.equal(await runs(), 'other two');
  for (const name of ['two', 'other']) end(name);
  await Promise.all(all);
});

test('a request that works too long while another waits is asked to stop, and without one it is not', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const locks = new UploadLocks(3000);
  const { promise, resolve } = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  const first = locks.run('a', async (interrupted) => {
    signal = interrupted;
    await promise;
  });
  await passTurns();
  t.mock.timers.tick(10_000);
  assert.equal(signal?.aborted, false);
  const second = locks.run('a', async () => 'second');
  await passTurns();
  t.mock.timers.tick(2999);
  assert.equal(signal?.aborted, false);
  t.mock.timers.tick(1);
  assert.equal(signal?.aborted, true);
  resolve();
  await first;
  assert.equal(await second, 'second');
});
