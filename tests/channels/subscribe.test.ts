// Subscribing: who may add whom, the events, and channels created by the same request.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const olive = await server.as('olive');
const adam = await server.as('adam');
const mel = await server.as('mel');
const mia = await server.as('mia');
const max = await server.as('max');
const gus = await server.as('gus');
const helper = await server.as('helper');
const everyone = [olive, adam, mel, max, gus];

const subscriptionsTo = (...names: string[]) => ({ subscriptions: names.map((name) => ({ name })) });

async function idOf(name: string): Promise<number> {
  return (await olive.ok('GET', '/get_stream_id', { stream: name })).stream_id;
}

test('a member joins a public channel, and everyone who can see it gets an event', async () => {
  const id = await idOf('design');
  const eventLists = await expectFold([max, mel, gus, adam], async () => {
    const body = await max.ok('POST', '/users/me/subscriptions', subscriptionsTo('Design'));
    assert.deepEqual(body.subscribed, { [max.userId]: ['design'] });
    assert.deepEqual(body.already_subscribed, {});
    assert.equal('unauthorized' in body, false);
    assert.equal(body.new_subscription_messages_sent, true);
  });
  const [maxEvents, melEvents, gusEvents] = eventLists;
  assert.deepEqual(
    maxEvents?.map((event) => [event.type, event.op]),
    [['subscription', 'add']],
  );
  assert.equal(maxEvents?.[0].subscriptions[0].stream_id, id);
  assert.equal(maxEvents?.[0].subscriptions[0].subscriber_count, 4);
  assert.deepEqual(
    melEvents?.map((event) => [event.op, event.stream_ids, event.user_ids]),
    [['peer_add', [id], [max.userId]]],
  );
  assert.deepEqual(
    gusEvents?.map((event) => event.op),
    ['peer_add'],
    'a guest in the channel gets the event',
  );
  const answerToRepeat = await max.ok('POST', '/users/me/subscriptions', subscriptionsTo('design'));
  assert.deepEqual(answerToRepeat.already_subscribed, { [max.userId]: ['design'] });
});

test('events maintain subscriber lists for clients that request them', async () => {
  for (const include_subscribers of ['true', 'partial']) {
    await expectFold(
      [max, mel, gus, adam],
      () => mel.ok('POST', '/users/me/subscriptions', subscriptionsTo('design')),
      { include_subscribers },
    );
    await expectFold(
      [max, mel, gus, adam],
      () => mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['design'] }),
      { include_subscribers },
    );
  }
});

test('a guest added to a public channel sees it until removed', async () => {
  const id = await idOf('engineering');
  const eventLists = await expectFold([gus, mel, max], () =>
    mel.ok('POST', '/users/me/subscriptions', {
      ...subscriptionsTo('engineering'),
      principals: [gus.userId],
      send_new_subscription_messages: false,
    }),
  );
  assert.deepEqual(
    eventLists[0]?.map((event) => [event.type, event.op]),
    [
      ['stream', 'create'],
      ['subscription', 'add'],
    ],
  );
  const eventsOfRemoval = await expectFold([gus, mel, max], () =>
    adam.ok('DELETE', '/users/me/subscriptions', {
      subscriptions: ['engineering'],
      principals: [gus.userId],
    }),
  );
  assert.deepEqual(
    eventsOfRemoval[0]?.map((event) => [event.type, event.op]),
    [
      ['subscription', 'remove'],
      ['stream', 'delete'],
    ],
  );
  assert.deepEqual(eventsOfRemoval[0]?.[1].stream_ids, [id]);
  await gus.refused('GET', `/streams/${id}`, {}, 'BAD_REQUEST', 'Invalid channel ID');
});

test('many people and channels are one event for everyone else', async () => {
  const listener = await adam.registerQueue({ event_types: ['subscription'] });
  await olive.ok('POST', '/users/me/subscriptions', {
    ...subscriptionsTo('bulk one', 'bulk two'),
    principals: [mel.userId, mia.userId, max.userId],
    send_new_subscription_messages: false,
  });
  const events = await listener.events();
  assert.equal(events.length, 1);
  assert.equal(events[0].op, 'peer_add');
  assert.equal(events[0].stream_ids.length, 2);
  assert.deepEqual(
    events[0].user_ids,
    [mel.userId, mia.userId, max.userId].sort((a, b) => a - b),
  );
});

test('people subscribed by others get a notice, except for channels created in the same request', async () => {
  const miaListener = await mia.registerQueue({ event_types: ['message'] });
  const bots = await helper.registerQueue({ event_types: ['message'] });
  await mel.ok('POST', '/users/me/subscriptions', {
    ...subscriptionsTo('design', 'fresh one'),
    principals: [mel.userId, mia.userId, max.userId, helper.userId],
  });
  assert.deepEqual(await bots.eventsOf('message'), []);
  assert.deepEqual(
    await miaListener.eventsOf('message'),
    [],
    'she was in design already, and the other one is new',
  );
  const maxListener = await max.registerQueue({ event_types: ['message'] });
  await mel.ok('POST', '/users/me/subscriptions', {
    ...subscriptionsTo('leaving'),
    principals: [mel.userId],
  });
  await mel.ok('POST', '/users/me/subscriptions', {
    ...subscriptionsTo('leaving'),
    principals: ['max@example.com'],
  });
  const [event] = await maxListener.eventsOf('message');
  assert.equal(event.message.type, 'private');
  assert.equal(event.message.sender_full_name, 'Notification Bot');
  assert.match(
    event.message.content,
    /Mel Member<\/span> subscribed you to <a class="stream"[^>]*>#leaving<\/a>/,
  );
});

test('private channels without access are refused, or listed if errors are not fatal', async () => {
  await olive.ok('POST', '/users/me/subscriptions', { ...subscriptionsTo('secret'), invite_only: true });
  const text = 'Unable to access channel (secret).';
  await max.refused(
    'POST',
    '/users/me/subscriptions',
    subscriptionsTo('secret', 'design'),
    'BAD_REQUEST',
    text,
  );
  await adam.refused('POST', '/users/me/subscriptions', subscriptionsTo('secret'), 'BAD_REQUEST', text);
  const body = await max.ok('POST', '/users/me/subscriptions', {
    ...subscriptionsTo('secret', 'announcements'),
    authorization_errors_fatal: false,
  });
  assert.deepEqual(body.unauthorized, ['secret']);
  assert.deepEqual(body.already_subscribed, { [max.userId]: ['announcements'] });
  const eventLists = await expectFold(everyone, () =>
    olive.ok('POST', '/users/me/subscriptions', {
      ...subscriptionsTo('secret'),
      principals: [max.userId],
      send_new_subscription_messages: false,
    }),
  );
  assert.deepEqual(
    eventLists.map((events) => events.map((event) => `${event.type}/${event.op}`)),
    [['subscription/peer_add'], ['subscription/peer_add'], [], ['stream/create', 'subscription/add'], []],
  );
});

test('guests add no one, create nothing, and do not learn which names are taken', async () => {
  await gus.refused(
    'POST',
    '/users/me/subscriptions',
    subscriptionsTo('by a guest'),
    'BAD_REQUEST',
    'Not allowed for guest users',
  );
  await gus.refused(
    'POST',
    '/users/me/subscriptions',
    { ...subscriptionsTo('design'), principals: [mia.userId] },
    'BAD_REQUEST',
    'Insufficient permission',
  );
  await gus.refused(
    'POST',
    '/users/me/subscriptions',
    subscriptionsTo('engineering'),
    'BAD_REQUEST',
    'Not allowed for guest users',
  );
});

test('adding others needs the organization’s permission, then the channel’s', async () => {
  const noSubscribers = (
    await olive.ok('GET', '/user_groups', { include_deactivated_groups: false })
  ).user_groups.find((group: { name: string }) => group.name === 'role:nobody').id;
  const before = (await olive.registerQueue({ fetch_event_types: ['realm'] })).snapshot
    .realm_can_add_subscribers_group;
  await olive.ok('PATCH', '/realm', { can_add_subscribers_group: { new: noSubscribers } });
  await mel.ok('POST', '/users/me/subscriptions', subscriptionsTo('mels own'));
  const add = { principals: [mia.userId], send_new_subscription_messages: false };
  await mel.refused(
    'POST',
    '/users/me/subscriptions',
    { ...subscriptionsTo('town square', 'general'), ...add },
    'BAD_REQUEST',
    'Insufficient permission',
  );
  await mel.ok('POST', '/users/me/subscriptions', { ...subscriptionsTo('mels own'), ...add });
  await adam.ok('POST', '/users/me/subscriptions', { ...subscriptionsTo('design'), ...add });
  await olive.ok('PATCH', '/realm', { can_add_subscribers_group: { new: before } });
});

test('unknown and deactivated people are refused', async () => {
  await mel.refused(
    'POST',
    '/users/me/subscriptions',
    { ...subscriptionsTo('design'), principals: [999_999] },
    'BAD_REQUEST',
    'No such user',
  );
  await mel.refused(
    'POST',
    '/users/me/subscriptions',
    { ...subscriptionsTo('design'), principals: ['x@y.z'] },
    'BAD_REQUEST',
    'No such user',
  );
});

test('invalid names are refused', async () => {
  await mel.refused(
    'POST',
    '/users/me/subscriptions',
    subscriptionsTo(' '),
    'BAD_REQUEST',
    "Channel name can't be empty.",
  );
  await mel.refused(
    'POST',
    '/users/me/subscriptions',
    subscriptionsTo('x'.repeat(61)),
    'BAD_REQUEST',
    'Channel name too long (limit: 60 characters).',
  );
  await mel.refused(
    'POST',
    '/users/me/subscriptions',
    subscriptionsTo('a\tb'),
    'BAD_REQUEST',
    'Invalid character in channel name, at position 2.',
  );
  await mel.ok('POST', '/users/me/subscriptions', subscriptionsTo('😀'.repeat(60)));
});

test('settings for new channels do not change existing ones', async () => {
  await mel.ok('POST', '/users/me/subscriptions', {
    ...subscriptionsTo('general'),
    invite_only: true,
    topics_policy: 'empty_topic_only',
  });
  const { stream } = await mel.ok('GET', `/streams/${await idOf('general')}`);
  assert.equal(stream.invite_only, false);
  assert.equal(stream.topics_policy, 'inherit');
});

test('a channel that enables notifications does so on the first subscription only', async () => {
  await mel.refused(
    'POST',
    '/users/me/subscriptions',
    { ...subscriptionsTo('loud'), default_push_notifications: true },
    'BAD_REQUEST',
    'Insufficient permission',
  );
  await adam.ok('POST', '/users/me/subscriptions', {
    ...subscriptionsTo('loud'),
    default_push_notifications: true,
  });
  const ownSubscription = async () => {
    const { subscriptions } = await mel.ok('GET', '/users/me/subscriptions');
    return subscriptions.find((one: { name: string }) => one.name === 'loud');
  };
  await mel.ok('POST', '/users/me/subscriptions', subscriptionsTo('loud'));
  assert.equal((await ownSubscription()).push_notifications, true);
  await mel.ok('POST', '/users/me/subscriptions/properties', {
    subscription_data: [
      { stream_id: (await ownSubscription()).stream_id, property: 'push_notifications', value: false },
    ],
  });
  await mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['loud'] });
  await mel.ok('POST', '/users/me/subscriptions', subscriptionsTo('loud'));
  assert.equal((await ownSubscription()).push_notifications, false);
});
