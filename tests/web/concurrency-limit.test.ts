// A concurrency limit: work waits for its turn.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConcurrencyLimit } from '../../web/lib/concurrency-limit.ts';

test('only a limited number of tasks runs at once, in order, and tasks aborted while waiting do not run', async () => {
  const limit = new ConcurrencyLimit(2);
  const stop = new AbortController();
  const never = new AbortController().signal;
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const all = [1, 2, 3, 4, 5].map((number) =>
    limit.run(
      () => {
        started.push(number);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      number === 3 ? stop.signal : never,
    ),
  );
  assert.deepEqual(started, [1, 2]);
  stop.abort(new Error('stopped'));
  await assert.rejects(async () => all[2], /stopped/);
  ends[0]?.();
  await all[0];
  assert.deepEqual(started, [1, 2, 4]);
  ends[1]?.();
  await all[1];
  assert.deepEqual(started, [1, 2, 4, 5]);
  for (const end of ends) end();
  await Promise.all([all[3], all[4]]);
});

test('a failed task releases its slot', async () => {
  const limit = new ConcurrencyLimit(1);
  const { signal } = new AbortController();
  const failing = limit.run(() => Promise.reject(new Error('refused')), signal);
  const next = limit.run(async () => 'done', signal);
  await assert.rejects(failing, /refused/);
  assert.equal(await next, 'done');
});
