// Bounds on a server's use of its database: connections, snapshots, prepared statements.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import pg from 'pg';
import type { ParleyDatabase } from '../../src/storage/database.ts';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';

const server = await startTestServer();
const { database } = server.server.services;

const embedded = { skip: testDatabaseUrl ? 'PostgreSQL has no such bound' : false };
const onSharedEngine = { skip: testDatabaseUrl ? false : 'the embedded engine has no such bound' };

/**
 * How many of `count` requested snapshots are open at once, of which `least` at least must open; all stay open until no
 * further one opens.
 */
async function openAtOnce(
  count: number,
  least: number,
  open: (until: Promise<void>, begun: () => void) => Promise<void>,
  of: ParleyDatabase = database,
) {
  const { promise: until, resolve: end } = Promise.withResolvers<void>();
  let openNow = 0;
  const all = Array.from({ length: count }, () => open(until, () => openNow++));
  while (openNow < least) await setImmediate();
  // After these reads, every snapshot that may open is open.
  for (let turns = 0; turns < 100; turns++) {
    await of.sequence(of.reader(1));
    await setImmediate();
  }
  const maxOpen = openNow;
  end();
  await Promise.all(all);
  assert.equal(openNow, count, 'the others begin when those have ended');
  return maxOpen;
}

const plain = (until: Promise<void>, begun: () => void) =>
  database.snapshot(1, async () => {
    begun();
    await until;
  });

const betweenGroupsOf = (one: ParleyDatabase) => (until: Promise<void>, begun: () => void) =>
  one.snapshotBetweenGroups(
    1,
    async () => undefined,
    async () => {
      begun();
      await until;
    },
  );

test('bound snapshotsAtOnce: a further snapshot waits', embedded, async () => {
  assert.equal(await withLimit('snapshotsAtOnce', 2, () => openAtOnce(3, 2, plain)), 2);
  assert.equal(await openAtOnce(3, 3, plain), 3);
});

test('bound groupBoundarySnapshotsAtOnce: a further snapshot that starts between two commit groups waits', async () => {
  const limited = await withLimit('groupBoundarySnapshotsAtOnce', 2, () => startTestServer());
  const limitedDatabase = limited.server.services.database;
  assert.equal(await openAtOnce(3, 2, betweenGroupsOf(limitedDatabase), limitedDatabase), 2);
  assert.equal(await openAtOnce(3, 3, betweenGroupsOf(database)), 3);
});

test('bound databaseConnections: a server has that many, under any load', onSharedEngine, async () => {
  const limited = await withLimit('databaseConnections', 3, () => startTestServer());
  const mel = await limited.as('mel');
  await Promise.all(Array.from({ length: 40 }, () => mel.ok('GET', '/messages', newest)));
  const admin = new pg.Client({ connectionString: testDatabaseUrl });
  await admin.connect();
  const { rows } = await admin.query(
    `select count(*)::int as count from pg_stat_activity where datname = $1`,
    [new URL(limited.databaseUrl ?? '').pathname.slice(1)],
  );
  await admin.end();
  // One more listens for other servers' commits.
  assert.equal(rows[0].count, 3 + 1);
});
const newest = { anchor: 'newest', num_before: 5, num_after: 0 };

/** How often statements were prepared during consecutive queries. */
async function preparedFor(execute: (sql: string) => Promise<unknown>, name: string): Promise<number> {
  const texts = [`select ? as ${name}_one`, `select ? as ${name}_two`];
  const prepare = mock.method(Database.prototype, 'prepare');
  for (const sql of [...texts, ...texts]) await execute(sql);
  const count = prepare.mock.calls.filter(({ arguments: [sql] }) => texts.includes(String(sql))).length;
  prepare.mock.restore();
  return count;
}

test('bound preparedStatements: with more statements each is prepared again', embedded, async () => {
  const execute = (sql: string) => database.reader(1).execute(sql, [1]);
  assert.equal(await preparedFor(execute, 'few'), 2);
  assert.equal(await withLimit('preparedStatements', 1, () => preparedFor(execute, 'many')), 4);
});

test(
  'bound preparedStatements: a connection does not cache statements beyond it',
  onSharedEngine,
  async () => {
    const preparedCount = (name: string) =>
      database.snapshot(1, async ({ execute }) => {
        await execute(`select $1::int as ${name}`, [1]);
        const [row] = await execute(
          `select count(*)::int as count from pg_prepared_statements where statement like '%as ${name}'`,
          [],
        );
        return Number(row?.count);
      });
    assert.equal(await preparedCount('few'), 1);
    assert.equal(await withLimit('preparedStatements', 0, () => preparedCount('many')), 0);
  },
);
