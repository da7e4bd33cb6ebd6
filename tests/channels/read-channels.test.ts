// Reading channels: lists, one channel, subscribers, topics and subscriptions, and who may read them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const adam = await server.as('adam');
const mel = await server.as('mel');
const mia = await server.as('mia');
const max = await server.as('max');
const gus = await server.as('gus');
const helper = await server.as('helper');
type Client = typeof mel;

const idOf = async (name: string): Promise<number> =>
  (await adam.ok('GET', '/get_stream_id', { stream: name })).stream_id;
const names = async (client: Client, parameters: Record<string, unknown> = {}): Promise<string[]> =>
  (await client.ok('GET', '/streams', parameters)).streams.map((one: { name: string }) => one.name);

const secret: number = (
  await mel.ok('POST', '/channels/create', {
    name: 'secret',
    subscribers: [mel.userId, mia.userId],
    invite_only: true,
  })
).id;
const archivedId: number = (
  await mel.ok('POST', '/channels/create', { name: 'archived', subscribers: [mel.userId] })
).id;
await mel.ok('DELETE', `/streams/${archivedId}`);

test('GET /streams returns public and subscribed channels by default', async () => {
  assert.deepEqual(await names(mel), [
    'announcements',
    'design',
    'engineering',
    'general',
    'secret',
    'town square',
  ]);
  assert.deepEqual(await names(max), ['announcements', 'design', 'engineering', 'general', 'town square']);
  assert.deepEqual(await names(gus), ['design', 'town square']);
  assert.deepEqual(await names(adam), [
    'announcements',
    'design',
    'engineering',
    'general',
    'leadership',
    'town square',
  ]);
});

test('GET /streams returns one more kind of channel for each flag', async () => {
  const none = { include_public: false, include_subscribed: false };
  assert.deepEqual(await names(mel, none), []);
  assert.deepEqual(await names(mel, { ...none, include_web_public: true }), ['town square']);
  assert.deepEqual(await names(gus, { ...none, include_public: true }), []);
  assert.deepEqual(await names(adam, { ...none, include_all: true }), [
    'announcements',
    'design',
    'engineering',
    'general',
    'leadership',
    'secret',
    'town square',
  ]);
  assert.deepEqual(await names(adam, { ...none, include_all_active: true, exclude_archived: false }), [
    'announcements',
    'archived',
    'design',
    'engineering',
    'general',
    'leadership',
    'secret',
    'town square',
  ]);
  assert.deepEqual(await names(max, { ...none, include_can_access_content: true }), [
    'announcements',
    'design',
    'engineering',
    'general',
    'town square',
  ]);
  assert.deepEqual(
    await names(adam, { ...none, include_can_access_content: true }).then((all) => all.includes('secret')),
    false,
  );
  assert.deepEqual(await names(helper, { ...none, include_owner_subscribed: true }), [
    'announcements',
    'engineering',
    'general',
    'secret',
    'town square',
  ]);
  assert.deepEqual(await names(mel, { ...none, include_default: true }), ['general']);
  await mel.refused(
    'GET',
    '/streams',
    { include_all_active: true },
    'BAD_REQUEST',
    'User not authorized for this query',
  );
});

test('GET /streams/{id} returns visible channels only; unknown and hidden ones give the same error', async () => {
  const { stream } = await adam.ok('GET', `/streams/${secret}`);
  assert.equal(stream.invite_only, true);
  assert.equal(stream.subscriber_count, 2);
  for (const id of [secret, 99_999])
    await max.refused('GET', `/streams/${id}`, {}, 'BAD_REQUEST', 'Invalid channel ID');
  await gus.refused('GET', `/streams/${await idOf('general')}`, {}, 'BAD_REQUEST', 'Invalid channel ID');
  assert.equal((await max.ok('GET', `/streams/${archivedId}`)).stream.is_archived, true);
});

test('GET /get_stream_id finds a channel by its name in any case', async () => {
  assert.equal((await mia.ok('GET', '/get_stream_id', { stream: 'SECRET' })).stream_id, secret);
  await max.refused(
    'GET',
    '/get_stream_id',
    { stream: 'secret' },
    'BAD_REQUEST',
    "Invalid channel name 'secret'",
  );
  await mel.refused(
    'GET',
    '/get_stream_id',
    { stream: 'archived' },
    'BAD_REQUEST',
    "Invalid channel name 'archived'",
  );
  await mel.refused('GET', '/get_stream_id', {}, 'REQUEST_VARIABLE_MISSING', "Missing 'stream' argument");
});

test('GET /streams/{id}/members returns the subscribers', async () => {
  const expected = [mel.userId, mia.userId].sort((a, b) => a - b);
  assert.deepEqual((await adam.ok('GET', `/streams/${secret}/members`)).subscribers, expected);
  await max.refused('GET', `/streams/${secret}/members`, {}, 'BAD_REQUEST', 'Invalid channel ID');
});

test('the subscription of an account to a channel, and all its channels, are returned', async () => {
  const path = (user: Client, id: number) => `/users/${user.userId}/subscriptions/${id}`;
  assert.equal((await adam.ok('GET', path(mia, secret))).is_subscribed, true);
  assert.equal((await adam.ok('GET', path(adam, secret))).is_subscribed, false);
  await max.refused('GET', path(mia, secret), {}, 'BAD_REQUEST', 'Invalid channel ID');
  await mel.refused('GET', `/users/99999/subscriptions/${secret}`, {}, 'BAD_REQUEST', 'No such user');
  const channels = async (client: Client) =>
    (await client.ok('GET', `/users/${mia.userId}/channels`)).subscribed_channel_ids;
  assert.equal((await channels(mel)).includes(secret), true);
  assert.equal((await channels(adam)).includes(secret), true);
  assert.equal((await channels(max)).includes(secret), false);
  assert.deepEqual(await channels(gus), [await idOf('design'), await idOf('town square')]);
  assert.equal(
    (await mel.ok('GET', `/users/${helper.userId}/channels`)).subscribed_channel_ids.length > 0,
    true,
  );
  await mel.refused('GET', '/users/99999/channels', {}, 'BAD_REQUEST', 'No such user');
});

test('GET /users/me/subscriptions has every field', async () => {
  const { subscriptions } = await gus.ok('GET', '/users/me/subscriptions');
  assert.deepEqual(subscriptions.map((one: { name: string }) => one.name).sort(), ['design', 'town square']);
  const design = subscriptions.find((one: { name: string }) => one.name === 'design');
  assert.deepEqual(Object.keys(design).sort(), [
    'audible_notifications',
    'can_add_subscribers_group',
    'can_administer_channel_group',
    'can_create_topic_group',
    'can_delete_any_message_group',
    'can_delete_own_message_group',
    'can_move_messages_out_of_channel_group',
    'can_move_messages_within_channel_group',
    'can_pin_messages_group',
    'can_remove_subscribers_group',
    'can_resolve_topics_group',
    'can_send_message_group',
    'can_subscribe_group',
    'color',
    'creator_id',
    'date_created',
    'default_push_notifications',
    'description',
    'desktop_notifications',
    'email_notifications',
    'first_message_id',
    'folder_id',
    'history_public_to_subscribers',
    'in_home_view',
    'invite_only',
    'is_announcement_only',
    'is_archived',
    'is_muted',
    'is_recently_active',
    'is_web_public',
    'message_retention_days',
    'muted_until',
    'name',
    'pin_to_top',
    'push_notifications',
    'rendered_description',
    'stream_id',
    'stream_post_policy',
    'stream_weekly_traffic',
    'subscriber_count',
    'topics_policy',
    'wildcard_mentions_notify',
  ]);
  assert.match(design.color, /^#[0-9a-f]{6}$/);
  assert.equal(design.desktop_notifications, null);
  const whole = (await gus.ok('GET', '/users/me/subscriptions', { include_subscribers: 'true' }))
    .subscriptions;
  assert.deepEqual(
    whole.find((one: { name: string }) => one.name === 'design').subscribers,
    [adam.userId, mia.userId, gus.userId].sort((a, b) => a - b),
  );
  await gus.refused(
    'GET',
    '/users/me/subscriptions',
    { include_subscribers: 'some' },
    'BAD_REQUEST',
    'Invalid include_subscribers',
  );
});

test('topics are returned newest first, and the empty one by the name that the client knows', async () => {
  const id = await idOf('engineering');
  await mel.sendToChannel('engineering', 'older', '1');
  const last = await mel.sendToChannel('engineering', 'Newer', '2');
  const empty = await mel.sendToChannel('engineering', '', '3');
  const topics = async (more = {}) =>
    (await max.ok('GET', `/users/me/${id}/topics`, more)).topics.slice(0, 2);
  assert.deepEqual(await topics(), [
    { name: 'general chat', max_id: empty },
    { name: 'Newer', max_id: last },
  ]);
  assert.deepEqual(await topics({ allow_empty_topic_name: true }), [
    { name: '', max_id: empty },
    { name: 'Newer', max_id: last },
  ]);
  await gus.refused('GET', `/users/me/${id}/topics`, {}, 'BAD_REQUEST', 'Invalid channel ID');
  await adam.refused('GET', `/users/me/${secret}/topics`, {}, 'BAD_REQUEST', 'Invalid channel ID');
});

test('with protected history, only topics with received messages are returned', async () => {
  const topics = async (client: Client) => (await client.ok('GET', `/users/me/${secret}/topics`)).topics;
  const first = await mel.sendToChannel('secret', 'before', '1');
  const secondId = await mel.sendToChannel('secret', 'both', '2');
  await mel.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'secret' }],
    principals: [max.userId],
  });
  const after = await mel.sendToChannel('secret', 'both', '3');
  const only = await mel.sendToChannel('secret', 'after', '4');
  await mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['secret'], principals: [max.userId] });
  const earlierId = await mel.sendToChannel('secret', 'both', '5');
  await mel.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'secret' }],
    principals: [max.userId],
  });
  assert.deepEqual(await topics(max), [
    { name: 'after', max_id: only },
    { name: 'both', max_id: after },
  ]);
  assert.deepEqual(await topics(mia), [
    { name: 'both', max_id: earlierId },
    { name: 'after', max_id: only },
    { name: 'before', max_id: first },
  ]);
  assert.ok(secondId < after);
});
