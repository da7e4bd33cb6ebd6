// Work that is done regularly: first a minute after the start, then once in each period, however often the job is run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RegularJob } from '../../src/jobs/regular-job.ts';

test('regular work is first done a minute after the start, and then once in each period', async () => {
  const done: AbortSignal[] = [];
  const job = new RegularJob('regular', 600, async (signal) => void done.push(signal));
  const { signal } = new AbortController();
  assert.equal(job.pollSeconds, 600);
  for (const [moment, times, next] of [
    [1000, 0, 1060],
    [1059, 0, 1060],
    [1060, 1, 1660],
    [1061, 1, 1660],
    [1659, 1, 1660],
    [1700, 2, 2300],
  ] as const) {
    await job.run(moment, signal);
    assert.deepEqual([done.length, await job.next()], [times, next], `at ${moment}`);
  }
  assert.ok(done.every((one) => one === signal));
});

test('work that fails is done again in the next period', async () => {
  let count = 0;
  const job = new RegularJob('regular', 600, async () => {
    count += 1;
    throw new Error('not today');
  });
  const { signal } = new AbortController();
  await job.run(1000, signal);
  await assert.rejects(job.run(1060, signal), /not today/);
  await job.run(1070, signal);
  assert.equal(count, 1);
  await assert.rejects(job.run(1660, signal), /not today/);
});
