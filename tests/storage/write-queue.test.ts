// The write queue: units share commits, fail alone, and nothing is reported before it is durable.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ApiError, badRequest } from '../../src/api-contract/error.ts';
import type { LogEntry } from '../../src/api-contract/event.ts';
import { ParleyDatabase } from '../../src/storage/database.ts';
import type { Reader, Writer } from '../../src/storage/reader-writer.ts';
import { passTurns } from '../support/event-loop-turns.ts';
import { freshDatabase, testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const directory = temporaryFolder();
let files = 0;

/** A database with the log of one organization; `flush` replaces the disk. */
async function open(flush?: () => Promise<void>): Promise<ParleyDatabase> {
  const url = await freshDatabase();
  const database = await ParleyDatabase.open({
    url,
    file: join(directory, `${files++}.db`),
    ...(flush && { flush }),
  });
  after(() => database.close());
  await database.write(0, async (writer) => {
    await writer.db.insertInto('organization_sequence').values({ organization_id: 1, sequence: 0 }).execute();
  });
  return database;
}

const note = (writer: Writer, type: string) =>
  writer.emit({ type: `_${type}` as const, audience: { kind: 'everyone' }, payload: {} });

async function typesInLog(database: ParleyDatabase): Promise<string[]> {
  return (await database.entriesAfter(database.reader(1), 0, 10_000)).entries.map((entry) =>
    entry.type.slice(1),
  );
}

test('a refused unit rolls back itself and no other', async () => {
  const database = await open();
  const results = await Promise.allSettled([
    database.write(1, async (writer) => note(writer, 'first')),
    database.write(1, async (writer) => {
      note(writer, 'second');
      throw badRequest('no');
    }),
    database.write(1, async (writer) => note(writer, 'third')),
  ]);
  assert.deepEqual(
    results.map((result) => result.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(await typesInLog(database), ['first', 'third']);
});

test('log positions rise from unit to unit', async () => {
  const database = await open();
  const positions = await Promise.all(
    Array.from({ length: 500 }, () => database.write(1, async (writer) => note(writer, 'x'))),
  );
  for (let index = 1; index < positions.length; index++)
    assert.ok(Number(positions[index]) > Number(positions[index - 1]));
  assert.equal(await database.sequence(database.reader(1)), positions.at(-1));
});

test('a unit submitted while another one ends is never forgotten', async () => {
  const database = await open();
  for (let round = 0; round < 300; round++) {
    await database.write(1, async (writer) => note(writer, 'x'));
    for (let turns = 0; turns < round % 12; turns++) await Promise.resolve();
  }
  assert.equal((await typesInLog(database)).length, 300);
});

/** A disk that can be paused or broken. */
function disk() {
  let release: () => void = () => undefined;
  let flushStarted: () => void = () => undefined;
  let state: 'works' | 'held' | 'broken' = 'works';
  return {
    flush: async () => {
      flushStarted();
      if (state === 'broken') throw new Error('the disk is gone');
      if (state === 'held') await new Promise<void>((resolve) => (release = resolve));
    },
    break() {
      state = 'broken';
    },
    mend() {
      state = 'works';
      release();
    },
    /** Pauses the next flush; resolves when it has started. */
    hold() {
      state = 'held';
      return new Promise<void>((resolve) => (flushStarted = resolve));
    },
  };
}

const embeddedOnly = { skip: Boolean(testDatabaseUrl) && 'PostgreSQL flushes itself' };

test('no answer, delivery or read comes before the flush', embeddedOnly, async () => {
  const { flush, hold, mend } = disk();
  const database = await open(flush);
  const deliveredEntries: LogEntry[] = [];
  database.onCommit(async (_organization, { entries }) => void deliveredEntries.push(...entries));
  const flushing = hold();
  let isAnswered = false;
  const pendingWrite = database
    .write(1, async (writer) => note(writer, 'x'))
    .then(() => {
      isAnswered = true;
    });
  await flushing;
  let inSnapshot: number | undefined;
  const snapshot = database.snapshot(1, async (reader) => {
    inSnapshot = await database.sequence(reader);
  });
  await passTurns();
  assert.equal(isAnswered, false);
  assert.equal(deliveredEntries.length, 0);
  assert.deepEqual(await typesInLog(database), [], 'a single read sees the state before, at once');
  assert.equal(inSnapshot, undefined, 'a snapshot waits');
  mend();
  await Promise.all([pendingWrite, snapshot]);
  assert.equal(deliveredEntries.length, 1);
  assert.equal(inSnapshot, deliveredEntries[0]?.sequence);
  assert.deepEqual(await typesInLog(database), ['x']);
});

const isSaved = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map((result) =>
    result.status === 'rejected' && result.reason instanceof ApiError ? result.reason.status : result.status,
  );

test('a commit that fails refuses every unit of its group with 503', embeddedOnly, async () => {
  const storage = disk();
  const database = await open(storage.flush);
  storage.break();
  const units = [1, 2, 3].map(() => database.write(1, async (writer) => note(writer, 'x')));
  assert.deepEqual(isSaved(await Promise.allSettled(units)), [503, 503, 503]);
  storage.mend();
  await database.write(1, async (writer) => note(writer, 'y'));
});

test('changes that may not be on disk are invisible until they are', embeddedOnly, async () => {
  const storage = disk();
  const database = await open(storage.flush);
  const doubts: number[][] = [];
  let onDoubt: () => void = () => undefined;
  const isInDoubt = new Promise<void>((resolve) => (onDoubt = resolve));
  database.onUnknownOutcome(async (organizationIds) => {
    doubts.push([...organizationIds]);
    onDoubt();
  });
  storage.break();
  const unit = database.write(1, async (writer) => note(writer, 'x'));
  assert.deepEqual(isSaved(await Promise.allSettled([unit])), [503]);
  assert.deepEqual(await typesInLog(database), []);
  const another = database.write(1, async (writer) => note(writer, 'never'));
  const snapshot = database.snapshot(1, (reader) => database.sequence(reader));
  assert.deepEqual(isSaved(await Promise.allSettled([another, snapshot])), [503, 503]);
  assert.deepEqual(doubts, [], 'there is nothing to check yet');
  storage.mend();
  // Without writes, the queue itself checks whether the disk works again.
  await isInDoubt;
  assert.deepEqual(doubts, [[1]]);
  assert.deepEqual(await typesInLog(database), ['x']);
  await database.snapshot(1, async (reader) => assert.ok((await database.sequence(reader)) > 0));
});

test('entries are in the order of their log positions, whenever they were written', async () => {
  const database = await open();
  const deliveredSequences: number[] = [];
  database.onCommit(async (_organization, { entries }) => {
    deliveredSequences.push(...entries.map((entry) => entry.sequence));
  });
  const [first, second] = await database.write(1, async (writer) => {
    const position = writer.nextSequence();
    const later = note(writer, 'later');
    return [writer.emit({ type: '_first', audience: { kind: 'everyone' }, payload: {} }, position), later];
  });
  assert.deepEqual(deliveredSequences, [first, second]);
  assert.deepEqual(await typesInLog(database), ['first', 'later']);
});

test('a snapshot between groups starts where every commit has been applied, despite concurrent writes', async () => {
  const database = await open();
  let announced = 0;
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  database.onCommit(async (_organizationId, { head }) => {
    for (let turns = 0; turns < 5; turns++) await turn();
    announced = head;
  });
  let isOver = false;
  const writers = Array.from({ length: 4 }, async () => {
    while (!isOver) await database.write(1, async (writer) => note(writer, 'x'));
  });
  const snapshotPositions: { known: number; sequence: number; still: number }[] = [];
  for (let count = 0; count < 40; count++) {
    for (let turns = 0; turns < count % 7; turns++) await turn();
    const position = await database.snapshotBetweenGroups(
      1,
      async (reader) => ({ known: announced, sequence: await database.sequence(reader) }),
      async (reader, begun) => {
        await turn();
        return { ...begun, still: await database.sequence(reader) };
      },
    );
    snapshotPositions.push(position);
  }
  isOver = true;
  await Promise.all(writers);
  for (const { known, sequence, still } of snapshotPositions)
    assert.deepEqual([known, still], [sequence, sequence]);
  assert.ok(
    new Set(snapshotPositions.map(({ sequence }) => sequence)).size > 10,
    'the log grew in the meantime',
  );
});

test('a snapshot between groups that fails to start blocks no one', async () => {
  const database = await open();
  const failing = database.snapshotBetweenGroups(
    1,
    () => Promise.reject(new Error('no')),
    async () => 'read',
  );
  const pendingWrite = database.write(1, async (writer) => note(writer, 'after'));
  await assert.rejects(failing, /^Error: no$/);
  await pendingWrite;
  const sequence = (reader: Reader) => database.sequence(reader);
  assert.equal(await database.snapshotBetweenGroups(1, sequence, async (_reader, position) => position), 16);
});
