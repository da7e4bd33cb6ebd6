// A bounded queue of work: limits on what runs at once and on what waits.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BoundedConcurrencyLimit } from '../../src/model/bounded-concurrency-limit.ts';

/** Work that ends when the test says so. */
function pausedWork(): {
  readonly work: () => Promise<string>;
  readonly end: () => void;
  readonly hasBegun: () => boolean;
} {
  const { promise, resolve } = Promise.withResolvers<string>();
  let hasBegun = false;
  const work = () => {
    hasBegun = true;
    return promise;
  };
  return { work, end: () => resolve('done'), hasBegun: () => hasBegun };
}

describe('a bounded concurrency limit', () => {
  test('runs a bounded number at once, queues a bounded number in order, and refuses the rest', async () => {
    const limit = new BoundedConcurrencyLimit({ running: 2, waiting: 2 });
    const works = [pausedWork(), pausedWork(), pausedWork(), pausedWork(), pausedWork()];
    const results = works.map(({ work }) => limit.run(work));
    await assert.rejects(results[4] ?? Promise.resolve(), { code: 'RATE_LIMIT_HIT', status: 429 });
    const whichHaveBegun = () => works.map(({ hasBegun }) => hasBegun());
    assert.deepEqual(whichHaveBegun(), [true, true, false, false, false]);
    works[1]?.end();
    await results[1];
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(whichHaveBegun(), [true, true, true, false, false]);
    for (const { end } of works) end();
    assert.deepEqual(await Promise.all(results.slice(0, 4)), Array(4).fill('done'));
    assert.equal(await limit.run(async () => 'free again'), 'free again');
  });

  test('continues after work that failed', async () => {
    const limit = new BoundedConcurrencyLimit({ running: 1, waiting: 1 });
    const failing = limit.run(() => Promise.reject(new Error('broken')));
    const next = limit.run(async () => 'next');
    await assert.rejects(failing, /broken/);
    assert.equal(await next, 'next');
  });
});
