// Lazy loading, and running only the latest of several tasks.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LazyValue } from '../../web/data/lazy-value.ts';
import { Latest } from '../../web/lib/latest.ts';

test('a failed load is retried after growing pauses, and then cached for all', async () => {
  const pauses: { readonly milliseconds: number; readonly end: () => void }[] = [];
  let isReachable = false;
  let attempts = 0;
  const loaded = new LazyValue(
    async () => {
      attempts += 1;
      if (!isReachable) throw new Error('nothing answers');
      return 'it';
    },
    (milliseconds) => new Promise((resolve) => pauses.push({ milliseconds, end: resolve })),
  );
  for (const key of ['a', 'ab', 'abc']) await assert.rejects(loaded.get(), /nothing answers/, key);
  assert.equal(attempts, 1);
  pauses[0]?.end();
  await assert.rejects(async () => loaded.get());
  await assert.rejects(loaded.get());
  assert.equal(attempts, 2);
  const [first = 0, second = 0] = pauses.map(({ milliseconds }) => milliseconds);
  assert.ok(second > first, `${first}, then ${second}`);
  isReachable = true;
  pauses[1]?.end();
  await Promise.resolve();
  assert.deepEqual([await loaded.get(), await loaded.get(), attempts], ['it', 'it', 3]);
});

test('of several attempts, only the one begun last is current', () => {
  const latest = new Latest();
  const first = latest.begin();
  assert.equal(first(), true);
  const second = latest.begin();
  assert.deepEqual([first(), second()], [false, true]);
});
