// A restarted server posts the events that were still pending when it was killed; of two servers, only one posts an event.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KillableServer } from '../support/killable.ts';
import { needsPostgres, startTwoServers } from '../support/two-servers.ts';
import { waitUntil } from '../support/waiting.ts';
import {
  botOf,
  eventsAt,
  receiver,
  subscribe,
  subscriptionsOf,
  textsAt,
  untilRequested,
} from './event-fixture.ts';

test('a server killed with pending events posts them, in order, when it restarts', async () => {
  const endpoint = await receiver();
  const server = await KillableServer.prepare();
  process.env.PARLEY_WEBHOOK_TARGETS = endpoint.url;
  await server.start();
  const [mel, mia] = [await server.as('mel'), await server.as('mia')];
  const bot = await botOf(mel, 'Phoenix');
  const { id } = await subscribe(mel, bot, endpoint.url);
  await mia.sendDirect([bot], 'before');
  await untilRequested(endpoint, 1);
  endpoint.answer = () => ({ body: '', isSilent: true });
  for (const text of ['during', 'after']) await mia.sendDirect([bot], text);
  await untilRequested(endpoint, 2);
  await server.kill();
  endpoint.answer = () => ({ body: '' });
  endpoint.requests.length = 0;
  await server.start();
  // The killed server's work is free when its lease expires; a change of the subscription frees it sooner.
  const back = await server.as('mel');
  await back.ok('PATCH', `/bots/${bot}/event_subscriptions/${id}`, {});
  await untilRequested(endpoint, 2);
  assert.deepEqual(textsAt(endpoint), ['during', 'after']);
  const [{ failed_attempts: failed }] = await subscriptionsOf(back, bot);
  assert.equal(failed, 0);
});

test('each event is posted by only one of two servers', needsPostgres, async () => {
  const endpoint = await receiver();
  const { one, two, as } = await startTwoServers({ webhookTargets: [endpoint.url] });
  const [[mel], [miaHere, miaThere]] = [await as('mel'), await as('mia')];
  const bot = await botOf(mel, 'Twin');
  await subscribe(mel, bot, endpoint.url);
  for (let index = 0; index < 10; index++) {
    await (index % 2 === 0 ? miaHere : miaThere).sendDirect([bot], `number ${index}`);
    await Promise.all([one.server.scheduler.runDue(), two.server.scheduler.runDue()]);
  }
  await waitUntil(async () => {
    await Promise.all([one.server.scheduler.runDue(), two.server.scheduler.runDue()]);
    return endpoint.requests.length >= 10;
  });
  const ids = eventsAt(endpoint).map(({ id }) => id);
  assert.deepEqual(
    ids,
    [...new Set(ids)].toSorted((a, b) => a - b),
  );
  assert.deepEqual(
    textsAt(endpoint),
    Array.from({ length: 10 }, (_, index) => `number ${index}`),
  );
});
