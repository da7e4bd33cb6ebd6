// The limit of how much runs at the same time for a key.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConcurrencyLimit } from '../../src/server/http/concurrency-limit.ts';

test('work that ends, also by failing, makes room for one more of its key', async () => {
  const limit = new ConcurrencyLimit(() => 3);
  const ends: PromiseWithResolvers<void>[] = [];
  const begin = (key: string) => {
    const end = Promise.withResolvers<void>();
    const run = limit.run(key, () => {
      ends.push(end);
      return end.promise;
    });
    run.catch(() => undefined);
    return run;
  };
  const refused = () => assert.rejects(begin('a'), { code: 'RATE_LIMIT_HIT', status: 429 });
  const [first, second] = [begin('a'), begin('a'), begin('a')];
  await refused();
  void begin('b');
  assert.equal(ends.length, 4);
  ends[0]?.resolve();
  await first;
  void begin('a');
  await refused();
  ends[1]?.reject(new Error('failed'));
  await assert.rejects(second, /failed/);
  void begin('a');
  await refused();
  assert.equal(ends.length, 6);
});
