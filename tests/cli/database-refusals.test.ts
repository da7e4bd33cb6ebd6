// Database problems are reported with what to do.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { withUsageErrors } from '../../src/cli/backups/usage-errors.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('a database problem is reported in a sentence', async () => {
  const full = new Database(':memory:');
  full.exec('create table one (a text)');
  full.pragma('max_page_count = 3');
  await assert.rejects(
    withUsageErrors(async () => full.prepare('insert into one values (?)').run('x'.repeat(100_000))),
    /^Error: The disk of the database is full \(.*full.*\)\. Free some space and try again\.$/,
  );
  full.close();
  const path = join(temporaryFolder(), 'parley.db');
  await writeFile(path, 'not a database at all, but a text of some length'.repeat(100));
  const damaged = new Database(path);
  await assert.rejects(
    withUsageErrors(async () => damaged.pragma('user_version')),
    /^Error: The database is damaged \(.*\)\. Restore a backup/,
  );
  damaged.close();
});
