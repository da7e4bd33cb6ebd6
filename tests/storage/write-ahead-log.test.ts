// The write-ahead log of the embedded engine stays within its bound under load, and shrinks afterwards.

import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { ApiError } from '../../src/api-contract/error.ts';
import { limits, MEBIBYTE } from '../../src/api-contract/limits.ts';
import { ParleyDatabase } from '../../src/storage/database.ts';
import type { Reader } from '../../src/storage/reader-writer.ts';
import { testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';

const skip = Boolean(testDatabaseUrl) && 'PostgreSQL keeps a log of its own';
const directory = temporaryFolder();

const bytesOf = async (databaseFile: string) => (await stat(`${databaseFile}-wal`)).size;

/** An embedded database with a table, and what it logs. */
async function open(name: string, isReplicated = false) {
  const file = join(directory, `${name}.db`);
  const warnings: string[] = [];
  const database = await ParleyDatabase.open({
    url: undefined,
    file,
    isReplicated,
    warn: (sentence) => warnings.push(sentence),
  });
  await database.write(0, async (writer) => {
    await writer.execute('create table anything (text text)', []);
  });
  /** Commits this many megabytes in sequence; returns the largest size of the log. */
  const commit = async (megabytes: number) => {
    let largest = 0;
    for (let count = 0; count < megabytes; count++) {
      await database.write(1, async (writer) => {
        await writer.execute('insert into anything values (?)', ['x'.repeat(MEBIBYTE)]);
      });
      largest = Math.max(largest, await bytesOf(file));
    }
    return largest;
  };
  return { database, file, warnings, commit };
}

test('bound writeAheadLogBytes: holds under steady load with snapshots open at every moment', {
  skip,
}, async () => {
  const { database, file, commit, warnings } = await open('steady-load');
  let isOver = false;
  const counts = (reader: Reader) => reader.execute('select count(*) as count from anything', []);
  const readers = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      await database.snapshot(1, async (reader) => {
        const before = await counts(reader);
        await new Promise((resolve) => setTimeout(resolve, 50));
        assert.deepEqual(await counts(reader), before, 'a snapshot sees one state');
      });
    }
  });
  const largest = await commit(100);
  isOver = true;
  await Promise.all(readers);
  assert.ok(largest < limits.writeAheadLogBytes, `${largest} bytes`);
  assert.deepEqual(warnings, []);
  await waitUntil(async () => (await bytesOf(file)) < MEBIBYTE);
  assert.deepEqual(await counts(database.reader(1)), [{ count: 100 }]);
  await database.close();
});

test('bound snapshotMilliseconds: a snapshot that stays open is ended before the log exceeds its bound', {
  skip,
}, async () => {
  const { database, commit } = await open('long-snapshot');
  const rowCounts: unknown[] = [];
  const reading = database.snapshot(1, async (reader) => {
    for (;;) {
      const [row] = await reader.execute('select count(*) as count from anything', []);
      rowCounts.push(row?.count);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  const rejection = assert.rejects(reading, (error) => error instanceof ApiError && error.status === 503);
  const largest = await commit(80);
  await rejection;
  assert.ok(largest < limits.writeAheadLogBytes, `${largest} bytes`);
  assert.deepEqual(new Set(rowCounts), new Set([0]), 'it saw one state as long as it was open');
  const [row] = await database.snapshot(1, (reader) =>
    reader.execute('select count(*) as count from anything', []),
  );
  assert.equal(row?.count, 80);
  await database.close();
});

test('another program that reads for long is reported, and the log shrinks when it is done', {
  skip,
}, async () => {
  const { database, file, commit, warnings } = await open('other-program');
  const other = new Database(file, { readonly: true });
  other.exec('begin');
  other.prepare('select count(*) from anything').get();
  assert.ok((await commit(70)) > limits.writeAheadLogBytes);
  await commit(10);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /^The write-ahead log has \d+ MB and cannot be reset: another program/);
  other.close();
  await commit(10);
  assert.ok((await bytesOf(file)) < limits.writeAheadLogBytes);
  await database.close();
});

test('beside Litestream the server leaves the log alone up to its bound, and resets it if Litestream does not', {
  skip,
}, async () => {
  const { database, file, commit, warnings } = await open('replicated', true);
  const wasLeftAlone = await commit(40);
  assert.ok(wasLeftAlone > 40 * MEBIBYTE, `${wasLeftAlone} bytes`);
  const beside = new Database(file);
  assert.equal(beside.prepare('select count(*) from anything').pluck().get(), 40);
  // What Litestream does when it has copied enough.
  beside.pragma('wal_checkpoint(TRUNCATE)');
  beside.close();
  assert.deepEqual(warnings, []);
  const largest = await commit(100);
  assert.ok(largest < limits.writeAheadLogBytes * 1.2, `${largest} bytes`);
  assert.match(warnings[0] ?? '', /^Litestream did not keep the write-ahead log small, so this server has\./);
  await database.close();
});
