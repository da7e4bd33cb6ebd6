// Commits wait for the disk, however the PostgreSQL server is configured.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres.ts';
import { waitForDisk } from '../../src/storage/postgres-durability.ts';
import { freshDatabase, testDatabaseUrl } from '../support/server.ts';

async function settingOf(url: string): Promise<unknown> {
  const driver = await openPostgres(url);
  try {
    const transaction = await driver.beginWrite();
    const [row] = await transaction.execute('show synchronous_commit', []);
    await transaction.rollback();
    return row?.synchronous_commit;
  } finally {
    await driver.close();
  }
}

for (const [database, session] of [
  ['off', 'on'],
  ['local', 'local'],
  ['remote_apply', 'remote_apply'],
] as const) {
  test(`a database set to ${database} is used with ${session}`, { skip: !testDatabaseUrl }, async () => {
    const url = (await freshDatabase()) ?? '';
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const name = new URL(url).pathname.slice(1);
    await client.query(`alter database ${name} set synchronous_commit = ${database}`);
    await client.end();
    assert.equal(await settingOf(url), session);
  });
}

test('a session that cannot set it is refused in one sentence', async () => {
  const unchangeable = { query: async () => ({ rows: [{ setting: 'off' }] }) } as unknown as pg.Client;
  await assert.rejects(waitForDisk(unchangeable), {
    message: 'The database confirms commits before they are on disk. Set synchronous_commit to on.',
  });
});
