// Event subscriptions of a bot belong to its owner; what administrators may do with them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  botOf,
  startEventFixture,
  subscribe,
  subscriptionsOf,
  textsAt,
  untilRequested,
} from './event-fixture.ts';

const { server, mel, mia, settle, freshEndpoint } = await startEventFixture(3);
const adam = await server.as('adam');

test('administrators neither create event subscriptions of others’ bots nor change their address, but may remove them', async () => {
  const endpoint = freshEndpoint();
  const bot = await botOf(mel, 'Mine');
  const path = `/bots/${bot}/event_subscriptions`;
  const { id } = await subscribe(mel, bot, `${endpoint.url}secret-path`);
  const subscription = { address: endpoint.url, event_types: ['message'] };
  await adam.refused('POST', path, subscription, 'BAD_REQUEST', 'Insufficient permission');
  const changes = [{ address: endpoint.url }, { new_secret: true }, { is_active: false }];
  for (const change of changes)
    await adam.refused('PATCH', `${path}/${id}`, change, 'BAD_REQUEST', 'Insufficient permission');
  assert.deepEqual(
    (await subscriptionsOf(mel, bot)).map((one) => [one.address, one.is_active]),
    [[`${endpoint.url}secret-path`, true]],
  );
  assert.deepEqual(
    (await subscriptionsOf(adam, bot)).map(({ address }) => address),
    [new URL(endpoint.url).origin],
  );
  await adam.ok('DELETE', `${path}/${id}`);
  assert.deepEqual(await subscriptionsOf(mel, bot), []);
});

test('a bot with a new owner posts nothing until that owner enables it', async () => {
  const endpoint = freshEndpoint();
  const bot = await botOf(mel, 'Heirloom');
  const { id } = await subscribe(mel, bot, endpoint.url);
  await mia.sendDirect([bot], 'before');
  await untilRequested(endpoint, 1);
  await adam.ok('PATCH', `/bots/${bot}`, { bot_owner_id: mia.userId });
  const { messages } = await mia.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: 'is', operand: 'dm' }],
    apply_markdown: false,
  });
  const noticeStart = `You now own the bot @_**Heirloom|${bot}**. Its events are no longer posted to ${new URL(endpoint.url).origin}, which`;
  assert.ok(messages[0]?.content.startsWith(noticeStart), messages[0]?.content);
  const [off] = await subscriptionsOf(mia, bot);
  assert.deepEqual([off?.is_active, off?.off_reason], [false, 'owner_changed']);
  await mia.sendDirect([bot], 'meanwhile');
  await settle();
  await mia.ok('PATCH', `/bots/${bot}/event_subscriptions/${id}`, { is_active: true });
  await mia.sendDirect([bot], 'after');
  await untilRequested(endpoint, 2);
  assert.deepEqual(textsAt(endpoint), ['before', 'after']);
});
