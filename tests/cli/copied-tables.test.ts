// A copy of all tables, each with rows of unusual values in every column: what arrives is compared with what was written,
// by the engines' own drivers.

import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import pg from 'pg';
import { copyDatabase } from '../../src/backups/copy-database.ts';
import { createTables } from '../../src/storage/rows/fill.ts';
import { insertLines } from '../../src/storage/rows/insert.ts';
import { PostgresRows } from '../../src/storage/rows/postgres-rows.ts';
import { SqliteRows } from '../../src/storage/rows/sqlite-rows.ts';
import { declarations } from '../../src/storage/schema.ts';
import { root } from '../support/command-line.ts';
import { freshDatabase } from '../support/server.ts';

type Stored = Record<string, unknown>;
type Opened = SqliteRows | PostgresRows;

/** Rows per table: the third one has no value where that is allowed. */
const ROWS = 4;
const WITHOUT_VALUES = 2;
const LARGE = Number.MAX_SAFE_INTEGER;

const numbers = [LARGE, 0, 1, -LARGE];
const smallNumbers = [32_767, 0, 1, -32_768];
const texts = [
  '\u0001\u001f\t\n"\\\'%_$1?\u007f\u2028\u202e\ufeff\ufffd\uffff😀e\u0301\u{10ffff}',
  '{"json":[1,null,true,"\\u0000"]}',
  '\\x00ff',
  '',
];

const empty = SqliteRows.inMemory();
await createTables(empty);
/** Columns of PostgreSQL's type for numbers of two bytes. */
const smallColumns = new Set(
  (
    await empty.execute(
      `select t.name || '.' || c.name as name from sqlite_schema as t join pragma_table_info(t.name) as c
        where c.type like '%smallint%'`,
      [],
    )
  ).map(({ name }) => name),
);
empty.close();

/** Ids are few, so that messages have a conversation. */
function valueFor(table: string, column: string, kind: string, row: number): unknown {
  if (column === 'id' || column.endsWith('_id')) return kind === 'number' ? row + 1 : `id-${row}`;
  if (kind === 'number') return (smallColumns.has(`${table}.${column}`) ? smallNumbers : numbers)[row];
  // An index reads it as JSON.
  if (column === 'settings') return JSON.stringify({ odd: row === 0 ? texts[0] : row });
  // Some keys consist of one text.
  return row === 0 ? `${texts[row]} ${table}.${column}` : texts[row];
}

/** The migrations fill the other one. */
const ofContents = declarations.filter(([name]) => name !== 'schema_version');

/** What every table is filled with, row by row. */
const expected = new Map<string, Stored[]>(
  ofContents.map(([table, { columns, key }]) => [
    table,
    Array.from({ length: ROWS }, (_, row) =>
      Object.fromEntries(
        Object.entries(columns).map(([name, { kind, isNullable }]) => {
          const isMissing = row === WITHOUT_VALUES && isNullable && !key.includes(name);
          return [name, isMissing ? null : valueFor(table, name, kind, row)];
        }),
      ),
    ),
  ]),
);

async function fill(target: Opened): Promise<void> {
  const { tables } = await createTables(target);
  for (const structure of tables) {
    const rows = expected.get(structure.name) ?? [];
    const lines = rows.map((row) => JSON.stringify(structure.columns.map(({ name }) => row[name])));
    await insertLines(target, structure, lines);
  }
  await target.execute(`insert into deployment (id, secret_mark) values (99, 'mark')`, []);
}

const sorted = (rows: readonly Stored[]) =>
  rows
    .map((row) => JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1))))
    .sort();

/** All rows of a table, read by the engine's driver. */
type ReadTable = (table: string) => Promise<Stored[]>;

async function assertComplete(read: ReadTable): Promise<void> {
  for (const [table, rows] of expected) {
    const found = (await read(table)).filter(({ secret_mark }) => secret_mark !== 'mark');
    assert.equal(found.length, ROWS, table);
    assert.deepEqual(sorted(found), sorted(rows), table);
  }
}

async function assertFile(file: string): Promise<void> {
  const database = new Database(file, { readonly: true });
  await assertComplete(async (table) => database.prepare(`select * from "${table}"`).all() as Stored[]);
  assert.equal(database.pragma('integrity_check', { simple: true }), 'ok');
  database.close();
}

async function assertPostgres(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.setTypeParser(pg.types.builtins.INT8, Number);
  await client.connect();
  await assertComplete(async (table) => (await client.query(`select * from "${table}"`)).rows);
  await client.end();
}

async function filledFile(): Promise<string> {
  const file = join(await mkdtemp(join(root, 'tables-')), 'filled.db');
  const rows = await SqliteRows.forFilling(file);
  await fill(rows);
  rows.close();
  return file;
}

async function copyTo(target: Opened, source: Opened) {
  if (source.engine === 'postgres') await source.execute('begin', []);
  try {
    return await copyDatabase(source, target, () => undefined);
  } finally {
    await source.close();
    await target.close();
  }
}

const freshFile = async () => join(await mkdtemp(join(root, 'tables-')), 'copy.db');

test('every column of every table arrives in another file', async () => {
  const [source, copy] = [await filledFile(), await freshFile()];
  await assertFile(source);
  const { tables } = await copyTo(await SqliteRows.forFilling(copy), SqliteRows.forReading(source));
  assert.deepEqual(Object.keys(tables).sort(), [...expected.keys()].sort());
  await assertFile(copy);
});

test('every column of every table arrives on PostgreSQL, and comes back', async (t) => {
  const url = await freshDatabase();
  if (url === undefined) return t.skip('there is no PostgreSQL server');
  const source = await filledFile();
  const there = await copyTo(await PostgresRows.connect(url), SqliteRows.forReading(source));
  await assertPostgres(url);
  const back = await freshFile();
  const returned = await copyTo(await SqliteRows.forFilling(back), await PostgresRows.connect(url));
  assert.deepEqual(returned.tables, there.tables);
  await assertFile(back);
});

test('a text that PostgreSQL cannot store is reported with its table', async (t) => {
  const url = await freshDatabase();
  if (url === undefined) return t.skip('there is no PostgreSQL server');
  const source = await filledFile();
  const database = new Database(source);
  database.exec("update reminder set note = 'a' || char(0) || 'b' where id = 1");
  database.close();
  await assert.rejects(
    copyTo(await PostgresRows.connect(url), SqliteRows.forReading(source)),
    /^\w*Error: Table reminder: rows do not fit/,
  );
});
