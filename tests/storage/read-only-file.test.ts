// The file by which a command makes an embedded database read-only: commands that follow each other or are killed.

import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { isFileReadOnly, lockFile, removeStaleLock } from '../../src/storage/sqlite-read-only.ts';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

function newDatabase() {
  const file = join(temporaryFolder(), 'parley.db');
  new Database(file).close();
  return { file, path: `${file}-read-only` };
}

test('a command that follows another one at once keeps its lock', async () => {
  const { file, path } = newDatabase();
  const first = await lockFile(file);
  const [, second] = await Promise.all([first.release(), lockFile(file)]);
  assert.ok(isFileReadOnly(file));
  await second.release();
  assert.ok(!isFileReadOnly(file));
  assert.ok(!existsSync(path));
});

test('a file that another command removes before it is locked is not the lock', async (t) => {
  const { file, path } = newDatabase();
  await writeFile(path, '');
  const exec = Database.prototype.exec;
  let isRemoved = false;
  t.mock.method(Database.prototype, 'exec', function (this: Database.Database, sql: string) {
    if (sql === 'begin exclusive' && !isRemoved) {
      rmSync(path);
      isRemoved = true;
    }
    return exec.call(this, sql);
  });
  const held = await lockFile(file);
  assert.ok(isRemoved);
  assert.ok(isFileReadOnly(file));
  await held.release();
});

test('the file of a command that runs is not removed', async () => {
  const { file, path } = newDatabase();
  const held = await lockFile(file);
  removeStaleLock(file);
  assert.ok(existsSync(path) && isFileReadOnly(file));
  await held.release();
});

test('a server that starts removes the file of a command that was killed', {
  skip: testDatabaseUrl ? 'it is about the embedded database' : false,
}, async () => {
  const dataDirectory = temporaryFolder();
  const path = join(dataDirectory, 'parley.db-read-only');
  await writeFile(path, '');
  await startTestServer({ dataDirectory });
  assert.ok(!existsSync(path));
});
