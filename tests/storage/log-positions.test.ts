// Log positions: how entries get them, how many bytes the log counts, and what a database does with pending units when it
// is closed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import type { Writer } from '../../src/storage/reader-writer.ts';
import { withLimit } from '../support/with-limit.ts';
import { openDatabase } from './open-database.ts';

const entry = (width?: number) => ({
  type: '_x' as const,
  audience: { kind: 'nobody' } as const,
  payload: {},
  ...(width !== undefined && { width }),
});
const note = async (writer: Writer) => writer.emit(entry());

test('an entry takes as many positions as its width', async () => {
  const database = await openDatabase();
  const positions = await database.write(1, async (writer) =>
    [undefined, 1, 2, 17, 18, 16].map((width) => writer.emit(entry(width))),
  );
  assert.deepEqual(positions, [16, 32, 64, 96, 144, 176]);
  assert.equal(await database.sequence(database.reader(1)), 176);
});

test('the log counts the bytes of all its entries', async () => {
  const database = await openDatabase();
  await database.write(
    1,
    async (writer) => void [writer.emit(entry()), writer.emit({ ...entry(), type: '_größer' as const })],
  );
  await database.write(1, note);
  const rows = await database
    .reader(1)
    .db.selectFrom('event')
    .select(['entry', 'log_bytes'])
    .orderBy('sequence')
    .execute();
  let bytes = 0;
  for (const row of rows) {
    bytes += Buffer.byteLength(row.entry);
    assert.equal(row.log_bytes, bytes);
  }
  assert.equal(rows.length, 3);
});

test('an organization without a log begins at its first position', async () => {
  const database = await openDatabase();
  assert.equal(await database.sequence(database.reader(5)), 0);
  assert.equal(await database.write(5, note), 16);
  const [row] = await database.reader(5).db.selectFrom('event').select('log_bytes').execute();
  assert.equal(row?.log_bytes, Buffer.byteLength(JSON.stringify({ ...entry(), sequence: 16 })));
});

test('a unit without log positions is reported to no one', async () => {
  const database = await openDatabase();
  const commits: number[] = [];
  database.onCommit(async (organizationId, { from, head, entries }) => {
    commits.push(organizationId, from, head, entries.length);
  });
  await database.write(1, async () => undefined);
  assert.deepEqual(commits, []);
  await database.write(1, async (writer) => writer.nextSequence());
  assert.deepEqual(commits, [1, 0, 16, 0]);
});

test('a second entry at one position rolls back the unit', async () => {
  const database = await openDatabase();
  const failing = database.write(
    1,
    async (writer) => void [writer.emit(entry(), 16), writer.emit(entry(), 16)],
  );
  await assert.rejects(failing, (error) => !(error instanceof ApiError));
  assert.deepEqual((await database.entriesAfter(database.reader(1), 0, 10)).entries, []);
  assert.equal(await database.write(1, note), 16);
});

test('the log is read after a position, up to a limit', async () => {
  const database = await openDatabase();
  await database.write(1, async (writer) => void [1, 2, 3, 4].map(() => writer.emit(entry())));
  const positionsAfter = async (after: number, limit: number) =>
    (await database.entriesAfter(database.reader(1), after, limit)).entries.map(({ sequence }) => sequence);
  assert.deepEqual(await positionsAfter(0, 10), [16, 32, 48, 64]);
  assert.deepEqual(await positionsAfter(16, 2), [32, 48]);
  assert.deepEqual(await positionsAfter(64, 2), []);
});

test('the log is read in pages of a limited number of bytes', async () => {
  const database = await openDatabase();
  const long = (size: number) => ({ ...entry(), payload: { text: 'x'.repeat(size) } });
  await database.write(
    1,
    async (writer) => void [5000, 5000, 5000, 10, 10].map((size) => writer.emit(long(size))),
  );
  const stretch = async (after: number) => {
    const { entries, until, isComplete } = await database.entriesAfter(database.reader(1), after, 10);
    return [entries.map(({ sequence }) => sequence), until, isComplete];
  };
  await withLimit('bytesPerTurn', 12_000, async () => {
    assert.deepEqual(await stretch(0), [[16, 32], 32, false]);
    assert.deepEqual(await stretch(32), [[48, 64, 80], 80, true]);
    assert.deepEqual(await stretch(80), [[], 80, true]);
  });
  await withLimit('bytesPerTurn', 1, async () => assert.deepEqual(await stretch(0), [[16], 16, false]));
});

test('closing waits for submitted units, and then nothing is answered', async () => {
  const database = await openDatabase();
  const pendingWrite = database.write(1, note);
  await database.close();
  assert.equal(await pendingWrite, 16);
  await assert.rejects(database.sequence(database.reader(1)));
});
