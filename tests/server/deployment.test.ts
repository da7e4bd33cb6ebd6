// Servers of one database share the secret that their keys were made with, and one complete demo.

import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { foundOrganization } from '../../src/actions/organizations/found.ts';
import type { ParleyDatabase } from '../../src/storage/database.ts';
import { UnusableDatabaseError } from '../../src/storage/migrations/migrate.ts';
import { deploymentRow } from '../../src/stores/deployment/deployment-store.ts';
import { ApiClient } from '../support/client.ts';
import { freshDatabase, startTestServer, testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

async function freshDirectory(): Promise<string> {
  const directory = temporaryFolder();
  return directory;
}

/** A deployment that a server has used and left. */
async function usedBefore(isDemo: boolean) {
  const storage = { dataDirectory: await freshDirectory(), databaseUrl: await freshDatabase(), isDemo };
  return { storage, server: await startTestServer(storage) };
}

/** As after a change of the database's password: what was stored for other servers cannot be decrypted. */
async function forgetShared(database: ParleyDatabase): Promise<void> {
  await database.write(0, async (writer) => {
    await writer.db
      .updateTable('deployment')
      .set({ shared_secret: testDatabaseUrl ? 'c2VhbGVkIHVuZGVyIGFub3RoZXIgcGFzc3dvcmQgbG9uZyBhZ28' : null })
      .execute();
  });
}

const unusable = (text: RegExp) => (error: unknown) =>
  error instanceof UnusableDatabaseError && text.test(error.message);

test('a database is not served without the secret that its keys were made with', async () => {
  const { storage, server } = await usedBefore(false);
  await forgetShared(server.server.services.database);
  await server.close();
  const secret = join(storage.dataDirectory, 'secret');
  await rm(secret);
  await assert.rejects(startTestServer(storage), unusable(/secret is missing/));
  await assert.rejects(startTestServer(storage), unusable(/secret is missing/), 'no other was made');
  await writeFile(secret, Buffer.alloc(32, 7).toString('base64url'));
  await assert.rejects(startTestServer(storage), unusable(/does not match this database/));
});

test('the secret is never stored as plain text in the database', async () => {
  const { server } = await usedBefore(false);
  const { database, keyring } = server.server.services;
  const row = JSON.stringify(await deploymentRow(database.reader(0)));
  assert.equal(row.includes(keyring.secret.toString('base64url')), false);
  assert.equal(row.includes('"shared_secret":null'), !testDatabaseUrl);
});

test('a demo that was not filled completely is refused', {
  skip: testDatabaseUrl !== undefined && 'on PostgreSQL another server may still be at it',
}, async () => {
  const { storage, server } = await usedBefore(true);
  const { database } = server.server.services;
  await database.write(0, async (writer) => {
    await writer.db.updateTable('deployment').set({ demo_state: 'filling' }).execute();
  });
  await server.close();
  await assert.rejects(startTestServer(storage), unusable(/was interrupted/));
});

const skip = !testDatabaseUrl && 'several servers need PostgreSQL';

test('servers of one demo started at once have one organization, separate directories and one set of keys', {
  skip,
}, async () => {
  const databaseUrl = await freshDatabase();
  const start = async () => startTestServer({ dataDirectory: await freshDirectory(), databaseUrl });
  const [one, two] = await Promise.all([start(), start()]);
  const mel = await one.as('mel');
  const melAtTwo = new ApiClient(two.url, mel.email, mel.apiKey, mel.userId);
  const { queueId, snapshot } = await mel.registerQueue({ event_types: ['message'] });
  const mia = await two.as('mia');
  await mia.ok('POST', '/messages', { type: 'direct', to: [mel.userId], content: 'across' });
  const { events } = await melAtTwo.ok('GET', '/events', {
    queue_id: queueId,
    last_event_id: snapshot.last_event_id,
  });
  assert.equal(events.length, 1);
  const { members } = await melAtTwo.ok('GET', '/users');
  assert.equal(members.length, 8);
});

test('servers of a real organization share its secret, whatever their directories', { skip }, async () => {
  const databaseUrl = await freshDatabase();
  const start = async () =>
    startTestServer({ dataDirectory: await freshDirectory(), databaseUrl, isDemo: false });
  const one = await start();
  const { database, keyring } = one.server.services;
  await foundOrganization(database, keyring, {
    name: 'Acme',
    ownerEmail: 'bo@acme.example',
    ownerName: 'Bo Boss',
    password: 'a fine password',
    host: '',
  });
  const two = await start();
  const { api_key: key } = await two.anonymous.ok('POST', '/fetch_api_key', {
    username: 'bo@acme.example',
    password: 'a fine password',
  });
  await new ApiClient(two.url, 'bo@acme.example', key).ok('GET', '/users/me');
  assert.deepEqual(two.server.services.keyring, keyring);
  const withOwn = { dataDirectory: two.dataDirectory, databaseUrl, isDemo: false };
  await forgetShared(database);
  await two.close();
  await assert.rejects(start(), unusable(/secret is missing/));
  // A server that has the secret stores it again.
  await startTestServer(withOwn);
  assert.deepEqual((await start()).server.services.keyring, keyring);
});
