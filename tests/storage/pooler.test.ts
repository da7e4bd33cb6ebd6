// A server on a pgbouncer in transaction mode, with a connection of its own for notifications.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { parseServeOptions } from '../../src/cli/serve-options.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { skipWithout } from '../packaging/other-programs.ts';
import { ApiClient } from '../support/client.ts';
import { copyDemoTemplate, templateDatabase } from '../support/demo-template.ts';
import { startPooler } from '../support/pooler.ts';
import { freshDatabase, startTestServer, testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const skip = testDatabaseUrl ? skipWithout('pgbouncer') : 'a pooler needs PostgreSQL';
const pooler = skip ? undefined : await startPooler(testDatabaseUrl ?? '');

/** A fresh database, directly and through the pooler. */
async function addresses() {
  assert.ok(pooler);
  const direct = (await freshDatabase()) ?? '';
  return { direct, pooled: pooler.through(direct) };
}

test('two servers on a pooler serve many people at once and notify each other', { skip }, async () => {
  assert.ok(pooler);
  const dataDirectory = temporaryFolder();
  await copyDemoTemplate(dataDirectory);
  const direct = (await freshDatabase(templateDatabase)) ?? '';
  const options = { dataDirectory, databaseUrl: pooler.through(direct), databaseListenUrl: direct };
  const [one, two] = [await startTestServer(options), await startTestServer(options)];
  const [mel, mia] = [await one.as('mel'), await one.as('mia')];
  const miaAtTwo = new ApiClient(two.url, mia.email, mia.apiKey, mia.userId);
  const queue = await miaAtTwo.registerQueue({ event_types: ['message'] });
  const sends = Array.from({ length: 60 }, (_, index) => mel.sendToChannel('general', 'pooler', `${index}`));
  const reads = Array.from({ length: 60 }, () =>
    miaAtTwo.ok('GET', '/messages', { anchor: 'newest', num_before: 5, num_after: 0 }),
  );
  const ids = (await Promise.all([...sends, ...reads])).slice(0, sends.length);
  const received: number[] = [];
  while (received.length < ids.length)
    for (const event of await queue.next()) if (event.type === 'message') received.push(event.message.id);
  assert.deepEqual(
    received,
    [...ids].sort((left, right) => Number(left) - Number(right)),
  );
  // Three of the pooler, one of each server for notifications, and this one.
  const admin = new pg.Client({ connectionString: direct });
  await admin.connect();
  const { rows } = await admin.query(
    'select count(*)::int as count from pg_stat_activity where datname = current_database()',
  );
  await admin.end();
  assert.ok(rows[0].count <= 3 + 2 + 1, `${rows[0].count} connections`);
});

test('a server does not start if its notifications would go through a pooler', { skip }, async () => {
  const { pooled } = await addresses();
  const start = startTestServer({ databaseUrl: pooled, isDemo: false });
  await assert.rejects(start, /leads to a connection pooler.* Set --database-listen-url/);
});

test('a pooled database that confirms commits too early is refused', { skip }, async () => {
  const { direct, pooled } = await addresses();
  const admin = new pg.Client({ connectionString: direct });
  await admin.connect();
  await admin.query(`alter database ${new URL(direct).pathname.slice(1)} set synchronous_commit = off`);
  await admin.end();
  await assert.rejects(
    openPostgres(pooled, undefined, { listenUrl: direct }),
    /Set synchronous_commit to on for the role or the database: the pooler keeps no settings/,
  );
});

test('a statement that is run often has no name on a pooled connection', { skip }, async () => {
  const { direct, pooled } = await addresses();
  const names = async (url: string) => {
    const driver = await openPostgres(url, undefined, { listenUrl: direct });
    try {
      return await driver.snapshot(
        (begin) => begin(),
        async ({ execute }) => {
          await execute('select $1::int as n', [1]);
          return (await execute('select name from pg_prepared_statements', [])).length;
        },
      );
    } finally {
      await driver.close();
    }
  };
  assert.equal(await names(pooled), 0);
  assert.ok((await names(direct)) > 0);
});

test('an address for notifications needs one of a database', () => {
  const flags = ['--database-listen-url', 'postgres://db/parley'];
  assert.throws(() => parseServeOptions(flags, {}), /--database-listen-url needs --database-url\./);
  assert.throws(
    () => parseServeOptions(['--database-url', 'postgres://p/parley', '--database-listen-url', 'db'], {}),
    /--database-listen-url must be a postgres:\/\/ address\./,
  );
});
