// The declarations of the tables (`storage/schema/`) describe the database that the migrations make.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { SqliteRows } from '../../src/storage/rows/sqlite-rows.ts';
import { declarations } from '../../src/storage/schema.ts';

interface StoredColumn {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  /** Its position in the primary key, from 1; 0 for other columns. */
  readonly pk: number;
}

const rows = SqliteRows.inMemory();
await migrate('sqlite', rows.execute);
const stored = Map.groupBy(
  (await rows.execute(
    `select t.name as "table", c.* from sqlite_schema as t join pragma_table_info(t.name) as c
      where t.type = 'table' and t.name not like 'sqlite_%' and t.name not like 'message_words%'`,
    [],
  )) as unknown as StoredColumn[],
  ({ table }) => table,
);

test('every table is declared', () => {
  assert.deepEqual(declarations.map(([name]) => name as string).sort(), [...stored.keys()].sort());
});

const byColumn = (one: { readonly column: string }, other: { readonly column: string }) =>
  one.column < other.column ? -1 : 1;

test('every table is declared with the columns and the key that it has', () => {
  for (const [name, { columns, key }] of declarations) {
    const storedColumns = stored.get(name) ?? [];
    const declared = Object.entries(columns).map(([column, { kind, isNullable }]) => {
      return { column, kind, isNullable: isNullable ?? false };
    });
    const expected = storedColumns.map((column) => ({
      column: column.name,
      kind: /int/i.test(column.type) ? 'number' : 'text',
      isNullable: column.notnull === 0 && column.pk === 0,
    }));
    assert.deepEqual(declared.sort(byColumn), expected.sort(byColumn), name);
    const primary = storedColumns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
    const inKey = primary.length > 0 ? primary : storedColumns;
    assert.deepEqual(
      [...key],
      inKey.map((column) => column.name),
      name,
    );
  }
});

test('a column that inserts may omit is nullable, generated or has a default', () => {
  for (const [name, { columns }] of declarations)
    for (const column of stored.get(name) ?? []) {
      const isGenerated = column.pk > 0 && /^integer$/i.test(column.type);
      if (columns[column.name]?.hasDefault)
        assert.ok(
          column.dflt_value !== null || isGenerated || column.notnull === 0,
          `${name}.${column.name}`,
        );
    }
});
