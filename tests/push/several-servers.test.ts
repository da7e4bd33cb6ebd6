// Several servers on one database send one notification per message, whichever server stored it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsPostgres, startTwoServers } from '../support/two-servers.ts';
import { Phone } from './phone.ts';
import { startRelay } from './support.ts';

const MESSAGES = 12;

test('two servers notify once per message', needsPostgres, async () => {
  const { relay, url, google } = await startRelay();
  const { one, two, as } = await startTwoServers({ pushRelay: { url, credentials: undefined } });
  const [mel, melAtTwo] = await as('mel');
  const mia = await one.as('mia');
  const phone = new Phone(mia, relay.publicKey, 'fcm');
  await phone.register();
  const sent: number[] = [];
  for (let count = 0; count < MESSAGES; count++) {
    sent.push(await (count % 2 === 0 ? mel : melAtTwo).sendDirect([mia.userId], `message ${count}`));
  }
  for (let round = 0; round < 4; round++) {
    await Promise.all([one.server.scheduler.runDue(), two.server.scheduler.runDue()]);
  }
  const pushedIds = google.pushed.map(({ payload }) => phone.read(payload).message_id);
  assert.deepEqual(
    pushedIds.sort((a, b) => a - b),
    sent.sort((a, b) => a - b),
  );
});
