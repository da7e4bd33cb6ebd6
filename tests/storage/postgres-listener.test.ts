// The connection on which a server is notified of other servers' commits: it reconnects once when it breaks, never after
// it was closed, and while it exists it can hold the lock of servers with a right clock.

import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import pg from 'pg';
import { RIGHT_CLOCK_LOCK } from '../../src/storage/postgres-clock.ts';
import { notifyCommit, PostgresListener } from '../../src/storage/postgres-listener.ts';
import { captureTimers } from '../support/captured-timers.ts';
import { freshDatabase, testDatabaseUrl } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

const needsPostgresEngine = { skip: testDatabaseUrl ? false : 'it is about PostgreSQL' };
const AGAIN_MILLISECONDS = 1000;

/** A listener on its own database, and a pool beside it. */
async function open() {
  const url = (await freshDatabase()) ?? '';
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const positions: number[] = [];
  const listener = new PostgresListener(url, (id) => positions.push(id));
  after(async () => {
    await listener.close();
    await pool.end();
  });
  await listener.start();
  /** The processes of the connections outside the pool. */
  const others = async (): Promise<number[]> =>
    (
      await pool.query(
        "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
      )
    ).rows.map(({ pid }) => pid);
  const waitForNotification = (id: number) =>
    waitUntil(async () => {
      notifyCommit(pool, [id]);
      return positions.includes(id);
    });
  const rightClockLocks = async () =>
    Number(
      (
        await pool.query(`select count(*) as n from pg_locks where locktype = 'advisory' and objid = ${RIGHT_CLOCK_LOCK}
          and database = (select oid from pg_database where datname = current_database())`)
      ).rows[0].n,
    );
  const cut = async () => {
    for (const pid of await others()) await pool.query('select pg_terminate_backend($1::int)', [pid]);
  };
  return { listener, pool, others, waitForNotification, rightClockLocks, cut };
}

/** The reconnect timers. */
const timersOf = (t: TestContext) => captureTimers(t, AGAIN_MILLISECONDS);

test(
  'after a broken connection, another one listens and takes the lock for a right clock again',
  needsPostgresEngine,
  async (t) => {
    const { listener, others, waitForNotification, rightClockLocks, cut } = await open();
    await waitForNotification(7);
    assert.equal(await rightClockLocks(), 0);
    listener.setClockRight(true);
    await waitUntil(async () => (await rightClockLocks()) === 1);
    const timers = timersOf(t);
    await cut();
    await waitUntil(async () => timers.length > 0);
    assert.equal(await rightClockLocks(), 0);
    timers.shift()?.();
    await waitForNotification(8);
    await waitUntil(async () => (await rightClockLocks()) === 1);
    assert.equal((await others()).length, 1);
    assert.deepEqual(timers, []);
  },
);

test('while the clock stays right, its lock is not taken again', needsPostgresEngine, async (t) => {
  const { listener, rightClockLocks } = await open();
  const queries = t.mock.method(pg.Client.prototype, 'query').mock;
  const lockCount = () =>
    queries.calls.filter(({ arguments: [sql] }) => /pg_advisory/.test(String(sql))).length;
  for (const [isRight, count] of [
    [false, 0],
    [true, 1],
    [true, 1],
    [false, 2],
  ] as const) {
    listener.setClockRight(isRight);
    assert.equal(lockCount(), count);
  }
  await waitUntil(async () => (await rightClockLocks()) === 0);
});

for (const [what, isCut] of [
  ['breaks', true],
  ['is refused', false],
] as const) {
  test(`if listening ${what}, other connections are tried, one at a time`, needsPostgresEngine, async (t) => {
    const { others, waitForNotification, cut } = await open();
    const timers = timersOf(t);
    await cut();
    await waitUntil(async () => timers.length > 0);
    let failureCount = 0;
    const query = pg.Client.prototype.query as (this: pg.Client, sql: string) => Promise<unknown>;
    t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...given: [string]) {
      if (failureCount > 0 || !String(given[0]).startsWith('listen')) return query.apply(this, given);
      failureCount++;
      if (!isCut) return Promise.reject(new Error('no'));
      const { stream } = (this as unknown as { connection: { stream: { destroy(): void } } }).connection;
      stream.destroy();
      return query.apply(this, given);
    } as never);
    timers.shift()?.();
    await waitUntil(async () => timers.length > 0);
    for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([failureCount, timers.length], [1, 1]);
    timers.shift()?.();
    await waitForNotification(9);
    await waitUntil(async () => (await others()).length === 1);
  });
}

test('a listener closed while it waits to reconnect does not reconnect', needsPostgresEngine, async (t) => {
  const { listener, others, cut } = await open();
  const timers = timersOf(t);
  await cut();
  await waitUntil(async () => timers.length > 0);
  await listener.close();
  const connected = t.mock.method(pg.Client.prototype, 'connect').mock;
  timers.shift()?.();
  assert.equal(connected.callCount(), 0);
  assert.deepEqual(await others(), []);
});
