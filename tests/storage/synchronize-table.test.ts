// A table is made equal to another one from any state: rows that are missing, surplus or different, unique values that have
// moved between rows, and more differences than are remembered.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { synchronizeTable } from '../../src/backups/synchronize-table.ts';
import { insertLines } from '../../src/storage/rows/insert.ts';
import { PostgresRows } from '../../src/storage/rows/postgres-rows.ts';
import { linesOf } from '../../src/storage/rows/rows.ts';
import { SqliteRows } from '../../src/storage/rows/sqlite-rows.ts';
import { tableStructures } from '../../src/storage/rows/table-structure.ts';
import { freshDatabase, testDatabaseUrl } from '../support/server.ts';

type Opened = SqliteRows | PostgresRows;
type ThingRow = readonly [key: string, size: number | null, title: string, text?: string];

const targets: Readonly<Record<string, () => Promise<Opened>>> = {
  sqlite: async () => SqliteRows.inMemory(),
  ...(testDatabaseUrl && { postgres: async () => PostgresRows.connect((await freshDatabase()) ?? '') }),
};

/** A database with one table whose titles are unique. */
async function databaseWith(open: () => Promise<Opened>, rows: readonly ThingRow[]) {
  const database = await open();
  after(() => database.close());
  const text = database.engine === 'sqlite' ? 'text' : 'text collate "C"';
  await database.execute(
    `create table thing (a ${text} primary key, b bigint, c ${text} not null unique, d text)`,
    [],
  );
  const [structure] = await tableStructures(database);
  assert.ok(structure);
  for (const row of rows)
    await insertLines(database, structure, [JSON.stringify([...row, null].slice(0, 4))]);
  await database.execute('begin', []);
  return { database, structure };
}

/** Makes a target equal to a source; returns the result, and the keys that were removed. */
async function synchronized(
  open: () => Promise<Opened>,
  sourceRows: readonly ThingRow[],
  targetRows: readonly ThingRow[],
) {
  const { database: source, structure } = await databaseWith(targets.sqlite ?? open, sourceRows);
  const { database: target } = await databaseWith(open, targetRows);
  const removed: string[] = [];
  const result = await synchronizeTable(source, target, structure, async (keys) => {
    removed.push(...keys);
  });
  const lines = await Array.fromAsync(linesOf(target, structure));
  assert.deepEqual(lines, await Array.fromAsync(linesOf(source, structure)));
  assert.equal(result.sum.rows, sourceRows.length);
  return { ...result, removed: removed.map((key) => JSON.parse(key)[0]) };
}

const MEGABYTE = 'x'.repeat(2 ** 20);
const large = (count: number, prefix: string, title: string): ThingRow[] =>
  Array.from({ length: count }, (_, at) => [`${prefix}${at + 10}`, at, `${title} ${at}`, MEGABYTE]);

for (const [engine, open] of Object.entries(targets)) {
  test(`missing, surplus and different rows are put right, on ${engine}`, async () => {
    const source: ThingRow[] = [
      ['a', 1, 'one'],
      ['c', null, 'three'],
      ['d', 4, 'four'],
      ['f', 6, 'six'],
    ];
    const target: ThingRow[] = [
      ['a', 1, 'one'],
      ['b', 2, 'two'],
      ['c', 3, 'three'],
      ['e', 5, 'five'],
    ];
    const { removed, ...result } = await synchronized(open, source, target);
    assert.deepEqual(removed, ['b', 'c', 'e']);
    const { presentRows, changedRows, isVerified } = result;
    assert.deepEqual([presentRows, changedRows, isVerified], [1, 6, true]);
    const again = await synchronized(open, source, source);
    assert.deepEqual([again.presentRows, again.changedRows, again.isVerified], [4, 0, true]);
  });

  test(`an empty table is filled, and another one emptied, on ${engine}`, async () => {
    const rows: ThingRow[] = [['a', 1, 'one']];
    assert.deepEqual((await synchronized(open, rows, [])).changedRows, 1);
    assert.deepEqual((await synchronized(open, [], rows)).removed, ['a']);
  });

  test(`unique values that have moved between rows are no obstacle, on ${engine}`, async () => {
    const source: ThingRow[] = [
      ['a', 1, 'two'],
      ['b', 1, 'one'],
      ['c', 1, 'nine'],
    ];
    const target: ThingRow[] = [
      ['a', 1, 'one'],
      ['b', 1, 'two'],
      ['z', 1, 'nine'],
    ];
    assert.deepEqual((await synchronized(open, source, target)).removed, ['a', 'b', 'z']);
  });

  test(`keys are compared in the order of their bytes, on ${engine}`, async () => {
    const keys = ['', 'Z', 'a', 'é', '\uffff', '😀', '\u{10ffff}'];
    const rows = keys.map((key): ThingRow => [key, 1, `title ${key}`]);
    const withoutSome = rows.filter((_, at) => at % 2 === 0);
    assert.deepEqual((await synchronized(open, rows, withoutSome)).removed, []);
    const { removed } = await synchronized(open, withoutSome, rows);
    assert.deepEqual(
      removed,
      keys.filter((_, at) => at % 2 === 1),
    );
  });

  test(`more rows follow than are remembered, and are not read back, on ${engine}`, async () => {
    const rows = large(16, 'k', 'new');
    const result = await synchronized(open, rows, rows.slice(0, 1));
    assert.deepEqual([result.presentRows, result.changedRows, result.isVerified], [1, 15, true]);
    const more = await synchronized(open, large(20, 'k', 'new'), []);
    assert.deepEqual([more.changedRows, more.isVerified], [20, false]);
  });

  test(`more rows are missing in between than are remembered, on ${engine}`, async () => {
    const last: ThingRow = ['z', 1, 'last'];
    const rows = [...large(20, 'k', 'new'), last];
    const { removed, ...result } = await synchronized(open, rows, [last]);
    assert.deepEqual([removed, result.presentRows, result.changedRows], [[], 1, 20]);
  });
}

test('more rows are surplus than are remembered', async () => {
  const open = async () => SqliteRows.inMemory();
  const target = Array.from(
    { length: 20 },
    (_, at): ThingRow => [`k${at + 10}${MEGABYTE}`, at, `title ${at}`],
  );
  const kept: ThingRow = ['z', 1, 'title 19'];
  const { removed, changedRows } = await synchronized(open, [['a', 1, 'title 18'], kept], target);
  assert.deepEqual([removed.length, changedRows], [20, 22]);
});
