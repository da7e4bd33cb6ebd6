// The rows of event queues: what is stored of each, which of them end, and how much of the log they need.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { steadyNowSeconds } from '../../src/api-contract/time.ts';
import { endedQueuesOf, endQueue, endQueuesOf } from '../../src/events/end-queues.ts';
import { EventQueue, type QueueOptions, type QueueRecord } from '../../src/events/queue.ts';
import { QueueRegistry } from '../../src/events/queue-registry.ts';
import {
  deleteIdleQueues,
  insertQueue,
  lastPolls,
  positionWithinBytes,
  presentQueueIds,
  readQueue,
  storePositions,
} from '../../src/events/queue-store.ts';
import type { ParleyDatabase } from '../../src/storage/database.ts';
import type { Writer } from '../../src/storage/reader-writer.ts';
import { openDatabase } from '../storage/open-database.ts';
import { queueOptions } from './viewers.ts';

const record = (id: string, accountId = 7, options: Partial<QueueOptions> = {}): QueueRecord => ({
  id,
  organizationId: 1,
  accountId,
  startSequence: 16,
  idleSeconds: 600,
  options: { ...queueOptions, ...options },
});

/** A database with these queues. */
async function withQueues(...records: QueueRecord[]) {
  const database = await openDatabase();
  const write = (unit: (writer: Writer) => Promise<void>) => database.write(1, unit);
  await write(async (writer) => {
    for (const one of records) await insertQueue(writer, one);
  });
  /** Sets a queue's last poll to this many seconds ago. */
  const polledAgo = (id: string, ago: number) =>
    write(async (writer) => {
      const at = Math.floor(steadyNowSeconds() - ago);
      await writer.db.updateTable('event_queue').set({ last_seen_at: at }).where('id', '=', id).execute();
    });
  const ids = async () => [...(await presentQueueIds(database.reader(1)))].sort();
  return { database, write, polledAgo, ids, reader: database.reader(1) };
}

/** Ages are whole seconds and grow while this file runs. */
const startedAt = steadyNowSeconds();
const assertAbout = (found: number | undefined, wanted: number) => {
  const maximum = wanted + 1 + steadyNowSeconds() - startedAt;
  assert.ok(Number(found) >= wanted && Number(found) <= maximum, `${found}, not about ${wanted}`);
};

test('a queue is read as it was stored, and only in its organization', async () => {
  const { database, reader, polledAgo } = await withQueues(record('a'));
  const queue = await readQueue(reader, 'a');
  assert.deepEqual(queue?.record, record('a'));
  assert.equal(queue?.acknowledged, 16);
  assert.equal(await readQueue(reader, 'none'), undefined);
  assert.equal(await readQueue(database.reader(2), 'a'), undefined);
  await polledAgo('a', 300);
  assertAbout((await readQueue(reader, 'a'))?.secondsSincePoll, 300);
  await polledAgo('a', -300);
  assert.ok(
    Number((await readQueue(reader, 'a'))?.secondsSincePoll) < 1,
    'a poll in the future counts as one now',
  );
});

test('queue positions are stored in one unit of work, and in none if nothing moved', async (t) => {
  const { database, reader, polledAgo } = await withQueues(record('a'), record('b'));
  for (const id of ['a', 'b']) await polledAgo(id, 10);
  const writeMock = t.mock.method(database, 'write').mock;
  await storePositions(database, 1, []);
  assert.equal(writeMock.callCount(), 0);
  await storePositions(database, 1, [new EventQueue(record('a'), 48, 0)]);
  await storePositions(database, 1, [new EventQueue(record('a'), 64, 0), new EventQueue(record('b'), 32, 0)]);
  assert.equal(writeMock.callCount(), 2);
  const rows = async () =>
    (await Promise.all(['a', 'b'].map((id) => readQueue(reader, id)))).map((queue) => queue?.acknowledged);
  assert.deepEqual(await rows(), [64, 32]);
});

test('the time of an account’s last poll for messages is that of its latest queue', async () => {
  const { reader, polledAgo } = await withQueues(
    record('a'),
    record('b', 7, { eventTypes: ['typing', 'message'] }),
    record('c', 7, { eventTypes: ['typing'] }),
    record('d', 8, { eventTypes: [] }),
    record('e', 9),
  );
  for (const [id, ago] of [
    ['a', 200],
    ['b', 100],
    ['c', 10],
  ] as const)
    await polledAgo(id, ago);
  const polls = await lastPolls(reader, [7, 8, 10]);
  assert.deepEqual([...polls.keys()], [7]);
  assertAbout(steadyNowSeconds() - (polls.get(7) ?? 0), 100);
  await polledAgo('b', 300);
  assertAbout(steadyNowSeconds() - ((await lastPolls(reader, [7])).get(7) ?? 0), 200);
});

test('the position after which the log has at most a number of bytes is found', async () => {
  const { database, reader, write } = await withQueues();
  assert.equal(await positionWithinBytes(reader, 0), 0);
  await write(async (writer) => {
    writer.nextSequence();
    for (let count = 0; count < 9; count++) {
      const payload = { text: 'x'.repeat(count * 10) };
      writer.emit({ type: '_x', audience: { kind: 'nobody' }, payload });
      if (count % 3 === 0) writer.nextSequence();
    }
  });
  const { entries } = await database.entriesAfter(reader, 0, 100);
  const sizes = entries.map((entry) => Buffer.byteLength(JSON.stringify(entry)));
  /** The position after this many of the entries. */
  const behind = (count: number) => (count < 1 ? 0 : Number(entries[count - 1]?.sequence) + 1);
  for (let dropped = 0; dropped <= entries.length; dropped++) {
    const remainingBytes = sizes.slice(dropped).reduce((sum, size) => sum + size, 0);
    // The last entry that may be dropped need not be found: the bytes after it may stay.
    assert.equal(await positionWithinBytes(reader, remainingBytes), behind(dropped - 1));
    if (remainingBytes > 0)
      assert.equal(await positionWithinBytes(reader, remainingBytes - 1), behind(dropped));
  }
});

test('queues that are not polled end, considering the polls that this server knows of', async () => {
  const { database, ids, polledAgo, write } = await withQueues(
    ...['stored-idle', 'stored-alive', 'here-alive', 'here-idle'].map((id) => record(id)),
  );
  for (const id of ['stored-idle', 'here-alive']) await polledAgo(id, 700);
  const inMemory = [new EventQueue(record('here-alive'), 16), new EventQueue(record('here-idle'), 16, 700)];
  await write((writer) => deleteIdleQueues(writer, inMemory));
  assert.deepEqual(
    await ids(),
    database.engine === 'sqlite'
      ? ['here-alive', 'stored-alive']
      : ['here-alive', 'here-idle', 'stored-alive'],
  );
});

const loggedEntries = async (database: ParleyDatabase) =>
  (await database.entriesAfter(database.reader(1), 0, 10)).entries.map(endedQueuesOf);

test('ended queues are deleted, and the other servers are notified', async () => {
  const { database, ids, write } = await withQueues(record('a'), record('b'), record('c', 8), record('d', 9));
  await write((writer) => endQueue(writer, 'a'));
  assert.deepEqual(await ids(), ['b', 'c', 'd']);
  const one = { queueIds: ['a'], accountIds: new Set() };
  const single = database.engine === 'sqlite' ? [] : [one];
  assert.deepEqual(await loggedEntries(database), single);
  await write((writer) => endQueuesOf(writer, []));
  assert.deepEqual(await loggedEntries(database), single);
  await write((writer) => endQueuesOf(writer, [8]));
  await write((writer) => endQueuesOf(writer, [7, 9]));
  assert.deepEqual(await ids(), []);
  const several = [[8], [7, 9]].map((accounts) => ({ queueIds: [], accountIds: new Set(accounts) }));
  assert.deepEqual(await loggedEntries(database), [...single, ...several]);
});

/** A registry, and the queues that it reported as ended. */
async function registry() {
  const { database, ids, polledAgo, reader, write } = await withQueues();
  const endedIds: string[] = [];
  const queues = new QueueRegistry(database, 1, (queue) => {
    assert.equal(queue.hasEnded, true);
    endedIds.push(queue.record.id);
  });
  const register = (accountId = 7) => queues.register(accountId, 16, 600, queueOptions);
  return { database, queues, register, ended: endedIds, ids, polledAgo, reader, write };
}

const isBad = { code: 'BAD_EVENT_QUEUE_ID' };

test('a queue is found only for its account, as one object, even if it is only in the tables', async () => {
  const { database, queues, register } = await registry();
  const { id } = await register();
  assert.equal(await queues.find(id, 7), await queues.find(id, 7));
  await assert.rejects(queues.find(id, 8), isBad);
  await assert.rejects(queues.find('none', 7), isBad);
  const other = new QueueRegistry(database, 1, () => undefined);
  const [one, two] = await Promise.all([other.find(id, 7), other.find(id, 7)]);
  assert.equal(one, two);
  assert.deepEqual([queues.size, other.size], [1, 1]);
});

test('a queue that seems idle here may have been polled at another server', async (t) => {
  const { queues, register, polledAgo, ended, write } = await registry();
  const { id } = await register();
  const now = performance.now.bind(performance);
  // Mocked once: restoring a mock of a mock would not restore the original.
  let later = 700_000;
  t.mock.method(performance, 'now', () => now() + later);
  await polledAgo(id, 100);
  assertAbout((await queues.find(id, 7)).secondsSincePoll, 100);
  await polledAgo(id, 700);
  later = 2_700_000;
  await assert.rejects(queues.find(id, 7), isBad);
  assert.deepEqual(ended, []);
  await write(async (writer) => void (await writer.db.deleteFrom('event_queue').execute()));
  await assert.rejects(queues.find(id, 7), isBad);
  assert.deepEqual(ended, [id]);
});

test('an ended queue is forgotten, and only its account can end it', async () => {
  const { queues, register, ended, ids } = await registry();
  const [one, two, three, four] = [await register(), await register(), await register(8), await register(9)];
  await assert.rejects(queues.delete(one.id, 8), isBad);
  assert.equal((await ids()).length, 4);
  await queues.delete(one.id, 7);
  assert.deepEqual(ended.splice(0), [one.id]);
  assert.equal((await ids()).includes(one.id), false);
  queues.dropEnded({ queueIds: [two.id, 'none'], accountIds: new Set() });
  assert.deepEqual(ended.splice(0), [two.id]);
  queues.dropEnded({ queueIds: [], accountIds: new Set([8]) });
  assert.deepEqual(ended.splice(0), [three.id]);
  queues.dropEnded({ queueIds: [], accountIds: new Set([8, 9]) });
  assert.deepEqual(ended, [four.id]);
  assert.equal(queues.size, 0);
});

test('changed positions are stored once, and again if storing fails', async (t) => {
  const { database, queues, register, reader, polledAgo } = await registry();
  const { id } = await register();
  await polledAgo(id, 10);
  const queue = await queues.find(id, 7);
  queue.acknowledge(48);
  const { mock } = t.mock.method(database, 'write', () => Promise.reject(new Error('no')));
  await assert.rejects(queues.storePositions(), /^Error: no$/);
  mock.restore();
  const writeMock = t.mock.method(database, 'write').mock;
  await queues.storePositions();
  await queues.storePositions();
  assert.equal(writeMock.callCount(), 1);
  assert.equal((await readQueue(reader, id))?.acknowledged, 48);
});

test('a sweep stores positions and ends queues that are behind or deleted, unless another server does it', async (t) => {
  const { database, queues, register, reader, ids, ended, polledAgo, write } = await registry();
  const [behind, gone, later] = [await register(), await register(), await register()];
  await polledAgo(later.id, 10);
  (await queues.find(later.id, 7)).acknowledge(16 + 32);
  await write(async (writer) => {
    await writer.db.deleteFrom('event_queue').where('id', '=', gone.id).execute();
  });
  const head = 32 + limits.logEntriesPerOrganization * 16;
  const { mock } = t.mock.method(database, 'shouldLeaveWork', async () => true);
  await queues.sweep(head);
  assert.deepEqual(ended.splice(0), [gone.id]);
  assert.equal((await readQueue(reader, later.id))?.acknowledged, 48);
  assert.equal((await ids()).length, 2);
  mock.restore();
  await queues.sweep(head);
  assert.deepEqual(ended, [behind.id]);
  assert.deepEqual(await ids(), [later.id]);
});
