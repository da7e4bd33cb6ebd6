// Slack repeats an event when the first answer was late or lost: it is acknowledged, and becomes one message.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { inGeneral, SECRET, startServiceFixture } from './service-fixture.ts';

const { deliveries, makeBot, mel, post } = await startServiceFixture();

const event = (id: string) => ({
  type: 'event_callback',
  event_id: id,
  event: { type: 'message', user: 'U1', channel: 'C1', text: `said once: ${id}` },
});
const attempt = (number: number) => ({
  'x-slack-retry-num': String(number),
  'x-slack-retry-reason': 'http_timeout',
});

async function copiesOf(id: string): Promise<number> {
  const page = { anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: false };
  const { messages } = await mel.ok('GET', '/messages', page);
  return messages.filter(({ content }: { content: string }) => content.endsWith(`said once: ${id}`)).length;
}

test('a retry of an event that became a message is acknowledged', async () => {
  const bot = await makeBot('Slack', { service_name: 'slack' });
  const send = (headers = {}) => post(bot.key, event('Ev1'), { ...inGeneral, name: 'slack', headers });
  assert.equal((await send()).status, 200);
  for (const number of [1, 2, 3]) assert.equal((await send(attempt(number))).status, 200);
  assert.equal(await copiesOf('Ev1'), 1);
  assert.deepEqual(await deliveries(bot.id), [...Array(3).fill('ignored message'), 'sent message']);
});

test('a retry of an event that never arrived becomes a message', async () => {
  const bot = await makeBot('SlackLost', { service_name: 'slack' });
  const request = { ...inGeneral, name: 'slack', headers: attempt(1) };
  assert.equal((await post(bot.key, event('Ev2'), request)).status, 200);
  assert.equal((await post(bot.key, event('Ev2'), { ...request, headers: attempt(2) })).status, 200);
  assert.equal(await copiesOf('Ev2'), 1);
});

test('a signed retry is acknowledged too, and without a retry number it is a replay', async () => {
  const bot = await makeBot('SlackSigned', { service_name: 'slack', config_data: { secret: SECRET } });
  const body = JSON.stringify(event('Ev3'));
  const time = String(Math.floor(Date.now() / 1000));
  const digest = createHmac('sha256', SECRET).update(`v0:${time}:${body}`).digest('hex');
  const signed = { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${digest}` };
  const send = (headers = {}) =>
    post(bot.key, body, { ...inGeneral, name: 'slack', headers: { ...signed, ...headers } });
  assert.equal((await send()).status, 200);
  assert.equal((await send(attempt(1))).status, 200);
  assert.equal((await send()).body.code, 'WEBHOOK_REPLAYED');
  assert.equal(await copiesOf('Ev3'), 1);
});
