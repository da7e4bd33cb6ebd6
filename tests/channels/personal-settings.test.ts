// An account's own settings for channels and topics.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newestCapabilities } from '../../client/capabilities.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const olive = await server.as('olive');
const mel = await server.as('mel');
const mia = await server.as('mia');
const max = await server.as('max');
const gus = await server.as('gus');

const idOf = async (name: string): Promise<number> =>
  (await olive.ok('GET', '/get_stream_id', { stream: name })).stream_id;
const general = await idOf('general');
const design = await idOf('design');
const ownSubscription = async (id = general) =>
  (await mel.ok('GET', '/users/me/subscriptions')).subscriptions.find(
    (one: { stream_id: number }) => one.stream_id === id,
  );
const change = (property: string, value: unknown, stream_id = general) => ({
  subscription_data: [{ stream_id, property, value }],
});
const PATH = '/users/me/subscriptions/properties';

test('every setting is stored and sent to its account only', async () => {
  for (const [property, value] of [
    ['color', '#f00f0a'],
    ['pin_to_top', true],
    ['desktop_notifications', true],
    ['audible_notifications', false],
    ['push_notifications', true],
    ['email_notifications', false],
    ['wildcard_mentions_notify', true],
  ] as const) {
    const eventLists = await expectFold([mel, mia], () => mel.ok('POST', PATH, change(property, value)));
    assert.deepEqual(
      eventLists[0]?.map((event) => [event.type, event.op, event.property, event.value]),
      [['subscription', 'update', property, value]],
    );
    assert.deepEqual(eventLists[1], []);
    assert.equal((await ownSubscription())[property], value);
  }
});

test('a single setting is accepted as JSON or as the bare word', async () => {
  const path = `/users/me/subscriptions/${general}`;
  for (const [property, value, stored] of [
    ['color', '#0000ff', '#0000ff'],
    ['color', '"#0000fe"', '#0000fe'],
    ['pin_to_top', 'true', true],
    ['pin_to_top', 'False', false],
  ] as const) {
    await mel.ok('PATCH', path, { property, value });
    assert.equal((await ownSubscription())[property], stored);
  }
  const message = 'color is not a valid hex color code';
  await mel.refused('PATCH', path, { property: 'color', value: 'blue' }, 'BAD_REQUEST', message);
  const invalid = { property: 'pin_to_top', value: 'perhaps' };
  await mel.refused('PATCH', path, invalid, 'BAD_REQUEST', 'pin_to_top is not a boolean');
});

test('muting has two names, and both are sent', async () => {
  const eventLists = await expectFold([mel], () => mel.ok('POST', PATH, change('in_home_view', false)));
  assert.deepEqual(
    eventLists[0]?.map((event) => [event.property, event.value]),
    [
      ['in_home_view', false],
      ['is_muted', true],
    ],
  );
  await expectFold([mel], () => mel.ok('POST', PATH, change('is_muted', false)));
  assert.equal((await ownSubscription()).in_home_view, true);
});

test('colors are lower case, with six digits', async () => {
  await mel.ok('POST', PATH, change('color', '#ABC'));
  assert.equal((await ownSubscription()).color, '#aabbcc');
  for (const bad of ['red', '#abcd', '#12345g'])
    await mel.refused(
      'POST',
      PATH,
      change('color', bad),
      'BAD_REQUEST',
      'color is not a valid hex color code',
    );
});

test('an invalid setting is refused, and none of the request’s settings is stored', async () => {
  const before = await ownSubscription();
  await mel.refused(
    'POST',
    PATH,
    {
      subscription_data: [
        ...change('pin_to_top', false).subscription_data,
        ...change('is_muted', true, design).subscription_data,
      ],
    },
    'BAD_REQUEST',
    `Not subscribed to channel id ${design}`,
  );
  await mel.refused(
    'POST',
    PATH,
    change('shape', 'round'),
    'BAD_REQUEST',
    'Unknown subscription property: shape',
  );
  await mel.refused('POST', PATH, change('is_muted', 'perhaps'), 'BAD_REQUEST', 'is_muted is not a boolean');
  await mel.refused('POST', PATH, {}, 'REQUEST_VARIABLE_MISSING', "Missing 'subscription_data' argument");
  assert.deepEqual(await ownSubscription(), before);
});

test('a single setting of a channel can be changed', async () => {
  await expectFold([mel], () =>
    mel.ok('PATCH', `/users/me/subscriptions/${general}`, { property: 'color', value: '"#010203"' }),
  );
  assert.equal((await ownSubscription()).color, '#010203');
  await mel.ok('PATCH', `/users/me/subscriptions/${general}`, { property: 'pin_to_top', value: false });
  assert.equal((await ownSubscription()).pin_to_top, false);
});

test('clients that do not know null get the inherited value', async () => {
  const older = {
    client_capabilities: { ...newestCapabilities, notification_settings_null: false },
    fetch_event_types: ['subscription'],
  };
  const listener = await mia.registerQueue(older);
  const subscriptionTo = (
    all: { stream_id: number; desktop_notifications: boolean; wildcard_mentions_notify: boolean }[],
    id: number,
  ) => all.find((one) => one.stream_id === id);
  assert.equal(subscriptionTo(listener.snapshot.subscriptions, general)?.desktop_notifications, false);
  assert.equal(subscriptionTo(listener.snapshot.subscriptions, general)?.wildcard_mentions_notify, true);
  await mia.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'brand new' }] });
  const [event] = (await listener.eventsOf('subscription')).filter((one) => one.op === 'add');
  assert.equal(event.subscriptions[0].desktop_notifications, false);
});

test('topic policies are stored and sent', async () => {
  for (const policy of [1, 3, 2, 0]) {
    const eventLists = await expectFold([mel, mia], () =>
      mel.ok('POST', '/user_topics', { stream_id: general, topic: 'Lunch', visibility_policy: policy }),
    );
    const own = eventLists[0]?.find((event) => event.type === 'user_topic');
    assert.deepEqual([own.stream_id, own.topic_name, own.visibility_policy], [general, 'Lunch', policy]);
    assert.deepEqual(eventLists[1], []);
  }
  const eventsOfRepeat = await expectFold([mel], () =>
    mel.ok('POST', '/user_topics', { stream_id: general, topic: 'lunch', visibility_policy: 0 }),
  );
  assert.deepEqual(eventsOfRepeat, [[]]);
});

test('the empty topic has a name for clients that do not know it', async () => {
  const older = { client_capabilities: { ...newestCapabilities, empty_topic_name: false } };
  const [events] = await expectFold(
    [mel],
    () => mel.ok('POST', '/user_topics', { stream_id: general, topic: 'general chat', visibility_policy: 3 }),
    older,
  );
  assert.equal(events?.find((event) => event.type === 'user_topic').topic_name, 'general chat');
  const { user_topics } = (await mel.registerQueue({ fetch_event_types: ['user_topic'] })).snapshot;
  assert.ok(user_topics.some((one: { topic_name: string }) => one.topic_name === ''));
  await mel.ok('POST', '/user_topics', { stream_id: general, topic: '', visibility_policy: 0 });
});

test('settings need read access, and those of lost channels can be removed', async () => {
  const vault: number = (
    await olive.ok('POST', '/channels/create', {
      name: 'vault',
      subscribers: [olive.userId, mel.userId],
      invite_only: true,
    })
  ).id;
  const set = (visibility_policy: number) => ({ stream_id: vault, topic: 'x', visibility_policy });
  await max.refused('POST', '/user_topics', set(1), 'BAD_REQUEST', 'Invalid channel ID');
  await max.refused('POST', '/user_topics', set(0), 'BAD_REQUEST', 'Invalid channel ID');
  await max.refused(
    'POST',
    '/user_topics',
    { ...set(0), stream_id: 99_999 },
    'BAD_REQUEST',
    'Invalid channel ID',
  );
  await mel.ok('POST', '/user_topics', set(1));
  await mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['vault'] });
  assert.deepEqual(
    (await mel.registerQueue()).snapshot.muted_topics,
    [],
    'the name of a lost channel is not revealed',
  );
  await mel.ok('POST', '/user_topics', set(0));
  await mel.refused('POST', '/user_topics', set(4), 'BAD_REQUEST', 'Invalid visibility_policy');
  await mel.refused(
    'POST',
    '/user_topics',
    { ...set(1), stream_id: general, topic: 'x'.repeat(61) },
    'BAD_REQUEST',
    'topic is too long (limit: 60 characters)',
  );
});

test('E2: the older operation mutes a topic, by the id or name of its channel', async () => {
  const path = '/users/me/subscriptions/muted_topics';
  const eventLists = await expectFold([mel], () =>
    mel.ok('PATCH', path, { stream_id: general, topic: 'Noise', op: 'add' }),
  );
  assert.deepEqual(
    eventLists[0]?.map((event) => event.type),
    ['muted_topics', 'user_topic'],
  );
  assert.deepEqual(
    eventLists[0]?.[0].muted_topics.map((one: unknown[]) => one.slice(0, 2)),
    [['general', 'Noise']],
  );
  await mel.ok('PATCH', path, { stream: 'General', topic: 'noise', op: 'add' });
  await expectFold([mel], () => mel.ok('PATCH', path, { stream: 'general', topic: 'noise', op: 'remove' }));
  await mel.ok('PATCH', path, { stream: 'general', topic: 'noise', op: 'remove' });
  await mel.ok('POST', '/user_topics', { stream_id: general, topic: 'kept', visibility_policy: 3 });
  await mel.ok('PATCH', path, { stream_id: general, topic: 'kept', op: 'remove' });
  const { user_topics } = (await mel.registerQueue()).snapshot;
  assert.ok(
    user_topics.some((one: { topic_name: string }) => one.topic_name === 'kept'),
    'unmuting takes no follow away',
  );
  await mel.refused(
    'PATCH',
    path,
    { stream_id: general, stream: 'general', topic: 'x', op: 'add' },
    'BAD_REQUEST',
    'Unsupported parameter combination: stream_id, stream',
  );
  await mel.refused(
    'PATCH',
    path,
    { topic: 'x', op: 'add' },
    'REQUEST_VARIABLE_MISSING',
    "Missing 'stream_id' argument",
  );
  await mel.refused(
    'PATCH',
    path,
    { stream_id: general, topic: 'x', op: 'toggle' },
    'BAD_REQUEST',
    'Invalid op',
  );
  await mel.refused(
    'PATCH',
    path,
    { stream: 'nowhere', topic: 'x', op: 'add' },
    'BAD_REQUEST',
    "Invalid channel name 'nowhere'",
  );
  await gus.refused(
    'PATCH',
    path,
    { stream_id: general, topic: 'x', op: 'add' },
    'BAD_REQUEST',
    'Invalid channel ID',
  );
});

test('clients that fetch user_topic do not get the older list', async () => {
  const listener = await mel.registerQueue({ event_types: ['user_topic', 'muted_topics'] });
  assert.equal('muted_topics' in listener.snapshot, false);
  await mel.ok('POST', '/user_topics', { stream_id: general, topic: 'spared', visibility_policy: 1 });
  assert.deepEqual(
    (await listener.events()).map((event) => event.type),
    ['user_topic'],
  );
});
