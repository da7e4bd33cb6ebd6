// The log of a bot's requests is bounded, and requests that dropped out of it are not accepted again.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { inGeneral, SECRET, star, startServiceFixture } from './service-fixture.ts';

const { deliveries, makeBot, post } = await startServiceFixture();

test('bound webhookDeliveriesPerBot: the oldest lines are dropped', async () => {
  const bot = await makeBot('Busy');
  const send = (event: string) => post(bot.key, star, { ...inGeneral, headers: { 'x-github-event': event } });
  await send('first');
  for (let index = 0; index < limits.webhookDeliveriesPerBot; index++) await send('star');
  const all = await deliveries(bot.id);
  assert.equal(all.length, limits.webhookDeliveriesPerBot);
  assert.deepEqual(new Set(all), new Set(['sent star']));
});

test('unsigned requests do not make room for replays', async () => {
  const bot = await makeBot('Flooded', { config_data: { secret: SECRET } });
  const body = JSON.stringify(star);
  const digest = createHmac('sha256', SECRET).update(body).digest('hex');
  const signed = { ...inGeneral, headers: { 'x-hub-signature-256': `sha256=${digest}` } };
  assert.equal((await post(bot.key, body, signed)).status, 200);
  for (let index = 0; index <= limits.webhookDeliveriesPerBot; index++) await post(bot.key, body, inGeneral);
  assert.equal((await post(bot.key, body, signed)).body.code, 'WEBHOOK_REPLAYED');
});
