// Several servers on one database notify of each message once, whichever server took it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiClient } from '../support/client.ts';
import { freshDatabase, startTestServer, testDatabaseUrl } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { Phone } from './phone.ts';
import { startRelay } from './support.ts';

const skip = !testDatabaseUrl && 'several servers need PostgreSQL';
const MESSAGES = 12;

test('two servers notify once of each message', { skip }, async () => {
  const { relay, url, google } = await startRelay();
  const databaseUrl = await freshDatabase();
  const dataDirectory = temporaryFolder();
  const options = { dataDirectory, databaseUrl, pushRelay: { url, credentials: undefined } };
  const one = await startTestServer(options);
  const two = await startTestServer(options);
  const mel = await one.as('mel');
  const melAtTwo = new ApiClient(two.url, mel.email, mel.apiKey, mel.userId);
  const mia = await one.as('mia');
  const phone = new Phone(mia, relay.publicKey, 'fcm');
  await phone.register();
  const sent: number[] = [];
  for (let count = 0; count < MESSAGES; count++) {
    sent.push(await (count % 2 === 0 ? mel : melAtTwo).tell([mia.userId], `message ${count}`));
  }
  for (let round = 0; round < 4; round++) {
    await Promise.all([one.server.scheduler.runDue(), two.server.scheduler.runDue()]);
  }
  const told = google.pushed.map(({ payload }) => phone.read(payload).message_id);
  assert.deepEqual(
    told.sort((a, b) => a - b),
    sent.sort((a, b) => a - b),
  );
});
