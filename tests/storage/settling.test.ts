// After a failed sync of the write-ahead log, all of the log is written again in place before the next sync, because
// the operating system may treat pages as written that it could not write.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import type { SqliteConnection } from '../../src/storage/sqlite-connection.ts';
import { SqliteFlush } from '../../src/storage/sqlite-flush.ts';

const MEBIBYTE = 1024 * 1024;

/** A log of this many bytes on a disk that can fail; `done` lists the calls, `disk` holds what was written again. */
function syncFixture(length: number) {
  const log = Buffer.from(Array.from({ length }, (_, index) => index % 251));
  const disk = Buffer.alloc(length);
  const state = { isBroken: false, done: [] as string[] };
  const reading = {
    beginRead: () => state.done.push('keep the state before'),
    endRead: () => state.done.push('show the newest'),
  } as unknown as SqliteConnection;
  const file = {
    read: async (chunk: Buffer, offset: number, size: number, position: number) => ({
      bytesRead: log.copy(chunk, offset, position, Math.min(position + size, length)),
    }),
    write: async (chunk: Buffer, offset: number, size: number, position: number) => {
      chunk.copy(disk, position, offset, offset + size);
    },
  } as unknown as ConstructorParameters<typeof SqliteFlush>[1];
  const flush = new SqliteFlush(reading, file, async () => {
    state.done.push('sync');
    if (state.isBroken) throw new Error('no disk');
  });
  return { flush, state, log, disk };
}

const nothing = () => undefined;
const isRefused = (error: unknown) => error instanceof ApiError && error.status === 503;

test('a commit becomes visible once it is synced', async () => {
  const { flush, state } = syncFixture(10);
  const committed = flush.commit(() => state.done.push('commit'));
  assert.ok(flush.syncing);
  await committed;
  assert.equal(flush.syncing, undefined);
  assert.deepEqual(state.done, ['keep the state before', 'commit', 'sync', 'show the newest']);
});

test('a commit that the engine refuses is not synced, and the state before is released', async () => {
  const { flush, state } = syncFixture(10);
  const refusedCommit = flush.commit(() => {
    throw new Error('no');
  });
  await assert.rejects(refusedCommit, /^Error: no$/);
  assert.deepEqual(state.done, ['keep the state before', 'show the newest']);
  assert.equal(flush.syncing, undefined);
  await flush.settle();
  assert.equal(state.done.length, 2, 'there is nothing to settle');
});

for (const length of [0, 1, 1000, MEBIBYTE, 2 * MEBIBYTE + 1]) {
  test(`a log of ${length} bytes is written again, every byte in place`, async () => {
    const { flush, state, log, disk } = syncFixture(length);
    state.isBroken = true;
    await assert.rejects(flush.commit(nothing), /no disk/);
    assert.throws(() => flush.syncing, isRefused);
    await assert.rejects(flush.settle(), /no disk/);
    assert.throws(() => flush.syncing, isRefused);
    disk.fill(255);
    state.isBroken = false;
    state.done.length = 0;
    await flush.settle();
    assert.ok(disk.equals(log));
    assert.deepEqual(state.done, ['sync', 'show the newest']);
    assert.equal(flush.syncing, undefined);
    await flush.settle();
    assert.equal(state.done.length, 2, 'once is enough');
  });
}
