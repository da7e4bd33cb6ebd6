// How a program prints the error that ended a command.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { databaseUnavailable } from '../../src/api-contract/error.ts';
import { exitMessageOf } from '../../src/cli/exit-message.ts';
import { UsageError } from '../../src/cli/usage.ts';
import { UnusableFileStoreError } from '../../src/files/file-store.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** The text that is printed for the error that `work` throws. */
function outputOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return exitMessageOf(error).text;
  }
  throw new Error('nothing was thrown');
}

test('a database problem is reported in a sentence', async () => {
  const full = new Database(':memory:');
  full.exec('create table one (a text)');
  full.pragma('max_page_count = 3');
  assert.match(
    outputOf(() => full.prepare('insert into one values (?)').run('x'.repeat(100_000))),
    /^The disk of the database is full \(.*full.*\)\. Free some space and try again\.\n$/,
  );
  full.close();
  const path = join(temporaryFolder(), 'parley.db');
  await writeFile(path, 'not a database at all, but a text of some length'.repeat(100));
  const damaged = new Database(path);
  assert.match(
    outputOf(() => damaged.pragma('user_version')),
    /^The database is damaged \(.*\)\. Restore a backup/,
  );
  damaged.close();
});

test('expected errors are printed as they are, and only they', () => {
  assert.deepEqual(exitMessageOf(new UsageError('Give a name.', 2)), { text: 'Give a name.\n', status: 2 });
  assert.deepEqual(exitMessageOf(new UnusableFileStoreError('Change the bucket.')), {
    text: 'Change the bucket.\n',
    status: 1,
  });
  assert.deepEqual(exitMessageOf(databaseUnavailable(new Error('no route'))), {
    text: 'The database cannot be reached. Try again: no route.\n',
    status: 1,
  });
  assert.deepEqual(exitMessageOf(new TypeError('x is not a function')), {
    text: 'Parley failed: x is not a function\n',
    status: 1,
  });
});
