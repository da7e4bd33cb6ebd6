// Tables of other programs in the same database are neither copied nor changed.

import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { PostgresRows } from '../../src/storage/rows/postgres-rows.ts';
import { root, run, runningDemo } from '../support/command-line.ts';
import { freshDatabase } from '../support/server.ts';
import {
  emptyStorage,
  engines,
  freshPath,
  runJson,
  serverAt,
  storageAt,
  type TestStorage,
} from './backups.ts';

const { server } = await runningDemo();
const source = storageAt(server.dataDirectory, server.databaseUrl);
await server.close();

/** The results of statements, on a database that no one else uses. */
async function runAll(
  { dataDirectory, databaseUrl }: TestStorage,
  ...statements: string[]
): Promise<unknown[]> {
  if (databaseUrl === undefined) {
    const raw = new Database(join(dataDirectory, 'parley.db'));
    const results = statements.flatMap((sql): unknown[] => {
      const statement = raw.prepare(sql);
      return statement.reader ? statement.all() : [statement.run() && undefined];
    });
    raw.close();
    return results;
  }
  const rows = await PostgresRows.connect(databaseUrl);
  const results = [];
  for (const sql of statements) results.push(...(await rows.execute(sql, [])));
  await rows.close();
  return results;
}

const note = [
  'create table dba_note (id bigint primary key, said text)',
  "insert into dba_note values (7, 'keep me')",
];

test('a table of another program is in no backup or copy, and causes no warning', async () => {
  await runAll(source, ...note);
  await runJson('check', ...source.flags);
  const file = freshPath();
  const { tables } = await runJson('backup', file, ...source.flags);
  await runJson('restore', file, '--check');
  for (const engine of engines) {
    const target = await emptyStorage(engine);
    await runJson('restore', file, ...target.flags);
    const summary = await runJson('backup', freshPath(), ...target.flags);
    assert.equal(summary.tables, tables);
  }
  const copied = await runJson(
    'database',
    'copy',
    '--to-data',
    await mkdtemp(join(root, 'copy-')),
    ...source.flags,
  );
  assert.equal(Object.keys(copied.tables).length, tables);
  assert.equal(copied.tables.dba_note, undefined);
});

const needsPostgres = { skip: server.databaseUrl === undefined };

test(
  'tables of another program stay when a backup is restored or copied to their database',
  needsPostgres,
  async () => {
    const file = freshPath();
    await runJson('backup', file, ...source.flags);
    const targetStorage = await emptyStorage();
    await runAll(targetStorage, ...note, 'create table dba_empty (id bigint)');
    const expectOwnTables = async (one: TestStorage) =>
      assert.deepEqual(await runAll(one, 'select said from dba_note', 'select id from dba_empty'), [
        { said: 'keep me' },
      ]);
    await runJson('restore', file, ...targetStorage.flags);
    await expectOwnTables(targetStorage);
    const replacementResult = await runJson('restore', file, '--replace', ...targetStorage.flags);
    await expectOwnTables(targetStorage);
    assert.equal(replacementResult.tables_removed, true);
    const { status, out } = await run('restore', file, '--replace', ...targetStorage.flags);
    assert.equal(status, 0);
    assert.match(out, /\nThe previous content of the database was deleted\. The previous files are in /);
    await (await serverAt(targetStorage)).close();
    const target = storageAt(targetStorage.dataDirectory, await freshDatabase());
    await runAll(target, ...note, 'create table dba_empty (id bigint)');
    await runJson('database', 'copy', '--to', target.databaseUrl ?? '', ...source.flags);
    await expectOwnTables(target);
  },
);

test(
  'a database in which another program uses the names of Parley’s tables is refused',
  needsPostgres,
  async () => {
    const file = freshPath();
    await runJson('backup', file, ...source.flags);
    for (const statement of [
      'create table message (said text)',
      'create table schema_version (version bigint); insert into schema_version values (3)',
      'create table schema_version (installed text)',
      'create view account as select 1 as one',
    ]) {
      const target = await emptyStorage();
      await runAll(target, ...statement.split('; '));
      for (const flags of [[], ['--replace']]) {
        const { status, out, err } = await run('restore', file, ...flags, ...target.flags);
        assert.deepEqual([status, out], [1, ''], err);
        assert.match(
          err,
          /^The (database contains a|table \w+ of the database does not).* (of|to) another program/,
        );
      }
      const copied = await run('database', 'copy', '--to', target.databaseUrl ?? '', ...source.flags);
      assert.deepEqual([copied.status, copied.out], [1, ''], copied.err);
      assert.match(copied.err, /(of|to) another program/);
    }
  },
);
