// Versioning: the announced feature level, compatibility with older clients, and the changes at each level.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Method } from '../../src/api-contract/operation.ts';
import { showServicePictures } from '../avatars/support.ts';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { farFuture } from '../support/waiting.ts';
import { described, describedParameter } from './lookups.ts';
import { channelIdOf, messageFor, subscriptionOf } from './reading.ts';

const server = await startTestServer();
const [olive, adam, mel, mia, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
  server.as('helper'),
]);
const general = await channelIdOf(mel, 'general');

test('F.1 the API is at /api/v1 only', async () => {
  const headers = { authorization: `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}` };
  const status = async (path: string) => (await fetch(`${server.url}${path}`, { headers })).status;
  assert.equal(await status('/api/v1/users/me'), 200);
  assert.equal(await status('/api/v2/users/me'), 404);
});

test('F.2 the feature level is returned', async () => {
  const { zulip_feature_level: level } = (await mel.registerQueue()).snapshot;
  assert.ok(Number.isInteger(level) && level > 493);
  assert.equal((await server.anonymous.ok('GET', '/server_settings')).zulip_feature_level, level);
});

test('F.3 unsupported parameters are named', async () => {
  const { ignored_parameters_unsupported: ignored } = await mel.ok('POST', '/users/me/status', {
    status_text: 'x',
    colour: 'red',
  });
  assert.deepEqual(ignored, ['colour']);
});

test('F.4 the older way of muting a topic works', async () => {
  const path = '/users/me/subscriptions/muted_topics';
  assert.equal((await described(mel, 'PATCH', path)).deprecated, true);
  await mel.ok('PATCH', path, { stream_id: general, topic: 'old ways', op: 'add' });
  const { user_topics } = (await mel.registerQueue()).snapshot;
  assert.ok(user_topics.some((one: { topic_name: string }) => one.topic_name === 'old ways'));
});

test('F.5 the parameter away works', async () => {
  await mel.ok('POST', '/users/me/status', { away: true });
  assert.equal((await mel.registerQueue()).snapshot.user_settings.presence_enabled, false);
});

test('F.6 use_first_unread_anchor works', async () => {
  await mia.ok('POST', '/mark_all_as_read');
  const unread = await mel.sendToChannel('general', 'versions', 'unread');
  await mel.sendToChannel('general', 'versions', 'newer');
  const parameters = { use_first_unread_anchor: true, num_before: 0, num_after: 0 };
  assert.equal((await mia.ok('GET', '/messages', parameters)).anchor, unread);
});

test('F.7 in_home_view is the opposite of is_muted', async () => {
  for (const value of [true, false]) {
    await mia.ok('POST', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: general, property: 'is_muted', value }],
    });
    const { is_muted, in_home_view } = await subscriptionOf(mia, 'general');
    assert.deepEqual([is_muted, in_home_view], [value, !value]);
  }
});

test('F.8 is_announcement_only is returned', async () => {
  assert.equal((await subscriptionOf(mia, 'announcements')).is_announcement_only, true);
  assert.equal((await subscriptionOf(mia, 'general')).is_announcement_only, false);
});

test('F.9 stream_post_policy is returned', async () => {
  assert.equal((await subscriptionOf(mia, 'announcements')).stream_post_policy, 2);
  assert.equal((await subscriptionOf(mia, 'general')).stream_post_policy, 1);
});

test('F.10 max_message_id is returned', async () => {
  const id = await mel.sendToChannel('general', 'versions', 'newest');
  assert.equal((await mia.ok('GET', '/users/me')).max_message_id, id);
});

test('F.11 the flag wildcard_mentioned is returned', async () => {
  const id = await olive.sendToChannel('general', 'versions', '@**all** look');
  assert.ok((await messageFor(mia, id)).flags.includes('wildcard_mentioned'));
});

test('F.12 linkifiers have a template', async () => {
  const { linkifiers } = await mel.ok('GET', '/realm/linkifiers');
  assert.ok(linkifiers.length > 0);
  for (const linkifier of linkifiers) {
    assert.deepEqual(['url_template' in linkifier, 'url_format' in linkifier], [true, false]);
  }
});

const later = (values: object = {}) => ({
  type: 'channel',
  to: general,
  topic: 'versions',
  content: 'x',
  scheduled_delivery_timestamp: farFuture(),
  ...values,
});

test('F.13 E1 does not edit', async () => {
  const path = '/scheduled_messages';
  const { scheduled_message_id } = await mel.ok('POST', path, later());
  const second = await mel.ok('POST', path, later({ scheduled_message_id, content: 'another' }));
  assert.notEqual(second.scheduled_message_id, scheduled_message_id);
  assert.deepEqual(second.ignored_parameters_unsupported, ['scheduled_message_id']);
});

test('F.14 E1 accepts both words for both kinds', async () => {
  const path = '/scheduled_messages';
  for (const type of ['channel', 'stream']) await mel.ok('POST', path, later({ type }));
  for (const type of ['direct', 'private']) await mel.ok('POST', path, later({ type, to: [mia.userId] }));
});

test('F.15 an empty string is a topic', async () => {
  const id = await mel.sendToChannel('general', '', 'without a topic');
  assert.equal((await messageFor(mia, id, { allow_empty_topic_name: true })).subject, '');
});

test('F.16 (no topic) is the empty topic', async () => {
  const id = await mel.sendToChannel('general', '(no topic)', 'without a topic');
  assert.equal((await messageFor(mia, id, { allow_empty_topic_name: true })).subject, '');
});

test('F.17 E10 also succeeds if it is not complete', async (t) => {
  for (let count = 0; count < 101; count++) await mel.sendToChannel('general', 'many', `${count}`);
  let now = performance.now();
  const clock = t.mock.method(performance, 'now', () => (now += 60_000));
  const path = `/streams/${general}/delete_topic`;
  const { result, complete } = await adam.ok('POST', path, { topic_name: 'many' });
  clock.mock.restore();
  assert.deepEqual([result, complete], ['success', false]);
});

test('F.18 E12 accepts actions', async () => {
  const answer = await adam.ok('DELETE', `/users/${gus.userId}`, { actions: { delete_profile: false } });
  assert.equal('ignored_parameters_unsupported' in answer, false);
});

test('F.19 E17 needs the permission to post', async () => {
  const path = `/streams/${await channelIdOf(mel, 'announcements')}/email_address`;
  await mel.refused('GET', path, {}, 'BAD_REQUEST', /permission to post/);
});

test('F.20 E7 allows bots that are administrators', async () => {
  await olive.ok('PATCH', `/users/${helper.userId}`, { role: 200 });
  await helper.ok('POST', `/users/${mia.userId}/status`, { status_text: 'by a bot' });
});

test('F.21 E4 accepts message_ids', async () => {
  const id = await mel.sendToChannel('general', 'versions', 'by its id');
  assert.equal((await mia.ok('GET', '/messages', { message_ids: [id] })).messages[0].id, id);
});

test('F.22 E4 accepts a date as anchor', async () => {
  const first = async (parameters: Json): Promise<number> =>
    (await mia.ok('GET', '/messages', { num_before: 0, ...parameters })).messages[0].id;
  const oldest = await first({ anchor: 'oldest', num_after: 1 });
  assert.equal(await first({ anchor: 'date', anchor_date: '1999-12-31', num_after: 0 }), oldest);
});

test('F.23 client_gravatar is true by default', async () => {
  await showServicePictures(olive, mel);
  const picture = async (parameters: { client_gravatar?: boolean }) => {
    const { members } = await mia.ok('GET', '/users', { user_ids: [mel.userId], ...parameters });
    return members[0].avatar_url;
  };
  const whenTrue = await picture({ client_gravatar: true });
  assert.notEqual(whenTrue, await picture({ client_gravatar: false }));
  assert.equal(await picture({}), whenTrue);
});

for (const [level, method, path] of [
  [179, 'POST', '/scheduled_messages'],
  [96, 'PATCH', '/realm/user_settings_defaults'],
  [407, 'POST', '/users/{user_id}/status'],
  [390, 'PATCH', '/navigation_views/{fragment}'],
  [226, 'GET', '/streams/{stream_id}/email_address'],
  [54, 'GET', '/realm/linkifiers'],
  [420, 'POST', '/mobile_push/e2ee/test_notification'],
  [493, 'POST', '/calls/vendor/create'],
] as const) {
  test(`F.24 ${method} ${path} exists since level ${level}`, async () => {
    assert.match((await described(mel, method, path)).description, new RegExp(`\\b${level}\\b`));
  });
}

const laterParameters: readonly (readonly [level: number, Method, string, name: string])[] = [
  [236, 'POST', '/scheduled_messages', 'read_by_sender'],
  [384, 'GET', '/users', 'user_ids'],
  [155, 'GET', '/messages', 'include_anchor'],
  [445, 'GET', '/messages', 'anchor_date'],
  [300, 'GET', '/messages', 'message_ids'],
  [334, 'GET', '/messages', 'allow_empty_topic_name'],
  [146, 'POST', '/realm/profile_fields', 'display_in_profile_summary'],
  [244, 'POST', '/realm/profile_fields', 'required'],
  [296, 'POST', '/realm/profile_fields', 'editable_by_user'],
  [455, 'POST', '/realm/profile_fields', 'use_for_user_matching'],
  ...['emoji_name', 'emoji_code', 'reaction_type'].map(
    (name) => [86, 'POST', '/users/me/status', name] as const,
  ),
  [8, 'PATCH', '/users/{user_id_or_email}', 'role'],
  [285, 'PATCH', '/users/{user_id_or_email}', 'new_email'],
  [459, 'DELETE', '/users/{user_id}', 'actions'],
  [135, 'DELETE', '/users/{user_id}', 'deactivation_notification_comment'],
  [335, 'GET', '/streams/{stream_id}/email_address', 'sender_id'],
  [468, 'POST', '/mobile_push/e2ee/test_notification', 'device_id'],
];

for (const [level, method, path, name] of laterParameters) {
  test(`F.25 ${name} of ${method} ${path} exists since level ${level}`, async () => {
    const description = await describedParameter(mel, [method, path, name]);
    assert.match(description, new RegExp(`feature level ${level}\\b`));
  });
}
