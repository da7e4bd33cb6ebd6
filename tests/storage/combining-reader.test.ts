// Reads that begin together are sent as one statement on the embedded engine, and have the rows that they have alone.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { ColumnSecrets } from '../../src/storage/column-secrets.ts';
import { combiningReader } from '../../src/storage/combining-reader.ts';
import type { Reader, StatementWithValues } from '../../src/storage/reader-writer.ts';
import { Combinations } from '../../src/storage/sqlite-combinations.ts';
import { SqliteConnection } from '../../src/storage/sqlite-connection.ts';
import { temporaryFolder } from '../support/temporary.ts';

const connection = new SqliteConnection(join(temporaryFolder(), 'some.db'), 'writing');
after(() => connection.close());
connection.command('create table thing (id integer primary key, name text, size real, other integer)');
connection.command(`insert into thing values
  (1, 'plain', 1.5, null), (2, '"quoted" \\ and' || char(10) || 'broken', 0.1, 9007199254740991), (3, 'Zoë 🦊 \u2028', -2e300, 0)`);

/** A reader that combines, and the combinations that it sent. */
function combining(): { readonly reader: Reader; readonly sent: StatementWithValues[][] } {
  const sent: StatementWithValues[][] = [];
  const reader = combiningReader({
    engine: 'sqlite',
    organizationId: 1,
    db: connection.db,
    execute: connection.execute,
    executeTogether: (statements) => {
      sent.push(statements.map(({ sql, values }) => ({ sql, values })));
      return connection.executeTogether(statements);
    },
    secrets: new ColumnSecrets(),
  });
  return { reader, sent };
}

test('rows are the same as those of each statement alone, in their order', async () => {
  const statements: StatementWithValues[] = [
    { sql: 'select * from thing order by id desc', values: [] },
    { sql: 'select name, size as "how large" from thing where id = ?', values: [2] },
    { sql: 'select id from thing where id > ? and other is null', values: [1] },
    { sql: 'select count(*) as count, max(size) as size from thing', values: [] },
    {
      sql: 'select id from thing where id in (select value from json_each(?)) limit ?',
      values: ['[3, 1]', 1],
    },
  ];
  const { reader, sent } = combining();
  const together = await Promise.all(statements.map(({ sql, values }) => reader.execute(sql, values)));
  const alone = await Promise.all(statements.map(({ sql, values }) => connection.execute(sql, values)));
  assert.deepEqual(together, alone);
  assert.deepEqual(sent, [statements]);
});

test('reads that begin when others have ended are sent with each other, not with those', async () => {
  const { reader, sent } = combining();
  const chain = async (id: number) => {
    await Promise.resolve();
    const [first] = await reader.execute('select id from thing where id = ?', [id]);
    await reader.execute('select name from thing where id = ?', [first?.id]);
  };
  await Promise.all([chain(1), chain(2), chain(3)]);
  assert.deepEqual(
    sent.map((statements) => statements.length),
    [3, 3],
  );
});

test('if one statement fails, every read that was sent with it does', async () => {
  const { reader } = combining();
  const results = await Promise.allSettled([
    reader.execute('select id from thing', []),
    reader.execute('select id from nothing', []),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal((await reader.execute('select id from thing', [])).length, 3, 'later ones do not');
});

test('bound combinedStatements: further combinations are prepared again, and the oldest ones are dropped', () => {
  const prepared: string[] = [];
  const combinations = new Combinations({
    columnsOf: () => ['id'],
    prepare: (sql) => {
      prepared.push(sql);
      return sql;
    },
  });
  const combine = (number: number) => combinations.of([{ sql: `select ${number} as id`, values: [] }]);
  for (let number = 0; number < limits.combinedStatements; number++) combine(number);
  combine(0);
  assert.equal(prepared.length, limits.combinedStatements, 'that many are cached');
  combine(limits.combinedStatements);
  combine(0);
  assert.equal(prepared.length, limits.combinedStatements + 2);
  combine(limits.combinedStatements);
  assert.equal(prepared.length, limits.combinedStatements + 2);
});
