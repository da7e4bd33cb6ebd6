// Work deferred to the end of a transaction: done once for the units that were committed, in order, as part of the group.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ApiError, badRequest } from '../../src/api-contract/error.ts';
import { ParleyDatabase } from '../../src/storage/database.ts';
import { matchesAmong } from '../../src/stores/search/match-store.ts';
import { indexMessage, unindexMessages } from '../../src/stores/search/search-store.ts';
import { freshDatabase } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const directory = temporaryFolder();
let files = 0;
const TRIES = 50;

async function open(): Promise<ParleyDatabase> {
  const database = await ParleyDatabase.open({
    url: await freshDatabase(),
    file: join(directory, `${files++}.db`),
  });
  after(() => database.close());
  await database.write(0, async (writer) => {
    await writer.db.insertInto('organization_sequence').values({ organization_id: 1, sequence: 0 }).execute();
  });
  return database;
}

const ids = Array.from({ length: 1000 }, (_, id) => id);
const found = async (database: ParleyDatabase, word: string) =>
  [...(await matchesAmong(database.reader(1), [word], ids))].sort((a, b) => a - b);

test('deferred work runs after all units of the group, in order', async () => {
  const database = await open();
  let order: string[] = [];
  const unit = (name: string) =>
    database.write(1, async (writer) => {
      writer.atCommit(async () => {
        order.push(`${name} late`);
      });
      order.push(name);
    });
  // A loaded machine may give each unit a group of its own, but not every time.
  for (let tries = 0; tries < TRIES && order[1] !== 'second'; tries++) {
    order = [];
    await Promise.all([unit('first'), unit('second')]);
  }
  assert.deepEqual(order, ['first', 'second', 'first late', 'second late']);
});

test('deferred work of a refused unit does not run', async () => {
  const database = await open();
  let isDone = false;
  const refusedWrite = database.write(1, async (writer) => {
    writer.atCommit(async () => {
      isDone = true;
    });
    throw badRequest('no');
  });
  await assert.rejects(refusedWrite, /no/);
  assert.equal(isDone, false);
});

test('deferred work that fails rolls back the whole group', async () => {
  const database = await open();
  const results = await Promise.allSettled([
    database.write(1, async (writer) => {
      writer.emit({ type: '_kept', audience: { kind: 'everyone' }, payload: {} });
    }),
    database.write(1, async (writer) => {
      writer.atCommit(async () => {
        throw new Error('out of order');
      });
    }),
  ]);
  for (const result of results) {
    assert.equal(result.status, 'rejected');
    assert.ok(
      result.status === 'rejected' && result.reason instanceof ApiError && result.reason.status === 503,
    );
  }
  assert.deepEqual((await database.entriesAfter(database.reader(1), 0, 10)).entries, []);
});

test('words that several units of a group index and remove are in the state of the last unit', async () => {
  const database = await open();
  await Promise.all([
    database.write(1, (writer) => indexMessage(writer, 1, 'bread', '')),
    database.write(1, (writer) => indexMessage(writer, 2, 'butter', '')),
    database.write(1, (writer) => unindexMessages(writer, [1, 2])),
    database.write(1, (writer) => indexMessage(writer, 2, 'bread', '')),
  ]);
  assert.deepEqual(await found(database, 'bread'), [2]);
  assert.deepEqual(await found(database, 'butter'), []);
});
