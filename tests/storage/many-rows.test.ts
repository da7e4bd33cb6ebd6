// Bulk inserts with few statements, and lists of parameters that are queried in parts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from '../../src/storage/blocks.ts';
import { type BulkTable, type BulkValue, insertBulk } from '../../src/storage/bulk.ts';
import type { Execute, Writer } from '../../src/storage/reader-writer.ts';
import { openDatabase } from './open-database.ts';

const database = await openDatabase();
await database.write(0, async (writer) => {
  await writer.execute('create table many (a bigint unique, b bigint, c text)', []);
});
const table: BulkTable = {
  name: 'many',
  columns: [
    ['a', 'number'],
    ['b', 'number'],
    ['c', 'text'],
  ],
};

/** Inserts rows; returns the rows in the table and how many values each statement had. */
async function inserted(rows: readonly (readonly BulkValue[])[]) {
  const sizes: number[] = [];
  await database.write(1, async (writer) => {
    await writer.execute('delete from many', []);
    const execute: Execute = (statement, values) => {
      sizes.push(values.length);
      return writer.execute(statement, values);
    };
    await insertBulk({ engine: writer.engine, execute } as Writer, table, rows.flat());
  });
  const storedRows = await database.reader(1).execute('select a, b, c from many order by a', []);
  return { stored: storedRows.map(({ a, b, c }) => [a, b, c]), sizes };
}

const rowsOf = (count: number): BulkValue[][] =>
  Array.from({ length: count }, (_, index) => [index, index % 3 === 0 ? null : -index, `"text" ${index}`]);

// 833 rows of three columns fit one statement of the embedded engine.
for (const count of [0, 1, 2, 832, 833, 834, 2000]) {
  test(`${count} rows are stored, each once and whole`, async () => {
    const { stored, sizes } = await inserted(rowsOf(count));
    assert.deepEqual(stored, rowsOf(count));
    const together = Math.floor(count / 833);
    assert.deepEqual(
      sizes,
      database.engine === 'sqlite'
        ? [...Array(together).fill(833 * 3), ...Array(count - together * 833).fill(3)]
        : count > 0
          ? [table.columns.length]
          : [],
    );
  });
}

test('rows of more than a few megabytes take several statements', async () => {
  const rows = Array.from({ length: 9 }, (_, index): BulkValue[] => [index, null, 'x'.repeat(1_000_000)]);
  const { stored, sizes } = await inserted(rows);
  assert.deepEqual(stored, rows);
  assert.equal(sizes.length, database.engine === 'sqlite' ? 9 : 3);
});

test('a text is stored unchanged, whatever it looks like in a list of values', async () => {
  const texts = [
    '',
    'NULL',
    'null',
    '"',
    '\\',
    'a,b',
    '{}',
    "'",
    ' a ',
    'a\nb\t',
    '\\"',
    '{"a":"\\\\"}',
    '🎉',
    null,
  ];
  const rows = texts.map((text, index): BulkValue[] => [index, null, text]);
  assert.deepEqual((await inserted(rows)).stored, rows);
});

test('a refused row rolls back all of them', async () => {
  const { stored } = await inserted(rowsOf(1));
  const values = [5, null, 'new', 0, null, 'there is one'];
  await assert.rejects(database.write(1, (writer) => insertBulk(writer, table, values)));
  assert.deepEqual(await database.reader(1).execute('select a from many', []), [{ a: stored[0]?.[0] }]);
});

async function sizesOf(length: number, size?: number): Promise<number[]> {
  const list = Array.from({ length }, (_, index) => index);
  const parts: (readonly number[])[] = [];
  for await (const part of blocksOf(list, size)) parts.push(part);
  assert.deepEqual(parts.flat(), list);
  return parts.map((part) => part.length);
}

test('a list is queried in parts, of 500 by default', async () => {
  assert.deepEqual(await sizesOf(0, 3), []);
  assert.deepEqual(await sizesOf(2, 3), [2]);
  assert.deepEqual(await sizesOf(3, 3), [3]);
  assert.deepEqual(await sizesOf(7, 3), [3, 3, 1]);
  assert.deepEqual(await sizesOf(1001), [500, 500, 1]);
});

test('other work runs between two parts', async () => {
  let turns = 0;
  const count = () => {
    turns++;
    nextTurn = setImmediate(count);
  };
  let nextTurn = setImmediate(count);
  const list = Array.from({ length: 3 }, (_, index) => index);
  const turnsAtParts: number[] = [];
  for await (const _part of blocksOf(list, 1)) {
    turnsAtParts.push(turns);
    const until = performance.now() + 60;
    while (turnsAtParts.length === 1 && performance.now() < until);
  }
  clearImmediate(nextTurn);
  assert.ok(Number(turnsAtParts[1]) > Number(turnsAtParts[0]), 'the first part took long');
});

test('a list that fits is passed on unchanged', async () => {
  const list = [1, 2, 3];
  for await (const part of blocksOf(list, 3)) assert.equal(part, list);
});
