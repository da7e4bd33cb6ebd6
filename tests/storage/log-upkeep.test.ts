// When the write-ahead log of the embedded engine restarts, is checkpointed and is truncated, step by step. Behavior under
// load is in `write-ahead-log.test.ts`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits, MEBIBYTE } from '../../src/api-contract/limits.ts';
import { clockOf, logFixture } from './log-fixture.ts';

const RESTART_CALLS = ['block', 'waitForEnd 50', 'block', 'RESTART', 'unblock'];

test('from 16 MB on the log restarts when little is left to checkpoint, with snapshots held back', async () => {
  const { before } = logFixture();
  assert.deepEqual(await before(15), []);
  assert.deepEqual(await before(17, 3), [], 'much is left to checkpoint');
  assert.deepEqual(await before(16), RESTART_CALLS);
  assert.deepEqual(await before(15), []);
  assert.deepEqual(await before(17), RESTART_CALLS, 'and again after it has grown');
});

test('pages that were checkpointed since the last group no longer count as left to checkpoint', async () => {
  const { log, state, calls, after } = logFixture();
  after(17, 3);
  state.leftToCheckpoint = 1;
  await log.beforeWrite();
  assert.deepEqual(calls, RESTART_CALLS);
  calls.length = 0;
  // Everything is checkpointed and no one reads: the next group restarts the log without help.
  after(17, 0);
  await log.beforeWrite();
  assert.deepEqual(calls, []);
});

test('the writer waits for a running checkpoint only when the log nears its bound', async () => {
  const { before, state } = logFixture();
  state.isBusy = true;
  assert.deepEqual(await before(17), []);
  assert.deepEqual(await before(47), []);
  const urgently = ['block', `endAfter ${limits.snapshotMilliseconds}`, 'block', 'RESTART', 'unblock'];
  assert.deepEqual(await before(48), urgently);
  state.isBusy = false;
  assert.deepEqual(await before(49, 30), urgently, 'even if much is left to checkpoint');
});

test('snapshots that do not end postpone the restart until the log has grown by 2 MB', async () => {
  const { before, state } = logFixture();
  state.doSnapshotsEnd = false;
  assert.deepEqual(await before(17), ['block', 'waitForEnd 50', 'unblock']);
  assert.deepEqual(await before(18), []);
  assert.deepEqual(await before(19.5), ['block', 'waitForEnd 50', 'unblock']);
  state.doSnapshotsEnd = true;
  assert.deepEqual(await before(20), []);
  assert.deepEqual(await before(22), RESTART_CALLS);
});

test('a failed restart is retried after 2 MB, and reported once the log exceeds its bound', async () => {
  const { before, state } = logFixture();
  state.result = { isDone: false, failure: 'the disk is full' };
  const tries = async (size: number) => (await before(size)).includes('RESTART');
  assert.deepEqual([await tries(17), await tries(18), await tries(19.5)], [true, false, true]);
  assert.deepEqual(state.warnings, []);
  const bound = limits.writeAheadLogBytes / MEBIBYTE;
  assert.equal(await tries(bound), true);
  const sentence = `The write-ahead log has ${bound} MB and cannot be reset: the disk is full.`;
  assert.deepEqual(state.warnings, [sentence]);
  assert.deepEqual([await tries(bound + 1), await tries(bound + 3)], [false, true]);
  assert.equal(state.warnings.length, 1, 'it is reported once');
  state.result = { isDone: true };
  assert.equal(await tries(bound + 7), true);
  state.result = { isDone: false };
  assert.equal(await tries(bound + 1), true);
  assert.match(state.warnings[1] ?? '', /cannot be reset: another program is reading the database\.$/);
  assert.equal(state.warnings.length, 2, 'and once more after a success');
});

test('nothing is written while the log restarts', async () => {
  const { log, state, before } = logFixture();
  await before(15);
  state.size = 17;
  log.onCommit();
  const first = log.beforeWrite();
  while (!log.exclusive) await Promise.resolve();
  state.size = 0;
  let isWritten = false;
  const second = log.beforeWrite().then(() => {
    isWritten = true;
    assert.equal(log.exclusive, undefined);
  });
  assert.equal(isWritten, false);
  await Promise.all([first, second]);
  assert.equal(log.exclusive, undefined);
});

test('commits are checkpointed from 4 MB on, or 2 MB if the log is large, one checkpoint at a time', () => {
  const { state, after } = logFixture();
  assert.deepEqual(after(10, 3), []);
  assert.deepEqual(after(10, 4), ['PASSIVE']);
  assert.deepEqual(after(16, 1.9), []);
  assert.deepEqual(after(16, 2), ['PASSIVE']);
  state.isBusy = true;
  assert.deepEqual(after(17, 10), []);
});

test('three seconds after the last commit a large log is truncated', async (t) => {
  const pass = clockOf(t);
  const { state, calls, after } = logFixture();
  state.file = 5;
  const wait = async (milliseconds: number) => {
    await pass(milliseconds);
    return calls.splice(0);
  };
  assert.deepEqual(await wait(2000), []);
  after(5, 1);
  assert.deepEqual(await wait(2000), [], 'there was another commit');
  assert.deepEqual(await wait(1000), ['block', 'TRUNCATE', 'unblock', 'stop']);
  for (const isUsed of ['isBusy', 'isAnyOpen', 'isInTransaction'] as const) {
    state[isUsed] = true;
    assert.deepEqual(await wait(3000), ['stop'], `not while it ${isUsed}`);
    state[isUsed] = false;
  }
  assert.deepEqual(await wait(3000), ['block', 'TRUNCATE', 'unblock', 'stop'], 'it checks again');
  state.file = 0.5;
  assert.deepEqual(await wait(3000), ['stop'], 'a small one is left as it is');
  assert.deepEqual(await wait(6000), [], 'and nothing more is done until the next write');
  after(0.5, 0.1);
  assert.deepEqual(await wait(3000), ['stop']);
});

test('a log is not truncated while it restarts', async (t) => {
  const pass = clockOf(t);
  const { log, state, calls, after } = logFixture();
  state.file = 20;
  after(17, 1);
  const { promise, resolve } = Promise.withResolvers<void>();
  state.checkpointMayEnd = promise;
  const pendingWrite = log.beforeWrite();
  while (!log.exclusive) await Promise.resolve();
  await pass(3000);
  assert.deepEqual(calls.splice(0), ['block', 'waitForEnd 50', 'block', 'RESTART', 'stop']);
  resolve();
  await pendingWrite;
  assert.deepEqual(calls, ['unblock']);
});

test('a closed log is no longer checked', async (t) => {
  const pass = clockOf(t);
  const { log, state, calls } = logFixture();
  state.file = 5;
  await log.close();
  assert.deepEqual(calls.splice(0), ['stop']);
  await pass(10_000);
  assert.deepEqual(calls, []);
});
