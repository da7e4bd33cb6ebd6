// The check that statements name their organization (`tests/support/named-organizations`), which watches the servers of all
// tests.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemOf } from '../support/named-organizations/exceptions.ts';
import {
  type NamedOrganizations,
  namedOrganizations,
} from '../support/named-organizations/named-organizations.ts';
import { parseStatement } from '../support/named-organizations/parse-statement.ts';

function naming(sql: string): NamedOrganizations {
  const statement = parseStatement(sql);
  assert.ok(statement, `cannot be parsed: ${sql}`);
  return namedOrganizations(statement);
}

/** Statements that name their organization. */
const named = [
  'select id from linkifier where organization_id = $1',
  'select id from linkifier where organization_id = ? and position > ?',
  `select id from linkifier where name = 'what?' and organization_id = ?`,
  'select name from organization where id = $1',
  'select f.id from linkifier f join playground p on p.organization_id = f.organization_id where f.organization_id = $1',
  'select f.id from linkifier f left join playground p on p.organization_id = f.organization_id where f.organization_id = $1',
  'select f.id from linkifier f where f.organization_id = $1 and exists (select 1 from playground p where p.organization_id = f.organization_id)',
  'select f.id from (select id, organization_id from linkifier) f where f.organization_id = $1',
  'select id from linkifier where organization_id = $1 union all select id from playground where organization_id = $1',
  'select u.id from (select * from linkifier union all select * from linkifier) u where u.organization_id = $1',
  'with own as (select organization_id as o from linkifier where organization_id = $1) select p.id from playground p join own on own.o = p.organization_id',
  'select id from linkifier where (organization_id + 0) = $1',
  'select id from linkifier where (organization_id, id) = ($1, $2)',
  'insert into linkifier (pattern, organization_id) values ($1, $2), ($3, $2)',
  'insert into linkifier (organization_id, pattern) select organization_id, name from playground where organization_id = $1',
  'update linkifier set position = $1 where organization_id = $2',
  'delete from linkifier using playground p where linkifier.organization_id = p.organization_id and p.organization_id = $1',
  'insert into link_preview (organization_id, url_hash) values ($1, $2) on conflict (organization_id, url_hash) do nothing',
];

/** Statements that do not, with the table. */
const unnamed: readonly (readonly [sql: string, table: string])[] = [
  ['select id from linkifier', 'linkifier'],
  ['select id from linkifier where id = $1', 'linkifier by id'],
  ['select id from linkifier where organization_id = $1 or id = $2', 'linkifier by id,organization_id'],
  ['select id from linkifier where organization_id in ($1, $2)', 'linkifier by organization_id'],
  ['select id from linkifier where organization_id > $1', 'linkifier'],
  ['select id from linkifier where not organization_id = $1', 'linkifier'],
  ['select f.id from linkifier f, playground p where p.organization_id = $1', 'linkifier'],
  [
    'select f.id from linkifier f left join playground p on p.organization_id = f.organization_id and p.organization_id = $1',
    'linkifier by organization_id',
  ],
  [
    'select f.id from linkifier f where exists (select 1 from playground p where p.organization_id = f.organization_id and p.organization_id = $1)',
    'linkifier by organization_id',
  ],
  [
    'select f.id from linkifier f where f.organization_id = $1 and f.name in (select p.name from playground p)',
    'playground',
  ],
  ['select id from linkifier where organization_id = $1 union all select id from playground', 'playground'],
  ['insert into linkifier (pattern) values ($1)', 'linkifier'],
  [
    'update linkifier set position = $1 where organization_id = $2 returning (select max(id) from playground)',
    'playground',
  ],
  ['delete from linkifier where pattern = $1', 'linkifier by pattern'],
];

for (const sql of named) {
  test(`it names its organization: ${sql}`, () => {
    assert.equal(problemOf(naming(sql), [5, 5, 5]), undefined);
  });
}

for (const [sql, use] of unnamed) {
  test(`it names no organization for ${use}: ${sql}`, () => {
    assert.equal(problemOf(naming(sql), [5, 5]), `names no organization for "${use}"`);
  });
}

test('an id suffices for an older table, and not for a new one', () => {
  assert.equal(problemOf(naming('select id from draft where account_id = $1'), [5]), undefined);
  assert.match(
    problemOf(naming('select id from draft where content = $1'), ['']) ?? '',
    /"draft by content"/,
  );
  assert.match(problemOf(naming('select id from linkifier where id = $1'), [5]) ?? '', /"linkifier by id"/);
});

test('two organizations in one statement are refused', () => {
  const sql =
    'select 1 from linkifier f, playground p where f.organization_id = $1 and p.organization_id = $2';
  assert.equal(problemOf(naming(sql), [5, 5]), undefined);
  assert.equal(problemOf(naming(sql), [5, 6]), 'names several organizations: 5, 6');
});

test('an upsert relies on a key with the organization', () => {
  const sql = 'insert into linkifier (organization_id, id) values ($1, $2) on conflict (id) do nothing';
  assert.equal(problemOf(naming(sql), [5, 5]), 'relies on a key of "linkifier" without the organization');
});

test('only SQLite understands a search in its index of words', () => {
  assert.equal(parseStatement('select rowid from message_words where message_words match ?'), undefined);
});
