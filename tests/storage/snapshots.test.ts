// Snapshots of the embedded engine: how many are open at a time, how they are held back, and how those open for too long
// are ended.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import { limits } from '../../src/api-contract/limits.ts';
import type { Connection } from '../../src/storage/connection.ts';
import { SqliteConnection } from '../../src/storage/sqlite-connection.ts';
import { SqliteSnapshots } from '../../src/storage/sqlite-snapshots.ts';
import { passTurns } from '../support/event-loop-turns.ts';
import { temporaryFolder } from '../support/temporary.ts';

const directory = temporaryFolder();
let files = 0;

/** A file with one table, a connection that writes to it, and its snapshots; these wait for `before`. */
function open(before: () => Promise<void> | undefined = () => undefined) {
  const file = join(directory, `${files++}.db`);
  const writingConnection = new SqliteConnection(file, 'writing');
  writingConnection.pragma('journal_mode = WAL');
  writingConnection.command('create table anything (id integer)');
  const snapshots = new SqliteSnapshots(file, before);
  after(() => {
    snapshots.close();
    writingConnection.close();
  });
  return {
    snapshots,
    writing: writingConnection,
    add: () => writingConnection.command('insert into anything values (1)'),
  };
}

const countIn = async ({ execute }: Connection) =>
  (await execute('select count(*) as count from anything', []))[0]?.count;

/** A snapshot that stays open until released, and what it sees. */
function pausedSnapshot(snapshots: SqliteSnapshots) {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const { promise: isOpen, resolve: resolveOpen } = Promise.withResolvers<void>();
  const read = snapshots.run(
    (begin) => begin(),
    async (connection) => {
      const countAtStart = await countIn(connection);
      resolveOpen();
      await isReleased;
      return [countAtStart, await countIn(connection)];
    },
  );
  read.catch(resolveOpen);
  return { read, isOpen, release };
}

const isRefused = (error: unknown) => error instanceof ApiError && error.status === 503;

test('each snapshot sees the state at its start, and the next one sees later changes', async () => {
  const { snapshots, add } = open();
  const first = pausedSnapshot(snapshots);
  await first.isOpen;
  add();
  const second = pausedSnapshot(snapshots);
  await second.isOpen;
  add();
  first.release();
  second.release();
  assert.deepEqual(await Promise.all([first.read, second.read]), [
    [0, 0],
    [1, 1],
  ]);
  // On a connection that was used before.
  assert.equal(await snapshots.run((begin) => begin(), countIn), 2);
});

test('bound snapshotsAtOnce: that many are open, and the next one starts when one ends', async () => {
  const { snapshots } = open();
  const all = Array.from({ length: limits.snapshotsAtOnce }, () => pausedSnapshot(snapshots));
  await Promise.all(all.map(({ isOpen }) => isOpen));
  let hasBegun = false;
  const further = snapshots.run(
    (begin) => begin(),
    async () => {
      hasBegun = true;
    },
  );
  await passTurns();
  assert.equal(hasBegun, false);
  all[0]?.release();
  await further;
  for (const { release } of all) release();
  await Promise.all(all.map(({ read }) => read));
});

test('a failed snapshot releases its slot, and its connection is used again', async () => {
  const { snapshots } = open();
  for (let count = 0; count < limits.snapshotsAtOnce + 1; count++) {
    const failing = snapshots.run(
      (begin) => begin(),
      () => Promise.reject(new Error('no')),
    );
    await assert.rejects(failing, /^Error: no$/);
    assert.equal(snapshots.isAnyOpen, false);
  }
  assert.equal(await snapshots.run((begin) => begin(), countIn), 0);
});

test('a free connection serves the next snapshot', async () => {
  const { snapshots } = open();
  const usedConnection = () =>
    snapshots.run(
      (begin) => begin(),
      async (connection) => connection,
    );
  const first = await usedConnection();
  assert.equal(await usedConnection(), first);
});

test('snapshots that wait while held back all start on release', async () => {
  const { snapshots } = open();
  snapshots.block();
  let beginnings = 0;
  const waitingSnapshots = Array.from({ length: 3 }, () =>
    snapshots.run(
      (begin) => begin(),
      async () => {
        beginnings++;
      },
    ),
  );
  await passTurns();
  assert.equal(beginnings, 0);
  snapshots.unblock();
  await Promise.all(waitingSnapshots);
  assert.equal(beginnings, 3);
  // A single one too, which no other snapshot could wake.
  snapshots.block();
  const alone = pausedSnapshot(snapshots);
  alone.release();
  await passTurns();
  snapshots.unblock();
  assert.deepEqual(await alone.read, [0, 0]);
});

test('a waiting snapshot checks again before it opens', async () => {
  let isBusy = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  const { snapshots, add } = open(() => (isBusy ? promise : undefined));
  const read = snapshots.run(async (begin) => {
    isBusy = true;
    return begin();
  }, countIn);
  await passTurns();
  assert.equal(snapshots.isAnyOpen, false);
  add();
  isBusy = false;
  resolve();
  assert.equal(await read, 1);
});

test('waiting for open snapshots returns whether they ended in time', async () => {
  const { snapshots } = open();
  assert.equal(await snapshots.waitForEnd(0), true, 'there is none');
  const one = pausedSnapshot(snapshots);
  await one.isOpen;
  assert.equal(await snapshots.waitForEnd(20), false);
  const ended = snapshots.waitForEnd(100_000);
  one.release();
  await one.read;
  assert.equal(await ended, true);
});

test('a snapshot open for too long is ended and refused, and the server waits for a younger one', async () => {
  const { snapshots } = open();
  const old = pausedSnapshot(snapshots);
  await old.isOpen;
  await snapshots.endAfter(0);
  assert.equal(snapshots.isAnyOpen, false);
  const young = pausedSnapshot(snapshots);
  await young.isOpen;
  let isOver = false;
  const waited = snapshots.endAfter(100_000).then(() => {
    isOver = true;
  });
  await passTurns();
  assert.equal(isOver, false);
  young.release();
  assert.deepEqual(await young.read, [0, 0]);
  await waited;
  old.release();
  await assert.rejects(old.read, isRefused);
  // Both connections are used again.
  const nextSnapshots = [pausedSnapshot(snapshots), pausedSnapshot(snapshots)];
  for (const { release } of nextSnapshots) release();
  for (const { read } of nextSnapshots) assert.deepEqual(await read, [0, 0]);
});

test('a snapshot is ended by the time for which it was open, however late the timer runs', async (t) => {
  const { snapshots } = open();
  t.mock.method(performance, 'now', () => 1_000_000);
  const one = pausedSnapshot(snapshots);
  await one.isOpen;
  const waited = snapshots.endAfter(1_000_000);
  await passTurns();
  one.release();
  assert.deepEqual(await one.read, [0, 0]);
  await waited;
});

test('a snapshot that was not opened reads nothing', async () => {
  const { snapshots } = open();
  const { promise: connection, resolve } = Promise.withResolvers<Connection>();
  await snapshots.run(
    async (begin) => resolve(await begin()),
    async () => undefined,
  );
  await assert.rejects(countIn(await connection), isRefused);
});
