// Notifications that are pending when a server stops are delivered by the next one. Of several servers, one delivers each.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { needsPostgres, startTwoServers } from '../support/two-servers.ts';
import { waitUntil } from '../support/waiting.ts';
import { startPushService, subscribe } from './push-service.ts';

test('a server that stops midway leaves the remaining messages to the next one', async () => {
  const service = await startPushService();
  const storage = { dataDirectory: temporaryFolder(), databaseUrl: await freshDatabase() };
  const targets = { webhookTargets: [service.url] };
  const first = await startTestServer({ ...storage, ...targets });
  const mia = await first.as('mia');
  const { receiver } = await subscribe(mia, service.endpoint('mia'));
  service.behaviours.set('mia', {});
  const id = await (await first.as('mel')).sendDirect([mia.userId], 'hello');
  await waitUntil(async () => service.requests.length === 1);
  await first.close();
  service.behaviours.clear();
  service.release();
  const clock = () => Date.now() / 1000 + 120;
  const second = await startTestServer({ ...storage, ...targets, clock });
  await second.server.scheduler.runDue();
  assert.deepEqual(
    service.read('mia', receiver).map(({ message_id }) => message_id),
    [id],
  );
});

test('two servers send one notification per message', needsPostgres, async () => {
  const service = await startPushService();
  const { one, two, as } = await startTwoServers({ webhookTargets: [service.url] });
  const [mel, melAtTwo] = await as('mel');
  const [mia] = await as('mia');
  const { receiver } = await subscribe(mia, service.endpoint('mia'));
  const sent: number[] = [];
  for (let count = 0; count < 12; count++) {
    sent.push(await (count % 2 === 0 ? mel : melAtTwo).sendDirect([mia.userId], `message ${count}`));
  }
  for (let round = 0; round < 4; round++) {
    await Promise.all([one.server.scheduler.runDue(), two.server.scheduler.runDue()]);
  }
  const pushedIds = service.read('mia', receiver).map(({ message_id }) => Number(message_id));
  assert.deepEqual(
    pushedIds.sort((a, b) => a - b),
    sent.sort((a, b) => a - b),
  );
});
