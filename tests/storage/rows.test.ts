// All rows of a table: the same lines on both engines, in key order, in pages; and id counters that continue after the
// highest id.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { insertLines } from '../../src/storage/rows/insert.ts';
import { PostgresRows } from '../../src/storage/rows/postgres-rows.ts';
import { linesOf, type RowSource } from '../../src/storage/rows/rows.ts';
import { SqliteRows } from '../../src/storage/rows/sqlite-rows.ts';
import { idCounters, setIdCounters, tableStructures } from '../../src/storage/rows/table-structure.ts';
import { freshDatabase, testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

type Opened = RowSource & { close(): unknown };

const directory = temporaryFolder();
let files = 0;

const onEngines: Readonly<Record<string, () => Promise<Opened>>> = {
  sqlite: () => SqliteRows.forFilling(join(directory, `rows-${files++}.db`)),
  ...(testDatabaseUrl && { postgres: async () => PostgresRows.connect((await freshDatabase()) ?? '') }),
};

const text = (engine: string) => (engine === 'sqlite' ? 'text' : 'text collate "C"');
/** Bookkeeping tables of the database itself, a full-text index, and a table whose key is not its first columns. */
const tables = (engine: string) => [
  'create table schema_version (version bigint)',
  'create table database_copy (source text)',
  'create table message_words (id bigint primary key)',
  `create table thing (a bigint, b ${text(engine)}, c bigint not null, d ${text(engine)} not null, primary key (d, c))`,
];

async function filledDatabase(open: () => Promise<Opened>): Promise<Opened> {
  const source = await open();
  after(() => source.close());
  for (const sql of tables(source.engine)) await source.execute(sql, []);
  return source;
}

/** In key order (d, c): capitals before lower case, numbers numerically; the null values are outside the key. */
function things(count: number, b = 'some "text"'): unknown[][] {
  return Array.from({ length: count }, (_, index) => [
    index % 3 === 0 ? null : 2 ** 53 - 1 - index,
    index % 2 === 0 ? null : b,
    index,
    index < count / 2 ? 'B' : 'a',
  ]);
}

for (const [engine, open] of Object.entries(onEngines)) {
  test(`tables are listed with their columns and their key, on ${engine}`, async () => {
    const source = await filledDatabase(open);
    assert.deepEqual(await tableStructures(source), [
      {
        name: 'thing',
        columns: [
          { name: 'a', kind: 'number' },
          { name: 'b', kind: 'text' },
          { name: 'c', kind: 'number' },
          { name: 'd', kind: 'text' },
        ],
        key: ['d', 'c'],
      },
    ]);
  });

  test(`rows inserted as lines are read as the same lines, in order, on ${engine}`, async () => {
    const source = await filledDatabase(open);
    const [structure] = await tableStructures(source);
    assert.ok(structure);
    const lines = things(1201).map((row) => JSON.stringify(row));
    await insertLines(source, structure, lines.toReversed());
    await source.execute('begin', []);
    assert.deepEqual(await Array.fromAsync(linesOf(source, structure)), lines);
  });

  test(`rows are ordered by a key of one column, or by all columns if there is none, on ${engine}`, async () => {
    const source = await filledDatabase(open);
    await source.execute('create table one_key (a bigint, b bigint primary key)', []);
    await source.execute('create table no_key (a bigint, b bigint)', []);
    const structures = await tableStructures(source);
    const columns = ['a', 'b'].map((name) => ({ name, kind: 'number' }));
    assert.deepEqual(structures.slice(0, 2), [
      { name: 'no_key', columns, key: ['a', 'b'] },
      { name: 'one_key', columns, key: ['b'] },
    ]);
    const lines = ['[1,2]', '[2,1]'];
    for (const structure of structures.slice(0, 2)) await insertLines(source, structure, lines);
    await source.execute('begin', []);
    // One table after another, in one transaction.
    const read = [];
    for (const structure of structures.slice(0, 2))
      read.push(await Array.fromAsync(linesOf(source, structure)));
    assert.deepEqual(read, [lines, lines.toReversed()]);
  });

  test(`rows are read in pages, on ${engine}`, async () => {
    const source = await filledDatabase(open);
    const [structure] = await tableStructures(source);
    assert.ok(structure);
    const sizes = async (rows: readonly unknown[][]) => {
      await source.execute('delete from thing', []);
      await insertLines(
        source,
        structure,
        rows.map((row) => JSON.stringify(row)),
      );
      await source.execute('begin', []);
      const parts = await Array.fromAsync(source.rows(structure), (part) => part.length);
      await source.execute('commit', []);
      return parts;
    };
    const isSqlite = engine === 'sqlite';
    assert.deepEqual(await sizes(things(1201)), isSqlite ? [500, 500, 201] : [50, 1151]);
    assert.deepEqual(await sizes(things(1000)), isSqlite ? [500, 500, 0] : [50, 950]);
    // On PostgreSQL a page has fewer long rows: about a megabyte.
    const long = await sizes(things(200, 'x'.repeat(100_000)));
    assert.deepEqual(long, isSqlite ? [200] : [50, ...Array(7).fill(20), 10]);
  });

  test(`ids continue above those assigned before, even of deleted rows, on ${engine}`, async () => {
    const nextIds = async () => {
      const source = await filledDatabase(open);
      const id =
        engine === 'sqlite'
          ? 'integer primary key autoincrement'
          : 'bigint generated by default as identity primary key';
      for (const name of ['used', 'unused'])
        await source.execute(`create table ${name} (id ${id}, c bigint)`, []);
      return source;
    };
    const [source, target] = [await nextIds(), await nextIds()];
    for (const c of [1, 2, 3]) await source.execute(`insert into used (c) values (${c})`, []);
    await source.execute('delete from used where c > 1', []);
    const names = new Set(['used', 'unused']);
    const counters = await idCounters(source, names);
    assert.deepEqual([...counters], [['used', 3]]);
    await setIdCounters(target, counters);
    assert.deepEqual(await idCounters(target, names), counters);
    const next = async (name: string) =>
      (await target.execute(`insert into ${name} (c) values (9) returning id`, [])).map(({ id }) => id);
    assert.deepEqual([await next('used'), await next('unused')], [[4], [1]]);
    // Whatever ids the table had assigned before.
    await setIdCounters(target, new Map([['unused', 7]]));
    await setIdCounters(target, new Map([['used', 1]]));
    await target.execute('delete from used', []);
    assert.deepEqual([await next('used'), await next('unused')], [[2], [8]]);
  });
}
