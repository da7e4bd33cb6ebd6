// The file of the embedded engine: where it is created, what cannot be opened, how its connections are set up, and
// whether it still exists.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { type FileHandle, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { MEBIBYTE } from '../../src/api-contract/limits.ts';
import { UnusableDatabaseError } from '../../src/storage/migrations/migrate.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import type { Flush } from '../../src/storage/sqlite-flush.ts';
import { temporaryFolder } from '../support/temporary.ts';

const directory = temporaryFolder();

const make = 'insert into organization_sequence (organization_id, sequence) values (1, 0)';
const add = 'update organization_sequence set sequence = sequence + 16 where organization_id = 1';
const readSequence = 'select sequence from organization_sequence where organization_id = 1';

/** Opens a file of that name, with the log of one organization in it. */
async function open(name: string, flush?: Flush) {
  const file = join(directory, name);
  const driver = await openSqlite({ file, ...(flush && { flush }) });
  const transaction = await driver.beginWrite();
  await transaction.execute(make, []);
  await transaction.commit();
  const sequence = async () => (await driver.reading.execute(readSequence, []))[0]?.sequence;
  return { file, driver, sequence };
}

test('missing parent folders are created', async () => {
  const { file, driver } = await open('a/new/folder/parley.db');
  assert.ok(existsSync(file));
  await driver.close();
});

test('a file that is not a database is refused with a sentence and left unchanged', async () => {
  const file = join(directory, 'letter.db');
  await writeFile(file, 'Dear all, this is no database. '.repeat(100));
  await assert.rejects(
    openSqlite({ file }),
    (error) => error instanceof UnusableDatabaseError && /letter\.db cannot be opened: /.test(error.message),
  );
});

test('a file written by a newer version is refused and closed unchanged', async () => {
  const { file, driver } = await open('newer.db');
  const transaction = await driver.beginWrite();
  await transaction.execute('delete from schema_version where version = 1', []);
  await transaction.execute('insert into schema_version (version, applied_at) values (9999, 0)', []);
  await transaction.commit();
  await driver.close();
  await assert.rejects(
    openSqlite({ file }),
    (error) =>
      error instanceof UnusableDatabaseError &&
      /written by a newer version .*schema 9999/.test(error.message),
  );
  // No one else has it open, so closing this connection checkpoints and removes the log.
  const other = new Database(file);
  other.pragma('locking_mode = exclusive');
  other.exec('update schema_version set applied_at = 0 where version = 9999');
  other.close();
  assert.equal(existsSync(`${file}-wal`), false);
});

test('connections are set up for one writer, explicit syncs and little memory', async () => {
  const { driver } = await open('settings.db');
  const transaction = await driver.beginWrite();
  const pragmaOfWriter = async (name: string) =>
    Object.values((await transaction.execute(`pragma ${name}`, []))[0] ?? {})[0];
  assert.deepEqual(
    [
      await pragmaOfWriter('journal_mode'),
      await pragmaOfWriter('synchronous'),
      await pragmaOfWriter('wal_autocheckpoint'),
    ],
    ['wal', 1, 0],
  );
  assert.equal(await pragmaOfWriter('journal_size_limit'), 16 * MEBIBYTE);
  await transaction.rollback();
  await driver.snapshot(
    (begin) => begin(),
    async (snapshot) => {
      for (const { execute } of [transaction, driver.reading, snapshot]) {
        assert.deepEqual(await execute('pragma cache_size', []), [{ cache_size: -8000 }]);
        assert.deepEqual(await execute('pragma temp_store', []), [{ temp_store: 2 }]);
      }
      for (const { execute } of [driver.reading, snapshot])
        await assert.rejects(execute(add, []), /readonly database/);
    },
  );
  await driver.close();
});

test('a write is rolled back to its savepoint, or as a whole', async () => {
  const { driver, sequence } = await open('savepoints.db');
  const transaction = await driver.beginWrite();
  await transaction.execute(add, []);
  await transaction.savepoint();
  await transaction.execute(add, []);
  await transaction.rollbackToSavepoint();
  await assert.rejects(transaction.release(), /no such savepoint/);
  await transaction.savepoint();
  await transaction.execute(add, []);
  await transaction.release();
  assert.equal(await sequence(), 0, 'readers see nothing of it yet');
  await transaction.commit();
  assert.equal(await sequence(), 32);
  const other = await driver.beginWrite();
  await other.execute(add, []);
  await other.rollback();
  await other.rollback();
  assert.equal(await sequence(), 32);
  await driver.close();
});

test('an open write transaction keeps other programs from writing', async () => {
  const { file, driver } = await open('locked.db');
  const transaction = await driver.beginWrite();
  const other = new Database(file, { timeout: 0 });
  assert.throws(() => other.exec(add), /locked/);
  await transaction.rollback();
  other.exec(add);
  other.close();
  await driver.close();
});

test('the database is healthy while its file exists', async () => {
  const { file, driver } = await open('gone.db');
  assert.equal(await driver.isAlive(), true);
  await rename(file, `${file}.away`);
  assert.equal(await driver.isAlive(), false);
  await rename(`${file}.away`, file);
  assert.equal(await driver.isAlive(), true);
  await driver.close();
  assert.equal(await driver.isAlive(), false);
});

test('an embedded database has no other servers', async () => {
  const { driver } = await open('alone.db');
  assert.equal(await driver.shouldLeaveWork(), false);
  await driver.close();
});

test('a closed database is one complete file', async () => {
  const { file, driver } = await open('closed.db');
  await driver.snapshot(
    (begin) => begin(),
    async ({ execute }) => void (await execute(readSequence, [])),
  );
  await driver.close();
  assert.equal(existsSync(`${file}-wal`), false);
  const copy = new Database(file, { readonly: true });
  assert.deepEqual(copy.prepare(readSequence).get(), { sequence: 0 });
  copy.close();
});

test('the log is emptied on closing even if another program has the file open', async () => {
  const { file, driver } = await open('opened-beside.db');
  const other = new Database(file, { readonly: true });
  other.prepare(readSequence).get();
  await driver.close();
  assert.equal((await stat(`${file}-wal`)).size, 0);
  other.close();
});

test('closing leaves no file open and no thread running', async (t) => {
  const threads = new Set<Worker>();
  const take = (worker: Worker) => {
    threads.add(worker);
    worker.once('exit', () => threads.delete(worker));
  };
  process.on('worker', take);
  t.after(() => process.off('worker', take));
  let log: FileHandle | undefined;
  const { driver } = await open('all-closed.db', async (walFile) => {
    log = walFile;
  });
  const transaction = await driver.beginWrite();
  await transaction.execute('create table anything (text text)', []);
  await transaction.execute('insert into anything values (?)', ['x'.repeat(5 * MEBIBYTE)]);
  await transaction.commit();
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(threads.size, 1, 'the commit is checkpointed');
  await driver.close();
  assert.equal(threads.size, 0);
  assert.equal(log?.fd, -1);
});

test('the writes of a migration are synced before the database is used', async () => {
  let flushed = 0;
  const driver = await openSqlite({
    file: join(directory, 'synced.db'),
    flush: async () => void flushed++,
  });
  assert.equal(flushed, 1);
  await driver.close();
});
