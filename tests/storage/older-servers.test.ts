// A database gets a newer schema only while no server of an older version uses it, which would go on writing as its own wants it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationAt, withDatabase } from '../../src/cli/command-database.ts';
import { claimDataDirectory } from '../../src/server/single-server.ts';
import { PostgresListener } from '../../src/storage/postgres-listener.ts';
import { startTestServer } from '../support/server.ts';
import { placeOf, releases } from './release-place.ts';

/** What a server that runs holds of its database. */
async function hold(dataDirectory: string, databaseUrl: string | undefined): Promise<() => Promise<void>> {
  if (databaseUrl === undefined) return (await claimDataDirectory(dataDirectory)).release;
  const listener = new PostgresListener(databaseUrl, () => undefined);
  await listener.start();
  return () => listener.close();
}

test('a command changes no schema while an older server runs, and says so', async () => {
  const { dataDirectory, databaseUrl } = await placeOf(releases[0] ?? '');
  const stop = await hold(dataDirectory, databaseUrl);
  const command = () =>
    withDatabase({ dataDirectory, url: databaseUrl }, (database) => organizationAt(database, undefined));
  await assert.rejects(command, /servers? of an older version (?:use|runs)/i);
  await stop();
  assert.equal(await command(), 1);
  // Beside a server of the same version nothing is changed, and nothing refused.
  const { close } = await startTestServer({ dataDirectory, databaseUrl, isDemo: false });
  assert.equal(await command(), 1);
  await close();
});

test('a server of a newer version starts once the older ones have ended', async () => {
  const place = { ...(await placeOf(releases[0] ?? '')), isDemo: false };
  const stop = await hold(place.dataDirectory, place.databaseUrl);
  await assert.rejects(startTestServer(place), /of an older version|Another server is running/);
  await stop();
  await (await startTestServer(place)).close();
});
