// What a whole export includes of each table: every table and column is decided, and no secret is included.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newestSchema } from '../../src/storage/migrations/migrate.ts';
import { tablesOfSchema } from '../../src/storage/rows/own-tables.ts';
import { columnRulesOf, movedTables, numberedTables } from '../../src/stores/moving/moved-tables.ts';

const { tables } = await tablesOfSchema(newestSchema);
const moved = tables.filter(({ name }) => columnRulesOf(name));

test('every table is exported, or listed with the reason why not', () => {
  const decided = new Set(Object.keys(movedTables));
  assert.deepEqual(
    tables.flatMap(({ name }) => (decided.has(name) ? [] : [name])),
    [],
  );
  for (const [name, decision] of Object.entries(movedTables))
    if ('why' in decision) assert.ok(decision.why.length > 5, name);
});

test('rules name existing columns', () => {
  for (const { name, columns } of moved) {
    const present = new Set(columns.map((column) => column.name));
    assert.deepEqual(
      Object.keys(columnRulesOf(name) ?? {}).filter((column) => !present.has(column)),
      [],
      name,
    );
  }
});

/** Columns with such names that are no secrets: keys of avatar files, normalized names, row keys. */
const open = /^(?:avatar|name|email|topic|word|direct)_key$/;

test('no column with a secret-like name is exported', () => {
  const odd = moved.flatMap(({ name, columns }) =>
    columns
      .filter((column) => /hash|sealed|secret|token|password|_key$/.test(column.name))
      .filter((column) => !open.test(column.name) && columnRulesOf(name)?.[column.name]?.is !== 'left')
      .map((column) => `${name}.${column.name}`),
  );
  assert.deepEqual(odd, []);
});

test('every reference to a row id is declared, so that ids can be replaced', () => {
  const odd = moved.flatMap(({ name, columns }) =>
    columns
      .filter((column) => /_ids?$/.test(column.name) && !columnRulesOf(name)?.[column.name])
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
