// What an organization's archive includes of each table: no secret, and no id that cannot be replaced.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newestSchema } from '../../src/storage/migrations/migrate.ts';
import { tablesOfSchema } from '../../src/storage/rows/own-tables.ts';
import { columnRulesOf, leftOutOfArchives, numberedTables } from '../../src/stores/moving/moved-tables.ts';

const { tables } = await tablesOfSchema(newestSchema);
const archivedTables = tables.filter(({ name }) => columnRulesOf(name));

test('every table that is left out has a reason', () => {
  for (const [name, why] of Object.entries(leftOutOfArchives())) assert.ok(why.length > 5, name);
});

test('ids refer to rows that are exported', () => {
  const names = new Set<string>(numberedTables);
  for (const { name } of archivedTables)
    for (const [column, rule] of Object.entries(columnRulesOf(name) ?? {}))
      if (rule?.is === 'id' || rule?.is === 'list') assert.ok(names.has(rule.of), `${name}.${column}`);
});

/** Columns with such names that are no secrets: keys of avatar files, normalized names, row keys. */
const HARMLESS_KEYS = /^(?:avatar|name|email|topic|word|direct)_key$/;

test('no column with a secret-like name is exported', () => {
  const unexpected = archivedTables.flatMap(({ name, columns }) =>
    columns
      .filter((column) => /hash|sealed|secret|token|password|_key$/.test(column.name))
      .filter(
        (column) => !HARMLESS_KEYS.test(column.name) && columnRulesOf(name)?.[column.name]?.is !== 'omitted',
      )
      .map((column) => `${name}.${column.name}`),
  );
  assert.deepEqual(unexpected, []);
});

test('every reference to a row id is declared, so that ids can be replaced', () => {
  const unexpected = archivedTables.flatMap(({ name, columns }) =>
    columns
      .filter((column) => /_ids?$/.test(column.name) && !columnRulesOf(name)?.[column.name])
      .map((column) => `${name}.${column.name}`),
  );
  assert.deepEqual(
    unexpected.filter((column) => !['organization.string_id', 'presence.update_id'].includes(column)),
    [],
  );
});
