// When a server on PostgreSQL reports that its clock is wrong and right again, with a database that answers what the test
// says, and how the server reports the difference.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { serviceClock } from '../../src/api-contract/service-clock.ts';
import { PostgresClock } from '../../src/storage/postgres-clock.ts';
import { openDatabase } from './open-database.ts';

const BOUND = limits.clockDifferenceSeconds;

/** How far this machine's clock is ahead, in seconds, according to the last comparison. */
function mockDifference(t: TestContext) {
  const state = { seconds: 0, comparisons: 0 };
  t.mock.getter(serviceClock, 'difference', () => state.seconds * 1000);
  t.mock.method(serviceClock, 'synchronize', () => void state.comparisons++);
  return state;
}

test('a clock that starts or stops differing is reported once each time', async (t) => {
  const state = mockDifference(t);
  const reports: string[] = [];
  const clock = new PostgresClock(
    async () => [{ now_ms: '0' }],
    (sentence) => reports.push(sentence),
  );
  const after = async (seconds: number) => {
    state.seconds = seconds;
    await clock.compare();
    return [clock.isWrong, ...reports.splice(0)];
  };
  const warning = (words: string) =>
    `The clock of this machine is ${words} the database clock, which this server uses. Correct it.`;
  assert.deepEqual(await after(0), [false]);
  assert.deepEqual(await after(BOUND), [false]);
  assert.deepEqual(await after(BOUND + 1), [true, warning(`${BOUND + 1} seconds ahead of`)]);
  assert.deepEqual(await after(BOUND + 2), [true]);
  const right = 'The clock of this machine matches the database clock again.';
  assert.deepEqual(await after(-BOUND), [false, right]);
  assert.deepEqual(await after(-BOUND - 1), [true, warning(`${BOUND + 1} seconds behind`)]);
  assert.deepEqual(await after(1), [false, right]);
  assert.equal(state.comparisons, 7);
});

test('the clock is right while any server holds the lock', async () => {
  for (const [count, isAny] of [
    ['0', false],
    ['1', true],
    ['2', true],
  ] as const) {
    const clock = new PostgresClock(
      async () => [{ count }],
      () => undefined,
    );
    assert.equal(await clock.isAnyRight(), isAny);
  }
});

test('a difference above the bound is reported', async (t) => {
  const database = await openDatabase();
  const state = mockDifference(t);
  const expectReport = (seconds: number) => {
    state.seconds = seconds;
    return database.clockDifference;
  };
  assert.deepEqual([0, BOUND, -BOUND, BOUND + 1, -BOUND - 1].map(expectReport), [
    undefined,
    undefined,
    undefined,
    BOUND + 1,
    -BOUND - 1,
  ]);
});
