// What a whole export takes of each table: everything is decided, and nothing that opens something is among it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newestSchema } from '../../src/storage/migrations/migrate.ts';
import { tablesOfSchema } from '../../src/storage/rows/own-tables.ts';
import { movedTables, numberedTables, rulesOf } from '../../src/stores/moving/moved-tables.ts';

const { shapes } = await tablesOfSchema(newestSchema);
const moved = shapes.filter(({ name }) => rulesOf(name));

test('every table of a database moves, or is named with the reason why it stays', () => {
  const decided = new Set(Object.keys(movedTables));
  assert.deepEqual(
    shapes.flatMap(({ name }) => (decided.has(name) ? [] : [name])),
    [],
  );
  for (const [name, decision] of Object.entries(movedTables))
    if ('why' in decision) assert.ok(decision.why.length > 5, name);
});

test('rules are of columns that there are', () => {
  for (const { name, columns } of moved) {
    const present = new Set(columns.map((column) => column.name));
    assert.deepEqual(
      Object.keys(rulesOf(name) ?? {}).filter((column) => !present.has(column)),
      [],
      name,
    );
  }
});

/** Columns whose names end so and that hold no secret: of an avatar's file, of a name in lower case, of rows. */
const open = /^(?:avatar|name|email|topic|word|direct)_key$/;

test('no column moves whose name says that it opens something', () => {
  const odd = moved.flatMap(({ name, columns }) =>
    columns
      .filter((column) => /hash|sealed|secret|token|password|_key$/.test(column.name))
      .filter((column) => !open.test(column.name) && rulesOf(name)?.[column.name]?.is !== 'left')
      .map((column) => `${name}.${column.name}`),
  );
  assert.deepEqual(odd, []);
});

test('whatever names a row by its id is known to, so that it can have another id elsewhere', () => {
  const odd = moved.flatMap(({ name, columns }) =>
    columns
      .filter((column) => /_ids?$/.test(column.name) && !rulesOf(name)?.[column.name])
      .map((column) => `${name}.${column.name}`),
  );
  assert.deepEqual(
    odd.filter((column) => !['organization.string_id', 'presence.update_id'].includes(column)),
    [],
  );
  const numbered = moved.filter(({ columns }) => columns.some((column) => column.name === 'id'));
  assert.deepEqual(
    numbered.flatMap(({ name }) => (name === 'organization' ? [] : [name])).sort(),
    [...numberedTables].sort(),
  );
});
