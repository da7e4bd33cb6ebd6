// A database that a command keeps read-only: units of work are refused and leave nothing, and the server goes on.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { lockPostgres } from '../../src/storage/postgres-read-only.ts';
import { SERVING_LOCK } from '../../src/storage/postgres-servers.ts';
import type { ApiClient } from '../support/client.ts';
import { run } from '../support/command-line.ts';
import { makeReadOnly } from '../support/read-only.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { needsPostgres } from '../support/two-servers.ts';
import { waitUntil } from '../support/waiting.ts';

const send = (client: ApiClient, content: string) =>
  client.request('POST', '/messages', { type: 'channel', to: '"general"', topic: 'moving', content });

test('a server writes again when the command has ended, and can be stopped before', async () => {
  const server = await startTestServer();
  const mel = await server.as('mel');
  if (server.databaseUrl === undefined)
    // A command that was killed leaves its file.
    await writeFile(join(server.dataDirectory, 'parley.db-read-only'), '');
  assert.equal((await send(mel, 'before')).status, 200);
  const first = await makeReadOnly(server);
  assert.equal((await send(mel, 'refused')).status, 503);
  const { database } = server.server.services;
  await waitUntil(() => database.shouldLeaveWork());
  await first.release();
  assert.equal((await send(mel, 'again')).status, 200);
  await waitUntil(async () => !(await database.shouldLeaveWork()));
  const second = await makeReadOnly(server);
  await server.close();
  await second.release();
});

test('a unit of work that has begun ends before the database is read-only', async () => {
  const server = await startTestServer();
  const { database } = server.server.services;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const steps: string[] = [];
  const writing = database
    .write(1, async (writer) => {
      await writer.execute("update organization set name = 'moved' where id = 1", []);
      begin();
      await mayEnd;
    })
    .then(() => steps.push('written'));
  await begun;
  const locking = makeReadOnly(server).then((held) => {
    steps.push('read-only');
    return held;
  });
  // It has asked for the lock.
  await waitUntil(async () => await database.shouldLeaveWork(), 'background work is left alone');
  const before = [...steps];
  end();
  const [held] = await Promise.all([locking, writing]);
  assert.deepEqual(before, [], 'the command waits for the unit');
  assert.deepEqual(steps.toSorted(), ['read-only', 'written']);
  const rows = await database.reader(1).execute('select name from organization where id = 1', []);
  assert.deepEqual(rows, [{ name: 'moved' }]);
  await held.release();
});

test(
  'a server that connects again while a command looks for servers is not overlooked',
  needsPostgres,
  async () => {
    const databaseUrl = (await freshDatabase()) ?? '';
    const lock = await lockPostgres(databaseUrl);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const stopped = lock.areServersStopped();
    await waitUntil(async () => {
      const { rowCount } = await client.query(
        `select 1 from pg_locks where objid = ${SERVING_LOCK} and granted and mode = 'ExclusiveLock'
       and database = (select oid from pg_database where datname = current_database())`,
      );
      return rowCount === 1;
    });
    await client.query(`select pg_advisory_lock_shared(${SERVING_LOCK})`);
    assert.equal(await stopped, false);
    assert.equal(await lock.areServersStopped(), false);
    await client.end();
    await waitUntil(() => lock.areServersStopped());
    await lock.release();
  },
);

test('only one command can make a database read-only', async () => {
  const server = await startTestServer();
  const held = await makeReadOnly(server);
  await assert.rejects(makeReadOnly(server), /Another command is copying the database/);
  const flags = [
    '--data',
    server.dataDirectory,
    ...(server.databaseUrl ? ['--database-url', server.databaseUrl] : []),
  ];
  const { status, err } = await run('user', 'list', ...flags);
  assert.equal(status, 0, err);
  await held.release();
});
