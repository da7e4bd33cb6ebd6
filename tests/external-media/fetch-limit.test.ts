// How many pictures are fetched at once, in total and from one host, and that every slot is free again afterwards.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import { limits } from '../../src/api-contract/limits.ts';
import { FetchLimit } from '../../src/integrations/external-media/fetch-limit.ts';
import { passTurns } from '../support/event-loop-turns.ts';

const { externalMediaAtOnce, externalMediaPerHost, externalMediaPerHostAtOnce } = limits;

/** A fetch that asked to start: whether it has started, and how it ends. */
interface Fetch {
  isRunning: boolean;
  release: () => void;
}

function begin(limit: FetchLimit, host: string, count: number): Fetch[] {
  return Array.from({ length: count }, () => {
    const fetch: Fetch = { isRunning: false, release: () => assert.fail('it has not started') };
    void limit.acquire(host).then((release) => Object.assign(fetch, { isRunning: true, release }));
    return fetch;
  });
}

const running = (fetches: readonly Fetch[]) => fetches.filter(({ isRunning }) => isRunning).length;

async function expectRefused(limit: FetchLimit, host: string): Promise<void> {
  await assert.rejects(limit.acquire(host), (error) => error instanceof ApiError && error.status === 429);
}

test('fetches of a host start in order as earlier ones end, and more than may wait are refused', async () => {
  const limit = new FetchLimit();
  const fetches = begin(limit, 'a', externalMediaPerHost);
  await passTurns();
  assert.equal(running(fetches), externalMediaPerHostAtOnce);
  await expectRefused(limit, 'a');
  for (const [index, fetch] of fetches.entries()) {
    assert.equal(fetch.isRunning, true);
    fetch.release();
    await passTurns();
    assert.equal(running(fetches), Math.min(index + 1 + externalMediaPerHostAtOnce, externalMediaPerHost));
  }
  const refilled = begin(limit, 'a', externalMediaPerHost);
  await passTurns();
  assert.equal(running(refilled), externalMediaPerHostAtOnce);
});

test('a host with fewer fetches than allowed still counts those that run', async () => {
  const limit = new FetchLimit();
  const fetches = begin(limit, 'a', externalMediaPerHostAtOnce);
  await passTurns();
  fetches[0]?.release();
  const more = begin(limit, 'a', 2);
  await passTurns();
  assert.equal(running(more), 1);
});

test('fetches of all hosts together are bounded, and one that ends makes room for another host', async () => {
  const limit = new FetchLimit();
  const hosts = Array.from(
    { length: externalMediaAtOnce / externalMediaPerHostAtOnce },
    (_, host) => `${host}`,
  );
  const fetches = hosts.flatMap((host) => begin(limit, host, externalMediaPerHostAtOnce));
  await passTurns();
  assert.equal(running(fetches), externalMediaAtOnce);
  await expectRefused(limit, 'other');
  fetches[0]?.release();
  const other = begin(limit, 'other', 1);
  await passTurns();
  assert.equal(running(other), 1);
  await expectRefused(limit, 'third');
});
