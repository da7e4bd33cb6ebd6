// POST /channels/create: every error in its order, the new channel's fields, and who is notified.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const olive = await server.as('olive');
const adam = await server.as('adam');
const mona = await server.as('mona');
const mel = await server.as('mel');
const mia = await server.as('mia');
const max = await server.as('max');
const gus = await server.as('gus');

const groups: { id: number; name: string }[] = (await olive.ok('GET', '/user_groups')).user_groups;
const group = (name: string) => groups.find((one) => one.name === name)?.id ?? 0;

test('a public channel is visible to members, not to guests', async () => {
  const eventLists = await expectFold([mel, mia, adam, gus], () =>
    mel.ok('POST', '/channels/create', {
      name: 'reading',
      subscribers: [mel.userId],
      description: 'What we **read**\nnow',
    }),
  );
  assert.deepEqual(
    eventLists.map((events) => events.map((event) => `${event.type}/${event.op}`)),
    [
      ['stream/create', 'subscription/add'],
      ['stream/create', 'subscription/peer_add'],
      ['stream/create', 'subscription/peer_add'],
      [],
    ],
  );
  const [channel] = eventLists[1]?.[0].streams ?? [];
  assert.equal(channel.description, 'What we **read** now');
  assert.equal(channel.rendered_description, '<p>What we <strong>read</strong> now</p>');
  assert.equal(channel.creator_id, mel.userId);
  assert.deepEqual(channel.can_administer_channel_group, {
    direct_members: [mel.userId],
    direct_subgroups: [],
  });
  assert.equal(channel.can_remove_subscribers_group, group('role:administrators'));
  assert.equal(channel.can_send_message_group, group('role:everyone'));
  assert.equal(channel.can_subscribe_group, group('role:nobody'));
  assert.equal(channel.stream_post_policy, 1);
  assert.equal(channel.stream_weekly_traffic, null);
  assert.equal(channel.is_recently_active, true);
  assert.equal(channel.first_message_id, null);
});

test('a private channel is visible to its subscribers, administrators, and people named in its permissions', async () => {
  const eventLists = await expectFold([mel, mia, max, adam, mona, gus], () =>
    mel.ok('POST', '/channels/create', {
      name: 'quiet',
      subscribers: [mel.userId, gus.userId],
      invite_only: true,
      can_subscribe_group: { direct_members: [mia.userId], direct_subgroups: [] },
      can_add_subscribers_group: group('role:moderators'),
    }),
  );
  assert.deepEqual(
    eventLists.map((events) => events.map((event) => `${event.type}/${event.op}`)),
    [
      ['stream/create', 'subscription/add'],
      ['stream/create', 'subscription/peer_add'],
      [],
      ['stream/create', 'subscription/peer_add'],
      ['stream/create', 'subscription/peer_add'],
      ['stream/create', 'subscription/add'],
    ],
  );
  const [channel] = eventLists[1]?.[0].streams ?? [];
  assert.equal(channel.invite_only, true);
  assert.equal(channel.history_public_to_subscribers, false);
});

test('every setting is stored', async () => {
  const settings = {
    is_default_stream: true,
    message_retention_days: 30,
    topics_policy: 'disable_empty_topic',
    default_push_notifications: true,
    can_delete_any_message_group: group('role:moderators'),
    can_delete_own_message_group: group('role:everyone'),
    can_create_topic_group: group('role:members'),
    can_resolve_topics_group: { direct_members: [max.userId, mel.userId], direct_subgroups: [] },
    can_move_messages_out_of_channel_group: group('role:members'),
    can_move_messages_within_channel_group: group('role:fullmembers'),
    can_send_message_group: group('role:moderators'),
  };
  const eventLists = await expectFold([olive, mia, gus], () =>
    olive.ok('POST', '/channels/create', { name: 'all set', subscribers: [], ...settings }),
  );
  assert.deepEqual(
    eventLists[2]?.map((event) => event.type),
    ['default_streams'],
  );
  const { streams } = await olive.ok('GET', '/streams', { include_default: true });
  const channel = streams.find((one: { name: string }) => one.name === 'all set');
  assert.equal(channel.is_default, true);
  assert.equal(channel.message_retention_days, 30);
  assert.equal(channel.topics_policy, 'disable_empty_topic');
  assert.equal(channel.default_push_notifications, true);
  assert.equal(channel.stream_post_policy, 4);
  assert.equal(channel.subscriber_count, 0);
  for (const [name, value] of Object.entries(settings)) {
    if (!name.endsWith('_group')) continue;
    const wireValue: unknown =
      typeof value === 'object'
        ? { direct_members: [mel.userId, max.userId].sort((a, b) => a - b), direct_subgroups: [] }
        : value;
    assert.deepEqual(channel[name], wireValue, name);
  }
});

test('names are unique in any spelling, including those of archived channels', async () => {
  const body = await mel.refused(
    'POST',
    '/channels/create',
    { name: 'General', subscribers: [] },
    'CHANNEL_ALREADY_EXISTS',
    "Channel 'General' already exists",
  );
  assert.equal(body.channel_name, 'General');
  const { status } = await mel.request('POST', '/channels/create', { name: 'general', subscribers: [] });
  assert.equal(status, 409);
  const { id } = await adam.ok('POST', '/channels/create', { name: 'gone soon', subscribers: [] });
  await adam.ok('DELETE', `/streams/${id}`);
  await mel.refused(
    'POST',
    '/channels/create',
    { name: 'Gone Soon', subscribers: [] },
    'CHANNEL_ALREADY_EXISTS',
  );
});

test('a refused channel leaves nothing behind', async () => {
  const refused = (
    client: typeof mel,
    more: Record<string, unknown>,
    code: string,
    message: string | RegExp,
  ) =>
    client.refused(
      'POST',
      '/channels/create',
      { name: 'never', subscribers: [mel.userId], ...more },
      code,
      message,
    );
  await refused(gus, {}, 'BAD_REQUEST', 'Not allowed for guest users');
  await refused(mel, { is_default_stream: true }, 'BAD_REQUEST', 'Insufficient permission');
  await refused(
    adam,
    { is_default_stream: true, invite_only: true },
    'BAD_REQUEST',
    'A default channel cannot be private.',
  );
  await olive.ok('PATCH', '/realm', { enable_spectator_access: false });
  await refused(olive, { is_web_public: true }, 'BAD_REQUEST', 'Web-public channels are not enabled.');
  await refused(olive, { is_web_public: true, invite_only: true }, 'BAD_REQUEST', 'Invalid parameters');
  await refused(
    adam,
    { message_retention_days: 10 },
    'UNAUTHORIZED_PRINCIPAL',
    'Must be an organization owner',
  );
  await refused(
    olive,
    { message_retention_days: 0 },
    'REQUEST_VARIABLE_INVALID',
    "Bad value for 'message_retention_days': 0",
  );
  await refused(
    olive,
    { message_retention_days: 'forever' },
    'REQUEST_VARIABLE_INVALID',
    "Bad value for 'message_retention_days': forever",
  );
  await refused(mel, { topics_policy: 'sometimes' }, 'BAD_REQUEST', 'Invalid topics_policy');
  await refused(mel, { default_push_notifications: true }, 'BAD_REQUEST', 'Insufficient permission');
  await refused(mel, { folder_id: 99 }, 'BAD_REQUEST', 'Invalid channel folder ID');
  await refused(
    mel,
    { can_delete_any_message_group: group('role:members') },
    'BAD_REQUEST',
    'Insufficient permission',
  );
  await refused(
    mel,
    { can_subscribe_group: group('role:everyone') },
    'BAD_REQUEST',
    "'can_subscribe_group' setting cannot be set to 'role:everyone' group.",
  );
  await refused(mel, { can_send_message_group: 99_999 }, 'BAD_REQUEST', 'Invalid user group');
  await refused(
    mel,
    { can_send_message_group: { direct_members: [99_999], direct_subgroups: [] } },
    'BAD_REQUEST',
    'Invalid user ID: 99999',
  );
  await refused(
    mel,
    { invite_only: true, can_create_topic_group: group('role:members') },
    'BAD_REQUEST',
    'Unsupported parameter combination: history_public_to_subscribers, can_create_topic_group',
  );
  await refused(mel, { subscribers: [99_999] }, 'BAD_REQUEST', 'No such user');
  await refused(
    mel,
    { description: 'x'.repeat(1025) },
    'BAD_REQUEST',
    'description is too long (limit: 1024 characters)',
  );
  await mel.refused(
    'GET',
    '/get_stream_id',
    { stream: 'never' },
    'BAD_REQUEST',
    "Invalid channel name 'never'",
  );
});

test('creating public and private channels are separate permissions', async () => {
  const before = (await olive.registerQueue({ fetch_event_types: ['realm'] })).snapshot
    .realm_can_create_private_channel_group;
  await olive.ok('PATCH', '/realm', {
    can_create_private_channel_group: { new: group('role:administrators') },
  });
  await mel.refused(
    'POST',
    '/channels/create',
    { name: 'mine', subscribers: [], invite_only: true },
    'BAD_REQUEST',
    'Insufficient permission',
  );
  await mel.ok('POST', '/channels/create', { name: 'mine', subscribers: [] });
  await olive.ok('PATCH', '/realm', { can_create_private_channel_group: { new: before } });
});

test('web-public channels are visible to everyone, once anonymous access is allowed', async () => {
  await olive.ok('PATCH', '/realm', { enable_spectator_access: true });
  await mel.refused(
    'POST',
    '/channels/create',
    { name: 'open', subscribers: [], is_web_public: true },
    'BAD_REQUEST',
    'Insufficient permission',
  );
  const eventLists = await expectFold([mel, gus], () =>
    olive.ok('POST', '/channels/create', { name: 'open', subscribers: [olive.userId], is_web_public: true }),
  );
  assert.deepEqual(
    eventLists[1]?.map((event) => `${event.type}/${event.op}`),
    ['stream/create', 'subscription/peer_add'],
  );
  const anonymousSnapshot = await server.anonymous.ok('POST', '/register', {});
  assert.ok(anonymousSnapshot.subscriptions.some((one: { name: string }) => one.name === 'open'));
  assert.ok(anonymousSnapshot.subscriptions.every((one: { is_web_public: boolean }) => one.is_web_public));
  assert.deepEqual(anonymousSnapshot.never_subscribed, []);
});

test('new channels are announced on request, and get a notice if the organization wants it', async () => {
  const general = (await olive.ok('GET', '/get_stream_id', { stream: 'general' })).stream_id;
  await olive.ok('PATCH', '/realm', {
    new_stream_announcements_stream_id: general,
    send_channel_events_messages: true,
  });
  const miaListener = await mia.registerQueue({ event_types: ['message'] });
  await mel.ok('POST', '/channels/create', {
    name: 'news of us',
    subscribers: [mel.userId, mia.userId],
    announce: true,
    description: 'About *us*',
  });
  const [news, event] = (await miaListener.eventsOf('message')).map((one) => one.message);
  assert.equal(news.display_recipient, 'general');
  assert.equal(news.subject, 'new channels');
  assert.match(
    news.content,
    /Mel Member<\/span> created a new channel <a class="stream"[^>]*>#news of us<\/a>/,
  );
  assert.equal(event.display_recipient, 'news of us');
  assert.equal(event.subject, 'channel events');
  assert.match(event.content, /<strong>Public<\/strong> channel created by/);
  assert.match(event.content, /<blockquote>\n<p>About <em>us<\/em><\/p>/);
  await mel.ok('POST', '/channels/create', { name: 'unsung', subscribers: [mel.userId] });
  assert.deepEqual(
    (await miaListener.eventsOf('message')).filter((one) => one.message.display_recipient === 'general'),
    [],
  );
});
