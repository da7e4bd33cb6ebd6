// Bots with slow addresses: how many calls of one bot, of one owner and of all run at once, how many wait, and that other
// bots are called and answer meanwhile. No call times out here, however slow the machine is.

import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { ANSWER_MILLISECONDS } from '../../src/integrations/webhooks/webhook-worker.ts';
import { startStandIn } from '../calls/stand-in.ts';
import { captureTimers } from '../support/captured-timers.ts';
import { startTestServer } from '../support/server.ts';
import { eventsUntil, waitUntil } from '../support/waiting.ts';
import { withLimit } from '../support/with-limit.ts';

captureTimers({ mock }, ANSWER_MILLISECONDS);
const standIn = await startStandIn();
const server = await startTestServer({ webhookTargets: [standIn.url] });
const [mel, mia, adam] = await Promise.all([server.as('mel'), server.as('mia'), server.as('adam')]);

/** Requests that wait for an answer. */
const pending: (() => void)[] = [];
let isAnsweringAll = false;
let underWay = 0;
let maxUnderWay = 0;
standIn.answer = async ({ url }) => {
  if (url.pathname !== '/quick') {
    maxUnderWay = Math.max(maxUnderWay, ++underWay);
    if (!isAnsweringAll) await new Promise<void>((resolve) => pending.push(resolve));
    underWay--;
  }
  return { body: { response_not_required: url.pathname !== '/quick', content: 'answered' } };
};

async function makeBot(name: string, path: string, owner = mel): Promise<number> {
  const { user_id: id } = await owner.ok('POST', '/bots', {
    full_name: name,
    short_name: name.toLowerCase(),
    bot_type: 3,
    payload_url: standIn.url + path,
  });
  return id;
}

/** Answers the requests to slow bots until this many calls were made in total and none is left. */
async function answerAll(calls: number): Promise<void> {
  isAnsweringAll = true;
  for (const answer of pending.splice(0)) answer();
  await waitUntil(async () => standIn.requests.length >= calls);
  await server.server.scheduler.runDue();
  isAnsweringAll = false;
  assert.equal(standIn.requests.length, calls);
}

/** How often a bot has sent a direct message to its owner alone. */
async function noticeCountFrom(bot: number): Promise<number> {
  const narrow = [{ operator: 'dm', operand: [bot] }];
  const { messages } = await mel.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    narrow,
  });
  return messages.filter(({ sender_id: sender }: { sender_id: number }) => sender === bot).length;
}

beforeEach(() => {
  standIn.requests.length = 0;
  maxUnderWay = 0;
});

test('bound webhookCallsPerBot: a slow bot has a bounded number of concurrent calls, and other bots are called and answer meanwhile', async () => {
  const [slow, quick] = [await makeBot('Snail', 'snail'), await makeBot('Hare', 'quick')];
  const calls = limits.webhookCallsAtOnce + 2;
  for (let call = 0; call < calls; call++) await mia.sendDirect([slow], `call ${call}`);
  await waitUntil(async () => pending.length === limits.webhookCallsPerBot);
  const listener = await mia.registerQueue({ fetch_event_types: [], event_types: ['message'] });
  await mia.sendDirect([quick], 'are you there?');
  await eventsUntil(listener, ({ message }) => message?.sender_id === quick);
  assert.equal(pending.length, limits.webhookCallsPerBot);
  await answerAll(calls + 1);
});

test('bound webhookCallsWaitingPerBot: calls beyond the bound are dropped, and the owner is notified once', async () => {
  const [slow, quick] = [await makeBot('Tortoise', 'tortoise'), await makeBot('Falcon', 'quick')];
  const owner = await mel.registerQueue({ fetch_event_types: [], event_types: ['message'] });
  await withLimit('webhookCallsWaitingPerBot', 6, async () => {
    for (let call = 0; call < 6; call++) await mia.sendDirect([slow], `call ${call}`);
    for (let call = 6; call < 9; call++) await mia.sendDirect([slow], `call ${call}`);
    const message = (await eventsUntil(owner, (event) => event.message?.sender_id === slow)).at(-1)?.message;
    assert.match(message.content, /dropped because 6 calls are already waiting/);
    assert.match(message.content, /\/near\/\d+/);
    // Other bots are still called.
    const listener = await mia.registerQueue({ fetch_event_types: [], event_types: ['message'] });
    await mia.sendDirect([quick], 'are you there?');
    await eventsUntil(listener, (event) => event.message?.sender_id === quick);
  });
  await answerAll(7);
  assert.equal(await noticeCountFrom(slow), 1);
});

test('bound webhookDropNoticeSeconds: the owner is notified again after that time', async () => {
  const slow = await makeBot('Sloth', 'sloth');
  await withLimit('webhookCallsWaitingPerBot', 1, () =>
    withLimit('webhookDropNoticeSeconds', 0, async () => {
      await mia.sendDirect([slow], 'the one that waits');
      await waitUntil(async () => {
        await mia.sendDirect([slow], 'one that is dropped');
        return (await noticeCountFrom(slow)) > 1;
      });
    }),
  );
  await answerAll(1);
});

test('bound webhookCallsPerOwner: even if an owner has many slow bots, the bots of others are called and answer', async () => {
  const count = limits.webhookCallsPerOwner / limits.webhookCallsPerBot + 1;
  const slow = await Promise.all(
    Array.from({ length: count }, (_, index) => makeBot(`Slug${index}`, 'slug')),
  );
  for (let call = 0; call < limits.webhookCallsPerBot; call++) await mia.sendDirect(slow, `call ${call}`);
  await waitUntil(async () => pending.length === limits.webhookCallsPerOwner);
  const quick = await makeBot('Greyhound', 'quick', adam);
  const listener = await mia.registerQueue({ fetch_event_types: [], event_types: ['message'] });
  await mia.sendDirect([quick], 'are you there?');
  await eventsUntil(listener, ({ message }) => message?.sender_id === quick);
  assert.equal(maxUnderWay, limits.webhookCallsPerOwner);
  await answerAll(count * limits.webhookCallsPerBot + 1);
  assert.equal(maxUnderWay, limits.webhookCallsPerOwner);
});

test('bound webhookCallsAtOnce: the calls of all bots together are bounded, and the rest follow', async () => {
  const count = limits.webhookCallsAtOnce / limits.webhookCallsPerBot + 1;
  const owners = [mel, mia, adam];
  const bots = await Promise.all(
    Array.from({ length: count }, (_, index) => makeBot(`Slow${index}`, 'slow', owners[index % 3])),
  );
  for (let call = 0; call < limits.webhookCallsPerBot; call++) await mia.sendDirect(bots, `call ${call}`);
  await waitUntil(async () => pending.length >= limits.webhookCallsAtOnce);
  // Makes the worker check for calls to start.
  await mia.sendDirect([bots[0] ?? 0], 'once more');
  // Each answer makes room for one more call.
  for (let answerCount = 1; answerCount <= 2; answerCount++) {
    pending.shift()?.();
    await waitUntil(async () => standIn.requests.length >= limits.webhookCallsAtOnce + answerCount);
  }
  await answerAll(count * limits.webhookCallsPerBot + 1);
  assert.equal(maxUnderWay, limits.webhookCallsAtOnce);
});
