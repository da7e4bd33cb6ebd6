// Work that many requests cause at once is spread over several turns of the event loop.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { runInNextTurn, runInShortTurn } from '../../src/api-contract/yielding.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('work waits for later turns, one after another, once a turn has taken long', async () => {
  let now = 1000;
  const clock = mock.method(performance, 'now', () => now);
  try {
    const finished: string[] = [];
    const work = (name: string) =>
      runInShortTurn(() => {
        now += 6;
        finished.push(name);
      });
    const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map(work));
    assert.deepEqual(finished, ['a', 'b'], 'then 12 ms have gone by');
    await turn();
    assert.deepEqual(finished, ['a', 'b', 'c']);
    const last = work('last');
    assert.deepEqual(finished, ['a', 'b', 'c'], 'it does not overtake waiting work');
    await turn();
    assert.deepEqual(finished, ['a', 'b', 'c', 'd']);
    await Promise.all([all, last]);
    assert.deepEqual(finished, ['a', 'b', 'c', 'd', 'e', 'last']);
    await turn();
    finished.length = 0;
    await Promise.all(['f', 'g'].map(work));
    assert.deepEqual(finished, ['f', 'g'], 'a later turn starts with its full time');
  } finally {
    clock.mock.restore();
  }
});

test('units of work wait for the next turn at most, whatever else waits', async () => {
  await turn();
  let now = 1000;
  const clock = mock.method(performance, 'now', () => now);
  try {
    const finished: string[] = [];
    const work = (name: string) => () => {
      now += 12;
      finished.push(name);
    };
    const others = ['a', 'b', 'c', 'd'].map((name) => runInShortTurn(work(name)));
    const unit = runInNextTurn(work('unit'));
    assert.deepEqual(finished, ['a']);
    await turn();
    await unit;
    assert.ok(finished.includes('unit'));
    assert.ok(!finished.includes('d'));
    await Promise.all(others);
  } finally {
    clock.mock.restore();
  }
});
