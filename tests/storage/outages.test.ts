// The database server becomes unreachable in the middle of work: pending requests fail with 503, the process survives,
// and everything works again as soon as the database does.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { ApiError } from '../../src/api-contract/error.ts';
import { ParleyDatabase } from '../../src/storage/database.ts';
import type { Reader, Writer } from '../../src/storage/reader-writer.ts';
import { freshDatabase, startTestServer, testDatabaseUrl } from '../support/server.ts';

const skip = !testDatabaseUrl && 'the embedded engine is in this process';

/** Terminates all connections to a database except the one that does so. */
async function cutConnections(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: testDatabaseUrl });
  await admin.connect();
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    new URL(url).pathname.slice(1),
  ]);
  await admin.end();
}

async function openOne(): Promise<{ database: ParleyDatabase; url: string }> {
  const url = (await freshDatabase()) ?? '';
  const database = await ParleyDatabase.open({ url, file: '' });
  after(() => database.close());
  await database.write(0, async (writer) => {
    await writer.db.insertInto('organization_sequence').values({ organization_id: 1, sequence: 0 }).execute();
  });
  return { database, url };
}

const note = (writer: Writer, type: string) =>
  writer.emit({ type: `_${type}` as const, audience: { kind: 'nobody' }, payload: {} });
const head = (database: ParleyDatabase, reader: Reader) => database.sequence(reader);
const isUnavailable = (error: unknown) => error instanceof ApiError && error.status === 503;

test('a connection that breaks within a unit refuses its group and nothing else', { skip }, async () => {
  const { database, url } = await openOne();
  const brokenWrite = database.write(1, async (writer) => {
    note(writer, 'lost');
    await cutConnections(url);
    await head(database, writer);
  });
  await assert.rejects(brokenWrite, isUnavailable);
  await database.write(1, async (writer) => note(writer, 'kept'));
  const { entries } = await database.entriesAfter(database.reader(1), 0, 10);
  assert.deepEqual(
    entries.map((entry) => entry.type.slice(1)),
    ['kept'],
  );
});

test('a connection that breaks within a snapshot fails it, and the next one works', { skip }, async () => {
  const { database, url } = await openOne();
  const brokenSnapshot = database.snapshot(1, async (reader) => {
    await cutConnections(url);
    return head(database, reader);
  });
  await assert.rejects(brokenSnapshot, isUnavailable);
  assert.equal(await database.snapshot(1, (reader) => head(database, reader)), 0);
});

test('an idle connection that breaks has no effect', { skip }, async () => {
  const { database, url } = await openOne();
  await cutConnections(url);
  // The pool notices at some later time.
  for (let tries = 0; tries < 50; tries++) {
    const found = await head(database, database.reader(1)).catch((error: unknown) => {
      assert.ok(isUnavailable(error), String(error));
      return undefined;
    });
    if (found === 0) return;
  }
  assert.fail('it stayed away');
});

test('a failed commit does not affect other connections', { skip }, async () => {
  const { database, url } = await openOne();
  await database.write(1, async (writer) => {
    await writer.execute('create table once (id bigint unique deferrable initially deferred)', []);
  });
  const failing = database.write(1, async (writer) => {
    await writer.execute('insert into once values (1), (1)', []);
  });
  const others = Array.from({ length: 30 }, (_, index) =>
    database.write(index + 2, async (writer) => {
      await writer.execute('insert into once values ($1)', [index + 100]);
    }),
  );
  await assert.rejects(failing, isUnavailable);
  await Promise.all(others);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as count from once');
  await client.end();
  assert.equal(rows[0].count, 30);
});

test('requests get 503 while connections break, health reports it, and all recovers', {
  // A pooler tries again after a second.
  skip: skip || (process.env.PARLEY_TEST_POOLER_URL ? 'a pooler hides the moment' : false),
}, async () => {
  const server = await startTestServer();
  const mel = await server.as('mel');
  const listener = await mel.registerQueue({ event_types: ['message'] });
  const url = server.databaseUrl ?? '';
  for (let round = 0; round < 5; round++) {
    const requests = Array.from({ length: 10 }, (_, index) =>
      mel.request('POST', '/messages', {
        type: 'channel',
        to: '"general"',
        topic: 'outage',
        content: `${round} ${index}`,
      }),
    );
    await cutConnections(url);
    for (const { status } of await Promise.all(requests))
      assert.ok(status === 200 || status === 503, `status ${status}`);
  }
  const name = new URL(url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: testDatabaseUrl });
  await admin.connect();
  try {
    await admin.query(`alter database ${name} with allow_connections false`);
    await cutConnections(url);
    assert.equal((await fetch(`${server.url}/health`)).status, 503);
    assert.equal((await mel.request('GET', '/users/me')).status, 503);
  } finally {
    await admin.query(`alter database ${name} with allow_connections true`);
    await admin.end();
  }
  assert.equal((await fetch(`${server.url}/health`)).status, 200);
  const id = await mel.sendToChannel('general', 'outage', 'after');
  const events = await listener.events();
  assert.equal(events.at(-1).message.id, id);
  const eventIds = events.map((event) => event.id);
  assert.deepEqual(
    eventIds,
    [...new Set(eventIds)].sort((one, other) => one - other),
  );
});
