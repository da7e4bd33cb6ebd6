// The write door: units share commits, fail alone, and nobody hears of anything before it is durable.

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ApiError, badRequest } from '../../src/contract/error.ts';
import type { LogEntry } from '../../src/contract/event.ts';
import { ParleyDatabase } from '../../src/storage/database.ts';
import type { Writer } from '../../src/storage/session.ts';
import { freshDatabase } from '../support/server.ts';

const directory = await mkdtemp(join(tmpdir(), 'parley-door-'));
after(() => rm(directory, { recursive: true, force: true }));
let files = 0;

/** A database with one organization's log; `flush` stands in for the disk. */
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
  writer.emit({ type, audience: { kind: 'everyone' }, payload: {} });

async function typesInLog(database: ParleyDatabase): Promise<string[]> {
  return (await database.entriesAfter(database.reader(1), 0, 10_000)).map((entry) => entry.type);
}

test('a unit that refuses takes itself back and nobody else', async () => {
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

test('places in the log rise from unit to unit', async () => {
  const database = await open();
  const places = await Promise.all(
    Array.from({ length: 500 }, () => database.write(1, async (writer) => note(writer, 'x'))),
  );
  for (let index = 1; index < places.length; index++)
    assert.ok(Number(places[index]) > Number(places[index - 1]));
  assert.equal(await database.sequence(database.reader(1)), places.at(-1));
});

test('a unit handed in as another one ends is never forgotten', async () => {
  const database = await open();
  for (let round = 0; round < 300; round++) {
    await database.write(1, async (writer) => note(writer, 'x'));
    for (let turns = 0; turns < round % 12; turns++) await Promise.resolve();
  }
  assert.equal((await typesInLog(database)).length, 300);
});

test('no reply and no delivery comes before the flush', {
  skip: Boolean(process.env.PARLEY_TEST_DATABASE_URL) && 'PostgreSQL flushes itself',
}, async () => {
  let release: () => void = () => undefined;
  let isHeld = false;
  const database = await open(() =>
    isHeld ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve(),
  );
  const seen: LogEntry[] = [];
  database.onCommit(async (_organization, { entries }) => void seen.push(...entries));
  isHeld = true;
  let isAnswered = false;
  const written = database
    .write(1, async (writer) => note(writer, 'x'))
    .then(() => {
      isAnswered = true;
    });
  // The unit is committed as soon as another connection sees it; only the flush is missing.
  while ((await typesInLog(database)).length === 0) await new Promise((resolve) => setImmediate(resolve));
  for (let turns = 0; turns < 50; turns++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isAnswered, false);
  assert.equal(seen.length, 0);
  isHeld = false;
  release();
  await written;
  assert.equal(seen.length, 1);
});

test('a commit that fails refuses every unit of its group with 503', {
  skip: Boolean(process.env.PARLEY_TEST_DATABASE_URL) && 'the stand-in is the embedded engine’s',
}, async () => {
  let isBroken = false;
  const database = await open(() =>
    isBroken ? Promise.reject(new Error('the disk is gone')) : Promise.resolve(),
  );
  isBroken = true;
  const results = await Promise.allSettled(
    [1, 2, 3].map(() => database.write(1, async (writer) => note(writer, 'x'))),
  );
  for (const result of results) {
    assert.equal(result.status, 'rejected');
    assert.ok(result.status === 'rejected' && result.reason instanceof ApiError);
    assert.equal(result.reason.status, 503);
  }
  isBroken = false;
  await database.write(1, async (writer) => note(writer, 'y'));
});

test('entries stand in the log in the order of their places, whenever they were written', async () => {
  const database = await open();
  const delivered: number[] = [];
  database.onCommit(async (_organization, { entries }) => {
    delivered.push(...entries.map((entry) => entry.sequence));
  });
  const [first, second] = await database.write(1, async (writer) => {
    const place = writer.nextSequence();
    const later = note(writer, 'later');
    return [writer.emit({ type: 'first', audience: { kind: 'everyone' }, payload: {} }, place), later];
  });
  assert.deepEqual(delivered, [first, second]);
  assert.deepEqual(await typesInLog(database), ['first', 'later']);
});
