// Bots that answer slowly: each has a share of the calls that are under way, so that the others are answered meanwhile.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { limits } from '../../src/contract/limits.ts';
import { startStandIn } from '../calls/stand-in.ts';
import { until, untilSo } from '../support/later.ts';
import { startTestServer } from '../support/server.ts';

const standIn = await startStandIn();
const server = await startTestServer({ webhookTargets: [standIn.url] });
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);

/** What waits for its answer. */
const held: (() => void)[] = [];
standIn.answer = async ({ url }) => {
  if (url.pathname !== '/quick') await new Promise<void>((resolve) => held.push(resolve));
  return { body: { response_not_required: url.pathname !== '/quick', content: 'answered' } };
};

async function makeBot(name: string, path: string): Promise<number> {
  const { user_id: id } = await mel.ok('POST', '/bots', {
    full_name: name,
    short_name: name.toLowerCase(),
    bot_type: 3,
    payload_url: standIn.url + path,
  });
  return id;
}

/** Answers what is asked of slow bots until so many calls were made, and the last of them too. */
async function answerAll(calls: number): Promise<void> {
  await untilSo(async () => {
    for (const answer of held.splice(0)) answer();
    return standIn.asked.length === calls;
  });
  for (const answer of held.splice(0)) answer();
  await server.server.scheduler.runDue();
}

beforeEach(() => {
  standIn.asked.length = 0;
});

test('bound webhookCallsPerBot: a slow bot has so many calls at once, and others are called and answer meanwhile', async () => {
  const [slow, quick] = [await makeBot('Snail', 'snail'), await makeBot('Hare', 'quick')];
  const calls = limits.webhookCallsAtOnce + 2;
  for (let call = 0; call < calls; call++) await mia.tell([slow], `call ${call}`);
  await untilSo(async () => held.length === limits.webhookCallsPerBot);
  const listener = await mia.listen({ fetch_event_types: [], event_types: ['message'] });
  await mia.tell([quick], 'are you there?');
  await until(listener, ({ message }) => message?.sender_id === quick);
  assert.equal(held.length, limits.webhookCallsPerBot);
  await answerAll(calls + 1);
});

test('bound webhookCallsAtOnce: of all bots so many are called at once, and the others after them', async () => {
  const count = limits.webhookCallsAtOnce / limits.webhookCallsPerBot + 1;
  const bots = await Promise.all(
    Array.from({ length: count }, (_, index) => makeBot(`Slow${index}`, 'slow')),
  );
  for (let call = 0; call < limits.webhookCallsPerBot; call++) await mia.tell(bots, `call ${call}`);
  await untilSo(async () => held.length >= limits.webhookCallsAtOnce);
  // Has the worker look for what may begin once more.
  await mia.tell([bots[0] ?? 0], 'once more');
  assert.equal(standIn.asked.length, limits.webhookCallsAtOnce);
  await answerAll(count * limits.webhookCallsPerBot + 1);
});
