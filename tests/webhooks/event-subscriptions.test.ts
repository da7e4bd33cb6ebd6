// Events of bots are posted to addresses: in order, signed, each until it is accepted, and only what the bot may see.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { waitUntil } from '../support/waiting.ts';
import {
  botOf,
  eventsAt,
  logOf,
  startEventFixture,
  subscribe,
  subscriptionsOf,
  textsAt,
  untilRequested,
  withoutTimeouts,
} from './event-fixture.ts';

const { server, mel, mia, later, settle, freshEndpoint, pausedEndpoint } = await startEventFixture(13);
const adam = await server.as('adam');

test('events are posted in order, each signed with the secret and with its own id', async () => {
  const endpoint = freshEndpoint();
  const bot = await botOf(mel, 'Scribe');
  const { id, secret } = await subscribe(mel, bot, `${endpoint.url}hook?key=1`);
  const sent = Array.from({ length: 30 }, (_, index) => `number ${index}`);
  for (const text of sent) await mia.sendDirect([bot], text);
  await untilRequested(endpoint, sent.length);
  await settle();
  assert.deepEqual(textsAt(endpoint), sent);
  const ids = eventsAt(endpoint).map((event) => event.id);
  assert.deepEqual(
    ids,
    [...new Set(ids)].toSorted((one, other) => one - other),
  );
  for (const { method, url, headers, body } of endpoint.requests) {
    assert.deepEqual([method, url.pathname, url.search], ['POST', '/hook', '?key=1']);
    const { delivery_id: name, subscription_id, bot_id, event } = JSON.parse(body);
    assert.deepEqual([subscription_id, bot_id, name], [id, bot, `${id}-${event.id}`]);
    assert.equal(headers['webhook-id'], name);
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signed = `${name}.${headers['webhook-timestamp']}.${body}`;
    const digest = createHmac('sha256', key).update(signed).digest('base64');
    assert.equal(headers['webhook-signature'], `v1,${digest}`);
  }
  const log = await logOf(mel, bot, id);
  assert.deepEqual(log, Array(sent.length).fill('delivered 1'));
});

test('an accepted event is not posted again, however long the answer is', async () => {
  const endpoint = freshEndpoint();
  const bot = await botOf(mel, 'Talker');
  endpoint.answer = () => ({ body: 'taken '.repeat(1_000_000) });
  const { id } = await subscribe(mel, bot, endpoint.url);
  await mia.sendDirect([bot], 'once');
  await waitUntil(async () => (await logOf(mel, bot, id)).length > 0);
  assert.deepEqual(await logOf(mel, bot, id), ['delivered 1']);
});

test('a refused event is posted again, later, before those after it', async () => {
  const endpoint = freshEndpoint();
  const bot = await botOf(mel, 'Patience');
  let failing = 2;
  endpoint.answer = () => (failing-- > 0 ? { status: 500, body: 'broken' } : { body: '' });
  const { id } = await subscribe(mel, bot, endpoint.url);
  await mia.sendDirect([bot], 'first');
  await mia.sendDirect([bot], 'second');
  await waitUntil(async () => (await logOf(mel, bot, id)).length === 1);
  const [failed] = await subscriptionsOf(mel, bot);
  assert.equal(failed?.failed_attempts, 1);
  assert.ok(failed.next_attempt_at >= failed.failing_since + 5);
  await later(6);
  await waitUntil(async () => (await logOf(mel, bot, id)).length === 2);
  await later(31);
  await waitUntil(async () => (await logOf(mel, bot, id)).length === 4);
  assert.deepEqual(textsAt(endpoint), ['first', 'first', 'first', 'second']);
  assert.deepEqual(
    new Set(endpoint.requests.slice(0, 3).map(({ headers }) => headers['webhook-id'])).size,
    1,
  );
  const refusalText = 'The server returned status 500.';
  assert.deepEqual(await logOf(mel, bot, id), [
    `failed 1 ${refusalText}`,
    `failed 2 ${refusalText}`,
    'delivered 3',
    'delivered 1',
  ]);
  const [recovered] = await subscriptionsOf(mel, bot);
  assert.deepEqual(
    [recovered?.failed_attempts, recovered?.failing_since, recovered?.next_attempt_at],
    [0, null, null],
  );
});

test('an address that does not answer blocks no other', async () => {
  const { endpoint: slow, open } = pausedEndpoint();
  const quick = freshEndpoint();
  const bot = await botOf(mel, 'Tortoise');
  await subscribe(mel, bot, slow.url);
  await subscribe(mel, bot, quick.url);
  await withoutTimeouts(async () => {
    await mia.sendDirect([bot], 'one');
    await untilRequested(slow, 1);
    await mia.sendDirect([bot], 'two');
    await untilRequested(quick, 2);
    assert.deepEqual(textsAt(quick), ['one', 'two']);
    assert.deepEqual(textsAt(slow), ['one']);
    open();
    await untilRequested(slow, 2);
  });
  assert.deepEqual(textsAt(slow), ['one', 'two']);
});

test('events that the bot may not see, or did not subscribe to, are not posted', async () => {
  const endpoint = freshEndpoint();
  const bot = await botOf(mel, 'Outsider');
  const hidden = (
    await mel.ok('POST', '/channels/create', {
      name: 'hidden',
      subscribers: [mel.userId, mia.userId],
      invite_only: true,
    })
  ).id;
  const [seen, other] = ['seen', 'other'];
  for (const name of [seen, other])
    await mel.ok('POST', '/channels/create', { name, subscribers: [mel.userId, mia.userId, bot] });
  await subscribe(mel, bot, endpoint.url, {
    narrow: [['channel', seen]],
    event_types: ['message', 'reaction'],
  });
  const say = (to: string | number, content: string) =>
    mia.ok('POST', '/messages', { type: 'channel', to, topic: 'a', content });
  await say(hidden, 'not for bots');
  await say(other, 'elsewhere');
  await mia.sendDirect([mel.userId], 'between two');
  const { id } = await say(seen, 'for the bot');
  await mia.ok('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
  await mia.ok('PATCH', `/messages/${id}`, { content: 'changed' });
  await say(seen, 'the end');
  await untilRequested(endpoint, 3);
  await settle();
  assert.deepEqual(
    eventsAt(endpoint).map(({ type, message }) => message?.content ?? type),
    ['for the bot', 'reaction', 'the end'],
  );
});

test('a change of the address or events applies from the next event on, and a disabled subscription posts nothing', async () => {
  const [before, after] = [freshEndpoint(), freshEndpoint()];
  const bot = await botOf(mel, 'Mover');
  const { id, secret } = await subscribe(mel, bot, before.url);
  const path = `/bots/${bot}/event_subscriptions/${id}`;
  await mia.sendDirect([bot], 'here');
  await untilRequested(before, 1);
  const { secret: other } = await mel.ok('PATCH', path, { address: after.url, new_secret: true });
  assert.ok(other !== secret && other.startsWith('whsec_'));
  assert.equal((await mel.ok('PATCH', path, {})).secret, undefined);
  await mia.sendDirect([bot], 'there');
  await untilRequested(after, 1);
  await mel.ok('PATCH', path, { is_active: false });
  assert.equal((await subscriptionsOf(mel, bot))[0]?.off_reason, 'owner');
  await mia.sendDirect([bot], 'into the void');
  await settle();
  await mel.ok('PATCH', path, { is_active: true });
  await mia.sendDirect([bot], 'back');
  await untilRequested(after, 2);
  assert.deepEqual([textsAt(before), textsAt(after)], [['here'], ['there', 'back']]);
});

test('an event in progress at another address does not count as posted to the new one', async () => {
  const { endpoint: before, open } = pausedEndpoint();
  const after = freshEndpoint();
  const bot = await botOf(mel, 'Turncoat');
  const { id } = await subscribe(mel, bot, before.url);
  await withoutTimeouts(async () => {
    await mia.sendDirect([bot], 'under way');
    await untilRequested(before, 1);
    await mia.sendDirect([bot], 'waits');
    await mel.ok('PATCH', `/bots/${bot}/event_subscriptions/${id}`, { address: after.url });
    open();
    await settle();
    await mia.sendDirect([bot], 'afterwards');
    await untilRequested(after, 3);
  });
  assert.deepEqual([textsAt(before), textsAt(after)], [['under way'], ['under way', 'waits', 'afterwards']]);
});

test('a removed subscription is gone with its log, even while an event is pending', async () => {
  const endpoint = freshEndpoint();
  endpoint.answer = () => ({ status: 503, body: '' });
  const bot = await botOf(mel, 'Goner');
  const { id } = await subscribe(mel, bot, endpoint.url);
  await mia.sendDirect([bot], 'waits');
  await waitUntil(async () => (await logOf(mel, bot, id)).length === 1);
  await mel.ok('DELETE', `/bots/${bot}/event_subscriptions/${id}`);
  assert.deepEqual(await subscriptionsOf(mel, bot), []);
  await later(60);
  assert.equal(endpoint.requests.length, 1);
  const { database } = server.server.services;
  const storedRows = await database
    .reader(1)
    .db.selectFrom('event_delivery')
    .select('subscription_id')
    .execute();
  assert.ok(storedRows.length > 0 && storedRows.every((row) => row.subscription_id !== id));
});

test('a deactivated bot posts nothing, and does not resume automatically after reactivation', async () => {
  const endpoint = freshEndpoint();
  const bot = await botOf(mel, 'Sleeper');
  const { id } = await subscribe(mel, bot, endpoint.url);
  await mia.sendDirect([bot], 'awake');
  await untilRequested(endpoint, 1);
  await mel.ok('DELETE', `/bots/${bot}`);
  assert.equal((await subscriptionsOf(mel, bot))[0]?.off_reason, 'bot_deactivated');
  const path = `/bots/${bot}/event_subscriptions/${id}`;
  await mel.refused('PATCH', path, { is_active: true }, 'BAD_REQUEST');
  await adam.ok('POST', `/users/${bot}/reactivate`);
  await mia.sendDirect([bot], 'still asleep');
  await settle();
  await mel.ok('PATCH', path, { is_active: true });
  await mia.sendDirect([bot], 'awake again');
  await untilRequested(endpoint, 2);
  assert.deepEqual(textsAt(endpoint), ['awake', 'awake again']);
});

test('callers who may not change the bot, bots that read nothing, and invalid requests are refused', async () => {
  const bot = await botOf(mel, 'Private');
  const path = `/bots/${bot}/event_subscriptions`;
  const subscription = { address: freshEndpoint().url, event_types: ['message'] };
  await mia.refused('POST', path, subscription, 'BAD_REQUEST', 'Insufficient permission');
  await mia.refused('GET', path, {}, 'BAD_REQUEST', 'Insufficient permission');
  const internal = { ...subscription, address: 'http://127.0.0.1:9/' };
  const { msg } = (await mel.request('POST', path, internal)).body;
  assert.match(msg, /^address is in a private network/);
  await mel.refused(
    'POST',
    path,
    { ...subscription, address: 'nowhere' },
    'BAD_REQUEST',
    'address is not a URL',
  );
  const empty = { ...subscription, event_types: [] };
  await mel.refused('POST', path, empty, 'BAD_REQUEST', 'event_types is empty.');
  // The last list has a type of older clients that is never sent.
  for (const event_types of [['heartbeat'], ['nothing'], 'message', ['message', 'realm_filters']])
    assert.equal((await mel.request('POST', path, { ...subscription, event_types })).status, 400);
  await mel.refused('POST', path, { ...subscription, narrow: [['has', 'link']] }, 'BAD_REQUEST');
  const incoming = await botOf(mel, 'Mouth', 2);
  await mel.refused('POST', `/bots/${incoming}/event_subscriptions`, subscription, 'BAD_REQUEST');
  await mel.refused('DELETE', `${path}/99999`, {}, 'BAD_REQUEST', 'No such event subscription');
  assert.deepEqual(await subscriptionsOf(mel, bot), []);
});
