// Files of the embedded engine that are read or filled as a whole, and which tables in them are Parley's.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { migrate, newestSchema, UnusableDatabaseError } from '../../src/storage/migrations/migrate.ts';
import { areTablesEmpty, beginFile, createTables } from '../../src/storage/rows/fill.ts';
import { dropOwnTables, ownTables } from '../../src/storage/rows/own-tables.ts';
import { copySqlite, SqliteRows } from '../../src/storage/rows/sqlite-rows.ts';
import { schemaVersionOf, tableStructures } from '../../src/storage/rows/table-structure.ts';
import { temporaryFolder } from '../support/temporary.ts';

const directory = temporaryFolder();
let files = 0;

/** A file whose write-ahead log holds a row that is not yet in the file itself. */
function fileWithLog() {
  const file = join(directory, `${files++}.db`);
  const raw = new Database(file);
  raw.pragma('journal_mode = WAL');
  raw.exec('create table thing (id integer primary key); insert into thing values (1)');
  return { file, raw };
}

const thing = { name: 'thing', columns: [{ name: 'id', kind: 'number' }], key: ['id'] } as const;
const rowsIn = async (rows: SqliteRows) => (await Array.fromAsync(rows.rows(thing))).flat(2);

test('a file opened for reading is read in its state at that time, and cannot be changed', async () => {
  const { file, raw } = fileWithLog();
  const rows = SqliteRows.forReading(file);
  assert.deepEqual(await rowsIn(rows), [1]);
  raw.exec('insert into thing values (2)');
  assert.deepEqual(await rowsIn(rows), [1]);
  await assert.rejects(rows.execute('insert into thing values (3)', []), /readonly database/);
  rows.close();
  await assert.rejects(rows.execute('select 1', []), /not open/);
  raw.close();
});

test('a file opened for inspection is seen as it is, and cannot be changed', async () => {
  const { file, raw } = fileWithLog();
  const rows = SqliteRows.readOnly(file);
  assert.deepEqual(await rowsIn(rows), [1]);
  raw.exec('insert into thing values (2)');
  assert.deepEqual(await rowsIn(rows), [1, 2]);
  await assert.rejects(rows.execute('insert into thing values (3)', []), /readonly database/);
  rows.close();
  raw.close();
});

test('opening a missing file does not create it', async () => {
  const file = join(directory, 'none.db');
  assert.throws(() => SqliteRows.forReading(file), /unable to open/);
  assert.throws(() => SqliteRows.readOnly(file), /unable to open/);
  await assert.rejects(copySqlite(file, `${file}.copy`), /unable to open/);
  assert.equal(existsSync(file), false);
});

test('a copy is complete, private to its owner, and leaves the original untouched', async (t) => {
  const { file, raw } = fileWithLog();
  const abandoned = join(directory, 'left.db');
  // As a killed server leaves it.
  for (const end of ['', '-wal']) await copyFile(`${file}${end}`, `${abandoned}${end}`);
  raw.close();
  const before = (await stat(`${abandoned}-wal`)).size;
  const mask = process.umask(0);
  t.after(() => process.umask(mask));
  const copy = join(directory, 'copy.db');
  await copySqlite(abandoned, copy);
  assert.equal((await stat(copy)).mode & 0o777, 0o600);
  assert.equal((await stat(`${abandoned}-wal`)).size, before);
  const rows = SqliteRows.readOnly(copy);
  assert.deepEqual(await rowsIn(rows), [1]);
  rows.close();
});

test('a file is filled without a journal on the disk, in one transaction', async () => {
  const file = join(directory, 'filled.db');
  const rows = await SqliteRows.forFilling(file);
  beginFile(rows);
  const settings = [];
  for (const name of ['journal_mode', 'synchronous', 'temp_store'])
    settings.push(Object.values((await rows.execute(`pragma ${name}`, []))[0] ?? {})[0]);
  assert.deepEqual(settings, ['memory', 0, 2]);
  rows.command('create table thing (id integer primary key)');
  const other = new Database(file, { readonly: true });
  assert.equal(other.prepare('select count(*) as count from sqlite_schema').pluck().get(), 0);
  other.close();
  rows.command('commit');
  rows.close();
});

test('tables are empty as long as none of them has a row', async () => {
  const rows = SqliteRows.inMemory();
  const { tables } = await createTables(rows);
  assert.equal(await areTablesEmpty(rows, tables), true);
  rows.command('insert into organization_sequence (organization_id, sequence) values (1, 16)');
  assert.equal(await areTablesEmpty(rows, tables), false);
  rows.close();
});

const tableNames = async (rows: SqliteRows) => (await tableStructures(rows)).map(({ name }) => name);

for (const schema of [1, newestSchema]) {
  test(`a database of schema ${schema} is cleared without touching foreign tables`, async () => {
    const rows = SqliteRows.inMemory();
    await migrate('sqlite', rows.execute, { upTo: schema });
    rows.command('create table dba_note (id integer primary key)');
    assert.equal(await schemaVersionOf(rows), schema);
    await dropOwnTables(rows);
    assert.deepEqual(await tableNames(rows), ['dba_note']);
    assert.equal(await schemaVersionOf(rows), 0);
    assert.deepEqual(await ownTables(rows), { tables: [], withGeneratedIds: new Set() });
    await migrate('sqlite', rows.execute);
    rows.close();
  });
}

const isForeign = (error: unknown) =>
  error instanceof UnusableDatabaseError && /(of|to) another program/.test(error.message);

test('nothing is dropped if a foreign object has one of our names', async () => {
  // A table of a later schema in our database, and one in a database that is not ours.
  for (const [schema, name] of [
    [1, 'link_preview'],
    [0, 'message'],
    [0, 'message_words'],
  ] as const) {
    const rows = SqliteRows.inMemory();
    if (schema > 0) await migrate('sqlite', rows.execute, { upTo: schema });
    rows.command(`create table ${name} (id integer primary key)`);
    await assert.rejects(dropOwnTables(rows), isForeign, name);
    assert.equal((await rows.execute(`select * from ${name}`, [])).length, 0);
    rows.close();
  }
});

test('a table that differs from its schema is reported, and extra columns are accepted', async () => {
  const rows = SqliteRows.inMemory();
  await migrate('sqlite', rows.execute);
  rows.command('alter table draft add column added text');
  assert.ok((await ownTables(rows)).tables.length > 10);
  for (const change of [
    'drop table link_preview; create table link_preview (url bigint)',
    'drop table link_preview; create table link_preview (other text)',
    'drop table link_preview',
  ]) {
    rows.command(`savepoint before; ${change}`);
    await assert.rejects(
      ownTables(rows),
      /The table link_preview of the database does not have the expected columns/,
    );
    rows.command('rollback to before');
  }
  rows.close();
});
