// A database is migrated only while no server of an older version uses it, because that server would keep writing as
// its own schema requires.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationAt, withDatabase } from '../../src/cli/command-database.ts';
import { claimDataDirectory } from '../../src/server/single-server.ts';
import { PostgresListener } from '../../src/storage/postgres-listener.ts';
import { startTestServer } from '../support/server.ts';
import { copyRelease, releases } from './copied-release.ts';

/** Holds a database as a running server does. */
async function hold(dataDirectory: string, databaseUrl: string | undefined): Promise<() => Promise<void>> {
  if (databaseUrl === undefined) return (await claimDataDirectory(dataDirectory)).release;
  const listener = new PostgresListener(databaseUrl, () => undefined);
  await listener.start();
  return () => listener.close();
}

test('a command refuses to migrate while an older server runs', async () => {
  const { dataDirectory, databaseUrl } = await copyRelease(releases[0] ?? '');
  const stop = await hold(dataDirectory, databaseUrl);
  const command = () =>
    withDatabase({ dataDirectory, url: databaseUrl }, (database) => organizationAt(database, undefined));
  await assert.rejects(
    command,
    /servers? of an older version are using|older version of the server is running/i,
  );
  await stop();
  assert.equal(await command(), 1);
  // Beside a server of the same version there is nothing to migrate and nothing is refused.
  const { close } = await startTestServer({ dataDirectory, databaseUrl, isDemo: false });
  assert.equal(await command(), 1);
  await close();
});

test('a server of a newer version starts once the older ones have stopped', async () => {
  const storage = { ...(await copyRelease(releases[0] ?? '')), isDemo: false };
  const stop = await hold(storage.dataDirectory, storage.databaseUrl);
  await assert.rejects(startTestServer(storage), /of an older version|Another server is running/);
  await stop();
  await (await startTestServer(storage)).close();
});
