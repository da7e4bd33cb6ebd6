// One write queue in front of an engine that records calls and fails where the test says so.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import { limits } from '../../src/api-contract/limits.ts';
import { ColumnSecrets } from '../../src/storage/column-secrets.ts';
import type { EngineDriver, WriteTransaction } from '../../src/storage/connection.ts';
import type { Unit } from '../../src/storage/unit.ts';
import { WriteQueue } from '../../src/storage/write-queue.ts';

/** A busy machine may not fill a group in the production time. */
const changeable = limits as { millisecondsPerCommit: number };
const originalMilliseconds = limits.millisecondsPerCommit;
changeable.millisecondsPerCommit = 100_000;
after(() => {
  changeable.millisecondsPerCommit = originalMilliseconds;
});

const nothing = async () => undefined;

type Step = 'begin' | 'savepoint' | 'release' | 'back' | 'commit' | 'rollback' | 'settle' | 'write';

/** A queue in front of an engine where the steps in `fails` fail; `done` lists the calls. */
function queueFixture(fails: readonly Step[] = [], heard: () => Promise<void> = nothing) {
  const doneSteps: string[] = [];
  const failing = new Set<Step>(fails);
  const doubts: number[][] = [];
  const committed: number[] = [];
  const step = async (name: Step) => {
    doneSteps.push(name);
    if (failing.has(name)) throw new Error(`no ${name}`);
  };
  const transaction = {
    execute: async (sql: string) => {
      if (!sql.startsWith('select')) await step('write');
      return [];
    },
    savepoint: () => step('savepoint'),
    release: () => step('release'),
    rollbackToSavepoint: () => step('back'),
    commit: () => step('commit'),
    rollback: () => step('rollback'),
  } as unknown as WriteTransaction;
  const driver = {
    engine: 'sqlite',
    writesAreGlobal: true,
    beginWrite: async () => {
      await step('begin');
      return transaction;
    },
    settle: () => step('settle'),
  } as unknown as EngineDriver;
  const queue = new WriteQueue(
    { driver, secrets: new ColumnSecrets() },
    async (organizationId) => {
      committed.push(organizationId);
      await heard();
    },
    async (organizationIds) => void doubts.push([...organizationIds]),
  );
  const steps = () => doneSteps.splice(0);
  return { queue, failing, doubts, committed, steps };
}

const isRefused = (error: unknown) => error instanceof ApiError && error.status === 503;

test('units that arrive together share a transaction, each but the first in its savepoint', async () => {
  const { queue, steps, committed } = queueFixture();
  const results = await Promise.all([queue.write(1, async () => 'one'), queue.write(2, async () => 'two')]);
  assert.deepEqual(results, ['one', 'two']);
  assert.deepEqual(steps(), ['begin', 'savepoint', 'release', 'commit']);
  assert.deepEqual(committed, [], 'nothing was emitted');
});

test('a unit’s entries are written before its savepoint is released, and the log’s position before the commit', async () => {
  const { queue, steps, committed } = queueFixture();
  const emit: Unit<void> = async (writer) => {
    writer.emit({ type: '_x', audience: { kind: 'nobody' }, payload: {} });
  };
  await Promise.all([queue.write(1, emit), queue.write(1, emit)]);
  assert.deepEqual(steps(), ['begin', 'write', 'savepoint', 'write', 'release', 'write', 'commit']);
  assert.deepEqual(committed, [1]);
});

test('an entry that cannot be written rolls back its unit and no other', async () => {
  const { queue, failing, steps } = queueFixture(['write']);
  const emit: Unit<void> = async (writer) => {
    writer.emit({ type: '_x', audience: { kind: 'nobody' }, payload: {} });
  };
  const earlierUnit = queue.write(2, nothing);
  const failedWrite = queue.write(1, emit);
  const otherUnit = queue.write(2, async () => failing.clear());
  await assert.rejects(failedWrite, /^Error: no write$/);
  await Promise.all([earlierUnit, otherUnit]);
  const undone = ['savepoint', 'write', 'back'];
  assert.deepEqual(steps(), ['begin', ...undone, 'savepoint', 'release', 'write', 'commit']);
});

test('a group whose time is up at once still runs a unit', async () => {
  const { queue, steps } = queueFixture();
  changeable.millisecondsPerCommit = 0;
  try {
    await Promise.all([queue.write(1, nothing), queue.write(1, nothing)]);
  } finally {
    changeable.millisecondsPerCommit = 100_000;
  }
  assert.deepEqual(steps(), ['begin', 'commit', 'begin', 'commit']);
});

test('if the first unit fails, the transaction starts over for the others', async () => {
  const { queue, steps } = queueFixture();
  const no = () => Promise.reject(new Error('no'));
  await Promise.all([
    assert.rejects(queue.write(1, no), /^Error: no$/),
    assert.rejects(queue.write(2, no), /^Error: no$/),
    queue.write(1, nothing),
    queue.write(2, nothing),
  ]);
  assert.deepEqual(steps(), [
    ...['begin', 'rollback', 'begin', 'rollback'],
    ...['begin', 'savepoint', 'release', 'commit'],
  ]);
  await assert.rejects(queue.write(1, no), /^Error: no$/);
  assert.deepEqual(steps(), ['begin', 'rollback']);
});

test('a failing listener refuses no unit', async () => {
  const { queue } = queueFixture([], () => Promise.reject(new Error('no')));
  const position = await queue.write(1, async (writer) =>
    writer.emit({ type: '_x', audience: { kind: 'nobody' }, payload: {} }),
  );
  assert.equal(position, 16);
});

test('work between two groups starts no transaction, and the queue waits for it', async () => {
  const { queue, steps } = queueFixture();
  const { promise, resolve } = Promise.withResolvers<string>();
  const paused = queue.pause(1, () => promise);
  const pendingWrite = queue.write(1, nothing);
  for (let turns = 0; turns < 5; turns++) await new Promise((again) => setImmediate(again));
  assert.deepEqual(steps(), []);
  resolve('done');
  assert.equal(await paused, 'done');
  await pendingWrite;
  assert.deepEqual(steps(), ['begin', 'commit']);
  assert.equal(await queue.pause(1, async () => 'alone'), 'alone');
  await queue.idle();
  assert.deepEqual(steps(), []);
});

test('a transaction that cannot begin refuses the waiting units, and the next ones are tried', async () => {
  const { queue, failing, steps, doubts } = queueFixture(['begin']);
  const all = Array.from({ length: 3 }, () => queue.write(1, nothing));
  for (const one of all) await assert.rejects(one, isRefused);
  await queue.idle();
  assert.deepEqual(steps(), ['begin']);
  failing.clear();
  await queue.write(1, nothing);
  assert.deepEqual(steps(), ['begin', 'commit']);
  assert.deepEqual(doubts, [], 'nothing was written that could be in doubt');
});

test('at most one commit’s worth of units is refused at once', async () => {
  const { queue, failing } = queueFixture(['begin']);
  const outcomes: string[] = [];
  const all = Array.from({ length: limits.unitsPerCommit + 1 }, () =>
    queue.write(1, nothing).then(
      () => outcomes.push('kept'),
      () => {
        outcomes.push('refused');
        failing.clear();
      },
    ),
  );
  await Promise.all(all);
  assert.equal(outcomes.filter((one) => one === 'refused').length, limits.unitsPerCommit);
});

test('a failed commit is rolled back and settled, and all listeners are notified', async () => {
  const { queue, failing, steps, doubts } = queueFixture(['commit']);
  const results = await Promise.allSettled([queue.write(1, nothing), queue.write(2, nothing)]);
  assert.ok(results.every((one) => one.status === 'rejected' && isRefused(one.reason)));
  assert.deepEqual(steps().slice(-3), ['commit', 'rollback', 'settle']);
  assert.deepEqual(doubts, [[1, 2]]);
  failing.clear();
  await queue.write(1, nothing);
  assert.deepEqual(steps(), ['begin', 'commit'], 'there is nothing left to settle');
  assert.equal(doubts.length, 1);
});

test('nothing is written before a doubtful commit is settled', async (t) => {
  const timers: (() => void)[] = [];
  t.mock.method(globalThis, 'setTimeout', (callback: () => void) => {
    timers.push(callback);
    return { unref: () => undefined };
  });
  const { queue, failing, steps, doubts } = queueFixture(['commit', 'settle', 'rollback']);
  await assert.rejects(queue.write(1, nothing), isRefused);
  assert.deepEqual(steps().slice(-3), ['commit', 'rollback', 'settle']);
  await assert.rejects(queue.write(1, nothing), isRefused);
  assert.deepEqual(new Set(steps()), new Set(['settle']));
  assert.deepEqual(doubts, []);
  failing.clear();
  // The queue retries on its own.
  timers.at(-1)?.();
  await queue.idle();
  assert.deepEqual(doubts, [[1]]);
  assert.equal(steps()[0], 'settle');
});

test('a refused unit is rolled back alone; if that fails, the whole group is', async () => {
  const { queue, failing, steps } = queueFixture();
  const no = () => Promise.reject(new Error('no'));
  await Promise.all([
    queue.write(1, nothing),
    assert.rejects(queue.write(1, no), /^Error: no$/),
    queue.write(1, nothing),
  ]);
  assert.deepEqual(steps(), ['begin', 'savepoint', 'back', 'savepoint', 'release', 'commit']);
  failing.add('back');
  const earlierUnit = queue.write(1, nothing);
  await assert.rejects(queue.write(1, no), isRefused);
  await assert.rejects(earlierUnit, isRefused);
});

test('a full disk in the middle of a unit fails like a commit, and is logged as the cause', async () => {
  const full = Object.assign(new Error('no room'), { code: 'SQLITE_FULL' });
  const { queue, failing } = queueFixture();
  const isFull = (error: unknown) => isRefused(error) && (error as Error).cause === full;
  const earlierUnit = queue.write(2, nothing);
  await assert.rejects(
    queue.write(1, () => Promise.reject(full)),
    isFull,
  );
  await earlierUnit;
  // The engine may have rolled back the whole transaction on its own.
  failing.add('back');
  const lostUnit = queue.write(2, nothing);
  await assert.rejects(
    queue.write(1, () => Promise.reject(full)),
    isFull,
  );
  await assert.rejects(lostUnit, isFull);
});

test('a unit whose savepoint cannot be released gets the cause', async () => {
  const { queue, steps } = queueFixture(['release']);
  const earlierUnit = queue.write(1, nothing);
  await assert.rejects(queue.write(1, nothing), /^Error: no release$/);
  await earlierUnit;
  assert.deepEqual(steps(), ['begin', 'savepoint', 'release', 'back', 'commit']);
});

test('if a unit is refused because of an earlier one, that one is durable before the caller is answered', async () => {
  const { queue, failing, steps } = queueFixture();
  const taker = { has: false };
  const take = async () => {
    if (taker.has) throw new Error('taken');
    taker.has = true;
  };
  const first = queue.write(1, take);
  await assert.rejects(queue.write(1, take), /^Error: taken$/);
  assert.equal(steps().at(-1), 'commit');
  await first;
  taker.has = false;
  failing.add('commit');
  const earlierUnit = queue.write(1, take);
  await assert.rejects(queue.write(1, take), isRefused);
  await assert.rejects(earlierUnit, isRefused);
});
