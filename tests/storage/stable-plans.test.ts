// SQLite prepares each statement once, whatever its values, and finds the indexes that depend on a condition.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { SqliteConnection } from '../../src/storage/sqlite-connection.ts';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const skip = Boolean(testDatabaseUrl) && 'it is about the embedded engine';

/**
 * How many statements with rows were prepared during an action. The driver compiles a function for the rows of each
 * statement whenever that was prepared.
 */
async function preparedDuring(action: () => Promise<unknown>): Promise<number> {
  const { Function: original } = globalThis;
  let count = 0;
  globalThis.Function = new Proxy(original, {
    apply(target, self, values) {
      count++;
      return Reflect.apply(target, self, values);
    },
  });
  try {
    await action();
  } finally {
    globalThis.Function = original;
  }
  return count;
}

const server = await startTestServer();
const mel = await server.as('mel');

test('other values do not make SQLite prepare a statement again', { skip }, async () => {
  const database = new Database(':memory:');
  database.exec(
    'create table thing (id integer primary key, kind, of); insert into thing values (1, 1, 1), (2, 1, 2)',
  );
  const statement = database.prepare('select * from thing where kind = ? order by id limit ?');
  // What the counting is about: SQLite looks at the limit, and so prepares the statement for each one.
  assert.equal(await preparedDuring(async () => [1, 2, 3].map((limit) => statement.all(1, limit))), 3);
  database.close();

  const round = async (number: number) => {
    const id = await mel.sendToChannel('general', `topic ${number}`, 'plain');
    for (const narrow of [
      [],
      [{ operator: 'search', operand: 'plain' }],
      [['channel', 'general']],
      [['is', 'starred']],
      [{ operator: 'sender', operand: mel.userId }],
    ])
      await mel.ok('GET', '/messages', {
        narrow,
        anchor: id - number,
        num_before: 3 + number,
        num_after: number,
      });
    await mel.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    await mel.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await mel.ok('POST', '/register');
  };
  // The statements of a registration that read together depend on which ones that were.
  for (const number of [1, 2, 3]) await round(number);
  const counts = [];
  for (const number of [4, 5, 6, 7]) counts.push(await preparedDuring(() => round(number)));
  assert.equal(Math.min(...counts), 0, `prepared in each round: ${counts}`);
});

/** What partial indexes compare columns with: `is_failed = 0`. */
function conditionsOfIndexes(file: string): Set<string> {
  const database = new Database(file, { readonly: true });
  const rows = database
    .prepare("select sql from sqlite_schema where type = 'index' and sql like '% where %'")
    .all();
  database.close();
  return new Set(rows.flatMap((row) => String((row as { sql: string }).sql).match(/\w+ = \d+/g) ?? []));
}

test('constants are literals where a partial index needs them', { skip }, async () => {
  const dataDirectory = temporaryFolder();
  await (await startTestServer({ dataDirectory })).close();
  const conditions = conditionsOfIndexes(join(dataDirectory, 'parley.db'));
  // Compared with parameters only in statements that other indexes serve.
  conditions.delete('is_active = 1');
  assert.ok(conditions.has('is_failed = 0') && conditions.has('has_link = 1'));
  const comparisons = [...conditions].map((condition) => {
    const [column, value] = condition.split(' = ');
    return `${column}['\`],\\s*'=',\\s*(?:${value}|\\w+\\.\\w+)[,)]`;
  });
  const hidden = new RegExp(`['\`.](?:${comparisons.join('|')})`);
  const sources = join(import.meta.dirname, '../../src');
  const faults = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => hidden.test(readFileSync(join(sources, name), 'utf8')));
  assert.deepEqual(
    faults,
    [],
    'SQLite finds such an index only if the statement has the value as sql.lit(…)',
  );
});

test('rows of a statement that is prepared each time are read without a function made for them', {
  skip,
}, async () => {
  const connection = new SqliteConnection(join(temporaryFolder(), 'log.db'), 'writing');
  connection.pragma('journal_mode = wal');
  connection.command('create table thing (id integer primary key)');
  assert.equal(await preparedDuring(async () => connection.logFrames()), 0);
  assert.ok(connection.logFrames().frames > 0);
  connection.close();
});
