// The PostgreSQL driver: which connections are used, kept and released, how its failures are classified, and how several
// servers start on one database.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { ApiError } from '../../src/api-contract/error.ts';
import type { Connection, EngineDriver } from '../../src/storage/connection.ts';
import type { Migration } from '../../src/storage/migrations/migration.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { RIGHT_CLOCK_LOCK } from '../../src/storage/postgres-clock.ts';
import { MIGRATION_LOCK, tryToMigrate } from '../../src/storage/postgres-migration.ts';
import { freePort } from '../support/free-port.ts';
import { freshDatabase, testDatabaseUrl } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

const needsPostgresEngine = { skip: testDatabaseUrl ? false : 'it is about PostgreSQL' };

async function open() {
  const url = (await freshDatabase()) ?? '';
  const driver = await openPostgres(url);
  after(() => driver.close().catch(() => undefined));
  return { url, driver };
}

const isUnavailable = (error: unknown) => error instanceof ApiError && error.status === 503;

/** The database's process that serves a connection. */
const processOf = async ({ execute }: Connection) =>
  Number((await execute('select pg_backend_pid() as pid', []))[0]?.pid);

const processOfSnapshot = (driver: EngineDriver) => driver.snapshot((begin) => begin(), processOf);

async function admin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** How many connections a database has, except the one that counts. */
const connectionsTo = (url: string) =>
  admin(testDatabaseUrl ?? '', async (client) => {
    const { rows } = await client.query(
      'select count(*)::int as count from pg_stat_activity where datname = $1',
      [new URL(url).pathname.slice(1)],
    );
    return Number(rows[0].count);
  });

/** How many servers show that they do background work with a right clock. */
const rightClockLocks = (url: string) =>
  admin(url, async (client) => {
    const { rows } = await client.query(`select count(*) as n from pg_locks
      where locktype = 'advisory' and objid = ${RIGHT_CLOCK_LOCK}
      and database = (select oid from pg_database where datname = current_database())`);
    return Number(rows[0].n);
  });

test(
  'one connection serves all work if each piece ends before the next begins',
  needsPostgresEngine,
  async () => {
    const { url, driver } = await open();
    const first = await processOf(driver.reading);
    assert.equal(await processOfSnapshot(driver), first);
    const refusedSnapshot = driver.snapshot(
      (begin) => begin(),
      () => Promise.reject(new Error('no')),
    );
    await assert.rejects(refusedSnapshot, /^Error: no$/);
    assert.equal(await processOfSnapshot(driver), first, 'even after a snapshot that failed');
    for (const end of ['commit', 'rollback'] as const) {
      const transaction = await driver.beginWrite();
      assert.equal(await processOf(transaction), first);
      await transaction[end]();
    }
    assert.equal(await processOf(driver.reading), first);
    assert.equal(await connectionsTo(url), 1);
    const built = () =>
      driver.snapshot(
        (begin) => begin(),
        async ({ db }) => db,
      );
    assert.equal(await built(), await built(), 'its query builder is made once');
  },
);

test('a broken connection is replaced, wherever it was used', needsPostgresEngine, async () => {
  const { driver } = await open();
  const cut = (connection: Connection) =>
    connection.execute('select pg_terminate_backend(pg_backend_pid())', []);
  await assert.rejects(cut(driver.reading), isUnavailable);
  const brokenSnapshot = driver.snapshot((begin) => begin(), cut);
  await assert.rejects(brokenSnapshot, isUnavailable);
  const transaction = await driver.beginWrite();
  await assert.rejects(cut(transaction), isUnavailable);
  await assert.rejects(transaction.commit());
  await transaction.rollback();
  const brokenWrite = await driver.beginWrite();
  await assert.rejects(cut(brokenWrite), isUnavailable);
  // Not awaited; its failure ends nothing.
  await brokenWrite.savepoint();
  await brokenWrite.rollback();
  assert.ok((await processOf(driver.reading)) > 0);
  assert.ok((await processOfSnapshot(driver)) > 0);
  assert.equal(await driver.isAlive(), true);
});

test('a snapshot sees one state and cannot write', needsPostgresEngine, async () => {
  const { driver } = await open();
  const change = async () => {
    const transaction = await driver.beginWrite();
    await transaction.execute('create table further (id bigint)', []);
    await transaction.commit();
  };
  const tableExists = async ({ execute }: Connection) =>
    (await execute("select to_regclass('further') is not null as found", []))[0]?.found;
  const rowCounts = await driver.snapshot(
    (begin) => begin(),
    async (connection) => {
      const { execute } = connection;
      await execute('select count(*) from organization', []);
      const before = await execute('select count(*) as count from pg_class', []);
      await change();
      return [before, await execute('select count(*) as count from pg_class', [])];
    },
  );
  assert.deepEqual(rowCounts[0], rowCounts[1]);
  assert.equal(await tableExists(driver.reading), true);
  const writingSnapshot = driver.snapshot(
    (begin) => begin(),
    ({ execute }) => execute('insert into further values (1)', []),
  );
  await assert.rejects(writingSnapshot, /read-only transaction/);
});

test('a transaction with an unhandled failure is not committed', needsPostgresEngine, async () => {
  const { url, driver } = await open();
  const transaction = await driver.beginWrite();
  await transaction.execute('create table lost (id bigint)', []);
  await transaction.execute('select nothing from nowhere', []).catch(() => undefined);
  await assert.rejects(transaction.commit(), /ended with ROLLBACK/);
  await transaction.rollback();
  const [row] = await driver.reading.execute("select to_regclass('lost') as found", []);
  assert.equal(row?.found, null);
  assert.equal(await connectionsTo(url), 1, 'its connection is used again');
});

test('a failed savepoint makes the commit fail', needsPostgresEngine, async (t) => {
  const { driver } = await open();
  const transaction = await driver.beginWrite();
  const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => Promise<unknown>;
  t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...given: unknown[]) {
    return given[0] === 'savepoint unit' ? Promise.reject(new Error('no')) : query.apply(this, given);
  } as never);
  await transaction.savepoint();
  await assert.rejects(transaction.commit(), /^Error: no$/);
  await transaction.rollback();
});

test('a savepoint rolls back later changes', needsPostgresEngine, async () => {
  const { driver } = await open();
  const transaction = await driver.beginWrite();
  await transaction.execute('create table kept (id bigint)', []);
  await transaction.savepoint();
  await transaction.execute('insert into kept values (1)', []);
  await assert.rejects(transaction.execute('insert into kept values (1 / 0)', []), /division by zero/);
  await transaction.rollbackToSavepoint();
  await transaction.savepoint();
  await transaction.execute('insert into kept values (2)', []);
  await transaction.release();
  await transaction.commit();
  assert.deepEqual(await driver.reading.execute('select id from kept', []), [{ id: 2 }]);
});

test('64-bit integers and sums are returned as numbers', needsPostgresEngine, async () => {
  const { driver } = await open();
  const [row] = await driver.reading.execute(
    'select 9007199254740991::bigint as wide, sum(n) as sum, $1::text as text from (values (1::bigint), (2)) as v(n)',
    ['12'],
  );
  assert.deepEqual(row, { wide: Number.MAX_SAFE_INTEGER, sum: 3, text: '12' });
});

test(
  'statements with parameters are prepared per connection, others are not',
  needsPostgresEngine,
  async () => {
    const { driver } = await open();
    const rows = await driver.snapshot(
      (begin) => begin(),
      async ({ execute }) => {
        for (let count = 0; count < 2; count++) {
          await execute('select $1::int as kept_one', [1]);
          await execute('select 1 as kept_none', []);
        }
        return execute("select statement from pg_prepared_statements where statement like '%as kept%'", []);
      },
    );
    assert.deepEqual(rows, [{ statement: 'select $1::int as kept_one' }]);
  },
);

test('a statement is sent before the previous one is answered', needsPostgresEngine, async (t) => {
  const { driver } = await open();
  const [first, second] = [await driver.beginWrite(), await driver.beginWrite()];
  const lock = 'select pg_advisory_xact_lock(7)';
  await first.execute(lock, []);
  const query = pg.Connection.prototype.query;
  const sent = new Set<string>();
  t.mock.method(pg.Connection.prototype, 'query', function (this: pg.Connection, text: string) {
    sent.add(text);
    query.call(this, text);
  });
  const answers = Promise.all([second.execute(lock, []), second.execute('select 8 as eight', [])]);
  try {
    await waitUntil(async () => sent.has('select 8 as eight'));
  } finally {
    await first.rollback();
    assert.deepEqual((await answers)[1], [{ eight: 8 }]);
    await second.rollback();
  }
});

test('errors of a statement are passed on; temporary ones become a 503', needsPostgresEngine, async () => {
  const { driver } = await open();
  const failWith = (code: string) =>
    driver.reading.execute(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`, []);
  for (const code of ['40001', '40P01', '53300', '57P01', '08006', '25P03'])
    await assert.rejects(failWith(code), isUnavailable, code);
  for (const code of ['23505', '22012', '42601', '57014', 'P0001'])
    await assert.rejects(failWith(code), (error) => error instanceof pg.DatabaseError && error.code === code);
});

test('several servers that start on an empty database create it together', needsPostgresEngine, async () => {
  const url = (await freshDatabase()) ?? '';
  const drivers = await Promise.all([openPostgres(url), openPostgres(url), openPostgres(url)]);
  const [row] = await (drivers[0]?.reading.execute('select count(*) as count from organization', []) ?? []);
  assert.equal(row?.count, 0);
  for (const driver of drivers) await driver.close();
});

test('a missing database is reported in a sentence', needsPostgresEngine, async () => {
  const port = await freePort();
  await assert.rejects(
    openPostgres(`postgres://nobody@127.0.0.1:${port}/none`),
    new RegExp(`The database cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}\\.$`),
  );
});

test(
  'a database written by a newer version is refused, and its connections are released',
  needsPostgresEngine,
  async (t) => {
    const { url, driver } = await open();
    await driver.close();
    await admin(url, (client) =>
      client.query('insert into schema_version (version, applied_at) values (9999, 0)'),
    );
    // The pool would also release them on its own after a while.
    const { mock } = t.mock.method(pg.Pool.prototype, 'end');
    await assert.rejects(openPostgres(url), /written by a newer version of Parley \(schema 9999/);
    assert.equal(mock.callCount(), 1);
    await waitUntil(async () => (await connectionsTo(url)) === 0);
  },
);

test(
  'a server that starts during a migration waits for it, and is refused',
  needsPostgresEngine,
  async () => {
    const { url, driver } = await open();
    await admin(url, async (client) => {
      await client.query('begin');
      await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      await client.query('insert into schema_version (version, applied_at) values (9999, 0)');
      const refused = assert.rejects(
        driver.listen(() => undefined),
        /written by a newer version of Parley \(schema 9999/,
      );
      const isWaitedFor = async () => {
        const { rowCount } = await client.query(
          `select 1 from pg_locks where objid = ${MIGRATION_LOCK} and not granted
         and database = (select oid from pg_database where datname = current_database())`,
        );
        return rowCount === 1;
      };
      await Promise.race([waitUntil(isWaitedFor), refused]);
      await client.query('commit');
      await refused;
    });
  },
);

test('a cleanup does not wait for a server that migrates', needsPostgresEngine, async () => {
  const { url } = await open();
  const pool = new pg.Pool({ connectionString: url });
  await admin(url, async (client) => {
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    assert.equal(await tryToMigrate(pool, {}), true, 'it is tried again');
  });
  await waitUntil(async () => !(await tryToMigrate(pool, {})));
  await pool.end();
});

test(
  'a server is notified of commits until it is closed, and then has no connection left',
  needsPostgresEngine,
  async () => {
    const { url, driver } = await open();
    const other = await openPostgres(url);
    const positions: number[] = [];
    await driver.listen((id) => positions.push(id));
    other.announce([7, 8]);
    await waitUntil(async () => positions.length === 2);
    assert.deepEqual(positions, [7, 8]);
    await other.close();
    await driver.close();
    await waitUntil(async () => (await connectionsTo(url)) === 0);
    assert.equal(await driver.isAlive(), false);
  },
);

test('notifications resume after the listening connection breaks', needsPostgresEngine, async () => {
  const { url, driver } = await open();
  const positions = new Set<number>();
  await driver.listen((id) => positions.add(id));
  const cut = await admin(url, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
       and pid <> pg_backend_pid() and (query like 'listen%' or query like '%advisory_lock_shared%')`,
    ),
  );
  assert.equal(cut.rowCount, 1);
  await waitUntil(async () => {
    driver.announce([9]);
    return positions.has(9);
  });
});

test(
  'the clock is compared each time the server checks whether work is left to others',
  needsPostgresEngine,
  async (t) => {
    const { url, driver } = await open();
    const warnings: string[] = [];
    const other = await openPostgres(url, (sentence) => warnings.push(sentence));
    after(() => other.close().catch(() => undefined));
    for (const one of [driver, other]) await one.listen(() => undefined);
    await waitUntil(async () => (await rightClockLocks(url)) === 2);
    assert.equal(await other.shouldLeaveWork(), false, 'both clocks are right');
    const now = Date.now;
    const { mock } = t.mock.method(Date, 'now', () => now() + 100_000);
    await waitUntil(() => other.shouldLeaveWork());
    assert.match(warnings[0] ?? '', /\d seconds ahead of the database clock/);
    await waitUntil(async () => (await rightClockLocks(url)) === 1);
    mock.restore();
    await waitUntil(async () => !(await other.shouldLeaveWork()));
    await waitUntil(async () => (await rightClockLocks(url)) === 2);
    assert.equal(warnings.length, 2);
  },
);

test('a newer server with a wrong clock leaves no work to an older one', needsPostgresEngine, async (t) => {
  const url = (await freshDatabase()) ?? '';
  const addition: Migration = {
    version: 9001,
    kind: 'additive',
    statements: () => ['create table test_added (id {id})'],
  };
  const older = await openPostgres(url, undefined, { migrations: { acceptsNewer: true } });
  after(() => older.close());
  await older.listen(() => undefined);
  await waitUntil(async () => (await rightClockLocks(url)) === 1);
  const newer = await openPostgres(url, undefined, { migrations: { further: [addition] } });
  after(() => newer.close());
  await newer.listen(() => undefined);
  await waitUntil(async () => (await rightClockLocks(url)) === 2);
  await waitUntil(() => older.shouldLeaveWork());
  await waitUntil(async () => (await rightClockLocks(url)) === 1);
  const now = Date.now;
  t.mock.method(Date, 'now', () => now() + 100_000);
  await waitUntil(async () => {
    await newer.shouldLeaveWork();
    return (await rightClockLocks(url)) === 0;
  }, 'no server claims a right clock');
  await waitUntil(async () => !(await newer.shouldLeaveWork()));
  assert.equal(await older.shouldLeaveWork(), true);
});

test('whether work is left to others is one statement a second', needsPostgresEngine, async (t) => {
  const { driver } = await open();
  await driver.listen(() => undefined);
  const now = performance.now();
  let later = 2000;
  t.mock.method(performance, 'now', () => now + later);
  const { mock } = t.mock.method(pg.Client.prototype, 'query');
  assert.deepEqual(await Promise.all([driver.shouldLeaveWork(), driver.shouldLeaveWork()]), [false, false]);
  later += 999;
  await driver.shouldLeaveWork();
  assert.equal(mock.callCount(), 1);
  later += 1;
  await driver.shouldLeaveWork();
  assert.equal(mock.callCount(), 2);
});
