// E5: the default settings of new users.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { grant } from '../users/support.ts';
import { assertSuccessOnly, describedParameter } from './lookups.ts';
import { channelIdOf } from './reading.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, mia, max, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
  server.as('helper'),
]);
await grant(server, adam, { can_create_users: 1 });
const path = '/realm/user_settings_defaults';
const set = (name: string, value: unknown) => adam.ok('PATCH', path, { [name]: value });

/** The defaults as a client reads them that gets the neutral names. */
async function defaults(): Promise<Record<string, unknown>> {
  const fetched = { fetch_event_types: ['realm_user_settings_defaults'] };
  const { body } = await mel.request('POST', '/register', fetched, { 'user-agent': 'my-program/1.0' });
  return body.realm_user_settings_defaults;
}

/** Each valid value is stored, and each invalid one refused and not stored. */
async function expectValues(
  name: string,
  valid: readonly unknown[],
  invalid: readonly unknown[],
): Promise<void> {
  for (const value of valid) {
    await set(name, value);
    assert.equal((await defaults())[name], value, name);
  }
  for (const value of invalid) {
    const { status, body } = await adam.request('PATCH', path, { [name]: value });
    assert.deepEqual([status, body.result], [400, 'error'], `${name} = ${value}`);
    assert.match(body.msg, new RegExp(name.split('_')[0] ?? ''), body.msg);
  }
  assert.equal((await defaults())[name], valid.at(-1), name);
}

let count = 0;
/** A client of a new user. */
async function join() {
  const email = `new${++count}@example.com`;
  const password = 'a rather long pass phrase';
  const { user_id } = await adam.ok('POST', '/users', { email, full_name: `New ${count}`, password });
  const { api_key } = await server.anonymous.ok('POST', '/fetch_api_key', { username: email, password });
  return server.client(email, api_key, user_id);
}

const booleans: readonly (readonly [name: string, level?: number])[] = [
  ['starred_message_counts'],
  ['receives_typing_notifications', 253],
  ['web_suggest_update_timezone', 329],
  ['fluid_layout_width'],
  ['high_contrast_mode'],
  ['enable_drafts_synchronization'],
  ['translate_emoticons'],
  ['display_emoji_reaction_users', 125],
  ['web_escape_navigates_to_home_view', 219],
  ['left_side_userlist'],
  ['hide_ai_features', 350],
  ['web_inbox_show_channel_folders', 431],
  ['web_left_sidebar_show_channel_folders', 411],
  ['web_left_sidebar_unreads_count_summary', 398],
  ['enable_stream_desktop_notifications'],
  ['enable_stream_email_notifications'],
  ['enable_stream_push_notifications'],
  ['enable_stream_audible_notifications'],
  ['enable_desktop_notifications'],
  ['enable_sounds'],
  ['enable_followed_topic_desktop_notifications', 189],
  ['enable_followed_topic_email_notifications', 189],
  ['enable_followed_topic_push_notifications', 189],
  ['enable_followed_topic_audible_notifications', 189],
  ['enable_offline_email_notifications'],
  ['enable_offline_push_notifications'],
  ['enable_online_push_notifications'],
  ['enable_digest_emails'],
  ['message_content_in_email_notifications'],
  ['pm_content_in_desktop_notifications'],
  ['wildcard_mentions_notify'],
  ['enable_followed_topic_wildcard_mentions_notify', 189],
  ['automatically_follow_topics_where_mentioned', 235],
  ['presence_enabled'],
  ['enter_sends'],
  ['twenty_four_hour_time', 99],
  ['send_private_typing_notifications', 105],
  ['send_stream_typing_notifications', 105],
  ['send_read_receipts', 105],
];

test('E5.1 is for administrators', async () => {
  for (const person of [olive, adam]) await person.ok('PATCH', path, { enter_sends: false });
  for (const person of [mona, mel, gus, helper]) {
    await person.refused('PATCH', path, { enter_sends: true }, 'UNAUTHORIZED_PRINCIPAL');
  }
});

test('E5.2 applies to new accounts, not to existing ones', async () => {
  const styleOf = async (client: typeof mel) =>
    (await client.registerQueue()).snapshot.user_settings.user_list_style;
  const before = await styleOf(mel);
  const value = before === 3 ? 1 : 3;
  await set('user_list_style', value);
  assert.equal(await styleOf(mel), before);
  assert.equal(await styleOf(await join()), value);
});

test('E5.3 E5.4 all parameters are optional, and the response has no data', async () => {
  assertSuccessOnly(await adam.ok('PATCH', path));
  assertSuccessOnly(await set('enter_sends', true));
});

test('E5.5 ignores dense_mode, which does not exist', async () => {
  const answer = await set('dense_mode', true);
  assert.deepEqual(answer.ignored_parameters_unsupported, ['dense_mode']);
  assert.ok(!('dense_mode' in (await defaults())));
});

for (const [name] of booleans) {
  test(`E5.6 accepts booleans for ${name}`, () => expectValues(name, [true, false], ['perhaps', 1]));
}

test('E5.7 deletes drafts without events', async () => {
  const channel = await channelIdOf(mel, 'general');
  const draft = { type: 'stream', to: [channel], topic: 'x', content: 'not yet' };
  await mel.ok('POST', '/drafts', { drafts: [draft] });
  const listener = await mel.registerQueue();
  await mel.ok('PATCH', '/settings', { enable_drafts_synchronization: false });
  assert.deepEqual(await listener.eventsOf('drafts'), []);
  await mel.ok('PATCH', '/settings', { enable_drafts_synchronization: true });
  assert.equal((await mel.ok('GET', '/drafts')).count, 0);
});

const integers = [
  ['E5.8', 'web_mark_read_on_scroll_policy', 3],
  ['E5.9', 'web_channel_default_view', 4],
  ['E5.10', 'color_scheme', 3],
  ['E5.11', 'demote_inactive_streams', 3],
  ['E5.12', 'user_list_style', 3],
  ['E5.13', 'web_stream_unreads_count_display_policy', 3],
  ['E5.14', 'desktop_icon_count_display', 4],
  ['E5.15', 'realm_name_in_email_notifications_policy', 3],
  ['E5.16', 'automatically_follow_topics_policy', 4],
  ['E5.17', 'automatically_unmute_topics_in_muted_streams_policy', 4],
] as const;
for (const [id, name, highest] of integers) {
  test(`${id} accepts the integers of ${name}`, () =>
    expectValues(
      name,
      Array.from({ length: highest }, (_, index) => index + 1),
      [0, highest + 1, 'one'],
    ));
}

/** A topic's policy for an account. */
async function policyFor(client: typeof mel, topic: string): Promise<number> {
  const { user_topics: all } = (await client.registerQueue()).snapshot;
  return all.find((one: { topic_name: string }) => one.topic_name === topic)?.visibility_policy ?? 0;
}

test('E5.16 E5.17 follows or unmutes topics by the four values', async () => {
  const actions = [
    async (topic: string) => {
      const id = await mia.sendToChannel('general', topic, 'x');
      await max.ok('POST', `/messages/${id}/reactions`, { emoji_name: 'wave' });
    },
    async (topic: string) => {
      await mia.sendToChannel('general', topic, 'x');
      await max.sendToChannel('general', topic, 'an answer');
    },
    async (topic: string) => void (await max.sendToChannel('general', topic, 'the first')),
  ];
  const stream_id = await channelIdOf(max, 'general');
  const never = {
    automatically_follow_topics_policy: 4,
    automatically_unmute_topics_in_muted_streams_policy: 4,
  };
  for (const [name, isMuted, policy] of [
    ['automatically_follow_topics_policy', false, 3],
    ['automatically_unmute_topics_in_muted_streams_policy', true, 2],
  ] as const) {
    await max.ok('POST', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id, property: 'is_muted', value: isMuted }],
    });
    for (const value of [1, 2, 3, 4]) {
      await max.ok('PATCH', '/settings', { ...never, [name]: value });
      for (const [index, action] of actions.entries()) {
        const topic = `${policy} ${value} ${index}`;
        await action(topic);
        const expected = index + 1 >= value ? policy : 0;
        assert.equal(await policyFor(max, topic), expected, `${name} ${value}, action ${index + 1}`);
      }
    }
  }
});

test('E5.18 accepts integers for three settings', async () => {
  await expectValues('web_font_size_px', [14, 20], ['large', 14.5]);
  await expectValues('web_line_height_percent', [120, 160], ['tall', 1.2]);
  await expectValues('email_notifications_batching_period_seconds', [60, 300], ['soon', 0.5]);
});

test('E5.19 accepts integers for email_address_visibility', async () => {
  await expectValues('email_address_visibility', [4, 1], ['everybody', 99]);
  const open = await join();
  await set('email_address_visibility', 4);
  const personWithHiddenPresence = await join();
  for (const [person, seen] of [
    [open, open.email],
    [personWithHiddenPresence, null],
  ] as const) {
    assert.equal((await mel.ok('GET', `/users/${person.userId}`)).user.delivery_email, seen);
  }
});

test('E5.20 accepts the values of web_home_view', () =>
  expectValues('web_home_view', ['recent', 'all_messages', 'inbox'], ['outbox']));

test('E5.21 accepts the values of emojiset, and their older names', async () => {
  await expectValues('emojiset', ['text', 'emoji_set_1', 'emoji_set_2'], ['emoji_set_9']);
  for (const [sent, stored] of [
    ['google', 'emoji_set_1'],
    ['twitter', 'emoji_set_2'],
  ] as const) {
    await set('emojiset', sent);
    assert.equal((await defaults()).emojiset, stored);
  }
});

test('E5.22 accepts the values of web_animate_image_previews', () =>
  expectValues('web_animate_image_previews', ['always', 'on_hover', 'never'], ['sometimes']));

test('E5.23 accepts the values of resolved_topic_notice_auto_read_policy', () =>
  expectValues(
    'resolved_topic_notice_auto_read_policy',
    ['always', 'except_followed', 'never'],
    ['sometimes'],
  ));

test('E5.24 accepts names of notification sounds', async () => {
  const { available_notification_sounds: sounds } = (await mel.registerQueue()).snapshot.user_settings;
  await expectValues('notification_sound', sounds.slice(0, 2), ['no such sound']);
});

test('E5.25 describes the feature level of each setting', async () => {
  const levels: readonly (readonly [name: string, level?: number])[] = [
    ...booleans,
    ['web_mark_read_on_scroll_policy', 175],
    ['web_channel_default_view', 269],
    ['user_list_style', 141],
    ['web_stream_unreads_count_display_policy', 210],
    ['realm_name_in_email_notifications_policy', 168],
    ['automatically_follow_topics_policy', 214],
    ['automatically_unmute_topics_in_muted_streams_policy', 214],
    ['web_font_size_px', 245],
    ['web_line_height_percent', 245],
    ['web_home_view', 219],
    ['web_animate_image_previews', 275],
    ['resolved_topic_notice_auto_read_policy', 385],
  ];
  for (const [name, level] of levels) {
    if (level === undefined) continue;
    const described = await describedParameter(mel, ['PATCH', path, name]);
    assert.match(described, new RegExp(`feature level ${level}`), name);
  }
});
