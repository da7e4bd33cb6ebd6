// Bounds on event subscriptions: when they are disabled, with one notice to the owner; and the size of their log.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { waitUntil } from '../support/waiting.ts';
import { withLimit } from '../support/with-limit.ts';
import {
  botOf,
  logOf,
  startEventFixture,
  subscribe,
  subscriptionsOf,
  textsAt,
  untilRequested,
} from './event-fixture.ts';

const { server, mel, mia, later, settle, freshEndpoint } = await startEventFixture(5);
const HOUR = 3600;

/** The messages of a bot to its owner. */
async function noticesFrom(bot: number): Promise<string[]> {
  const { messages } = await mel.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    apply_markdown: false,
    narrow: [['is', 'dm'], { operator: 'sender', operand: bot }],
  });
  return messages.map(({ content }: { content: string }) => content);
}

test('bound eventSubscriptionFailingHours: a subscription that fails for that long is disabled, with one notice to the owner', async () => {
  const endpoint = freshEndpoint();
  endpoint.answer = () => ({ status: 500, body: '' });
  const bot = await botOf(mel, 'Stubborn');
  const { id } = await subscribe(mel, bot, `${endpoint.url}secret-path`);
  await mia.sendDirect([bot], 'lost');
  await waitUntil(async () => (await logOf(mel, bot, id)).length === 1);
  await later(limits.eventSubscriptionFailingHours * HOUR - 60);
  await waitUntil(async () => (await logOf(mel, bot, id)).length === 2);
  assert.equal((await subscriptionsOf(mel, bot))[0]?.is_active, true);
  await later(HOUR);
  await waitUntil(async () => (await subscriptionsOf(mel, bot))[0]?.is_active === false);
  const [off] = await subscriptionsOf(mel, bot);
  assert.deepEqual([off?.off_reason, off?.next_attempt_at], ['failing', null]);
  assert.match((await logOf(mel, bot, id)).at(-1) ?? '', /^given_up 3 The server returned status 500\.$/);
  await later(HOUR);
  await mia.sendDirect([bot], 'lost too');
  await settle();
  const [first, ...more] = await noticesFrom(bot);
  assert.deepEqual(more, []);
  assert.match(
    first ?? '',
    /no longer posted to http:\/\/127\.0\.0\.1:\d+, because the server has not accepted them for 24 hours/,
  );
  assert.equal(endpoint.requests.length, 3);
  endpoint.answer = () => ({ body: '' });
  await mel.ok('PATCH', `/bots/${bot}/event_subscriptions/${id}`, { is_active: true });
  await mia.sendDirect([bot], 'found');
  await untilRequested(endpoint, 4);
  assert.equal(textsAt(endpoint).at(-1), 'found');
});

test('bound eventSubscriptionEntriesBehind: a subscription too far behind is disabled, with one notice to the owner', async () => {
  const endpoint = freshEndpoint();
  endpoint.answer = () => ({ status: 500, body: '' });
  const bot = await botOf(mel, 'Snail');
  const { id } = await subscribe(mel, bot, endpoint.url);
  await mia.sendDirect([bot], 'stuck');
  await waitUntil(async () => (await logOf(mel, bot, id)).length === 1);
  for (let index = 0; index < 4; index++) await mia.sendDirect([bot], `more ${index}`);
  await withLimit('eventSubscriptionEntriesBehind', 3, async () => {
    await later(10);
    await waitUntil(async () => (await subscriptionsOf(mel, bot))[0]?.is_active === false);
  });
  assert.equal((await subscriptionsOf(mel, bot))[0]?.off_reason, 'behind');
  assert.equal(endpoint.requests.length, 1);
  assert.deepEqual((await logOf(mel, bot, id)).at(-1), 'given_up 2 Too many events were waiting.');
  const [first, ...more] = await noticesFrom(bot);
  assert.deepEqual(more, []);
  assert.match(first ?? '', /because too many events were waiting/);
});

test('bound eventDeliveriesPerSubscription: the oldest lines of the log are dropped', async () => {
  const endpoint = freshEndpoint();
  const bot = await botOf(mel, 'Elephant');
  const { id } = await subscribe(mel, bot, endpoint.url);
  await withLimit('eventDeliveriesPerSubscription', 3, async () => {
    for (let index = 0; index < 5; index++) await mia.sendDirect([bot], `number ${index}`);
    await untilRequested(endpoint, 5);
    await settle();
    assert.equal((await logOf(mel, bot, id)).length, 3);
  });
  const { database } = server.server.services;
  const rows = await database
    .reader(1)
    .db.selectFrom('event_delivery')
    .select('id')
    .where('subscription_id', '=', id)
    .execute();
  assert.equal(rows.length, 3);
});

test('bound eventAnswerMilliseconds: an address that does not answer in time has not accepted the event', async () => {
  const endpoint = freshEndpoint();
  endpoint.answer = () => ({ body: '', isSilent: true });
  const bot = await botOf(mel, 'Silence');
  const { id } = await subscribe(mel, bot, endpoint.url);
  await withLimit('eventAnswerMilliseconds', 5, async () => {
    await mia.sendDirect([bot], 'anybody?');
    await waitUntil(async () => (await logOf(mel, bot, id)).length === 1);
  });
  assert.deepEqual(await logOf(mel, bot, id), ['failed 1 No response: the request timed out.']);
});
