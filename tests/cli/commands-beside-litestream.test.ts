// Commands beside a database that Litestream replicates: they move no page of the write-ahead log that it has yet to copy.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import Database from 'better-sqlite3';
import { MEBIBYTE } from '../../src/api-contract/limits.ts';
import { databaseLocation, withExistingDatabase } from '../../src/cli/command-database.ts';
import { ParleyDatabase } from '../../src/storage/database.ts';
import { onCleanup } from '../support/cleanup.ts';
import { run } from '../support/command-line.ts';
import { testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const skip = testDatabaseUrl ? 'it is about the embedded engine' : false;
const flags = { data: temporaryFolder() };
const file = `${flags.data}/parley.db`;

/** How many pages of the log were moved into the database. */
let moved: () => number;
test('a database that is replicated is open', { skip }, async () => {
  const database = await ParleyDatabase.open({ url: undefined, file, isReplicated: true });
  await database.write(0, async (writer) => {
    await writer.db.insertInto('organization_sequence').values({ organization_id: 1, sequence: 0 }).execute();
  });
  // Litestream holds a read transaction, so that no one starts the log over.
  const litestream = new Database(file);
  litestream.prepare('begin').run();
  litestream.prepare('select sequence from organization_sequence').get();
  onCleanup(async () => {
    litestream.close();
    await database.close();
  });
  const counting = new Database(file);
  onCleanup(() => {
    counting.close();
  });
  moved = () =>
    (counting.pragma('wal_checkpoint(noop)') as { checkpointed: number }[])[0]?.checkpointed ?? -1;
  assert.equal(moved(), 0);
});

test('a command that reads moves nothing, also without the setting', { skip }, async () => {
  assert.equal((await run('organization', 'list', '--data', flags.data)).status, 0);
  assert.equal(moved(), 0);
});

test('a command that writes much moves nothing with the setting of the server', { skip }, async () => {
  process.env.PARLEY_CHECKPOINTS = 'litestream';
  after(() => {
    delete process.env.PARLEY_CHECKPOINTS;
  });
  await withExistingDatabase(databaseLocation(flags), async (database) => {
    for (let times = 0; times < 6; times++)
      await database.write(0, async (writer) => {
        await writer.execute('create table if not exists filler (content text)', []);
        await writer.execute('insert into filler values (?)', ['x'.repeat(MEBIBYTE)]);
      });
  });
  assert.equal(moved(), 0);
  process.env.PARLEY_CHECKPOINTS = 'me';
  assert.throws(
    () => databaseLocation(flags),
    /^UsageError: PARLEY_CHECKPOINTS must be server or litestream, not "me"/,
  );
  const withUrl = databaseLocation({ ...flags, 'database-url': 'postgres://db/parley' });
  assert.equal(withUrl.isReplicated, false, 'it is about the embedded engine');
});
