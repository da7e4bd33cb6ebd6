// The fold of events about subscriptions, channels, groups, the organization and what is saved for later.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiEvent } from '../../client/event-stream.ts';
import { fold } from '../../client/state/fold.ts';
import type { State } from '../../client/state/state.ts';

const OWN = 1;
/** The state after the events, to read freely. */
// biome-ignore lint/suspicious/noExplicitAny: tests read states freely
const read = (state: object, ...events: readonly object[]): any =>
  events.reduce<State>((now, event) => fold(now, event as ApiEvent, OWN), state as State);
const ids = (list: readonly { readonly user_id: number }[]) => list.map(({ user_id }) => user_id);

const channel = (stream_id: number, more: object = {}) => ({
  ...{ stream_id, name: `c${stream_id}`, subscriber_count: 2 },
  ...more,
});

test('subscribers are counted from their list, or from the event if there is no list', () => {
  const peers = (op: string, user_ids: readonly number[], state: object) =>
    read(state, { type: 'subscription', op, stream_ids: [1], user_ids }).subscriptions[0];
  const withSubscribers = { subscriptions: [channel(1, { subscribers: [2, 4], partial_subscribers: [4] })] };
  assert.deepEqual(peers('peer_add', [3, 4], withSubscribers), {
    ...channel(1),
    ...{ subscriber_count: 3, subscribers: [2, 3, 4], partial_subscribers: [3, 4] },
  });
  assert.deepEqual(peers('peer_remove', [4, 9], withSubscribers), {
    ...channel(1),
    ...{ subscriber_count: 1, subscribers: [2], partial_subscribers: [] },
  });
  const unlisted = { subscriptions: [channel(1)] };
  assert.equal(peers('peer_add', [3, 4, 4], unlisted).subscriber_count, 4);
  assert.equal(peers('peer_remove', [3], unlisted).subscriber_count, 1);
});

test('subscribing moves a channel with its known subscribers, and unsubscribing moves it back', () => {
  const state = {
    subscriptions: [channel(3)],
    unsubscribed: [channel(1, { subscribers: [2], partial_subscribers: [2] })],
    never_subscribed: [channel(2)],
    streams: [channel(1), channel(2), channel(3)],
  };
  const add = (...subscriptions: readonly object[]) => ({ type: 'subscription', op: 'add', subscriptions });
  const joined = read(state, add(channel(1, { subscriber_count: 3, color: 'red' })));
  assert.deepEqual(joined.subscriptions, [
    { ...channel(1), subscriber_count: 3, color: 'red', subscribers: [1, 2], partial_subscribers: [1, 2] },
    channel(3),
  ]);
  assert.deepEqual([joined.unsubscribed, joined.streams[0].subscriber_count], [[], 3]);
  const subscribed = read(state, add(channel(1, { subscribers: [1, 2, 8] })));
  assert.deepEqual(subscribed.subscriptions[0], channel(1, { subscribers: [1, 2, 8] }));
  assert.deepEqual(read(state, add(channel(9))).subscriptions[1], channel(9));
  const remove = (stream_id: number) => ({
    ...{ type: 'subscription', op: 'remove', subscriptions: [{ stream_id, name: 'c' }] },
  });
  const afterLeaving = read(joined, remove(1));
  assert.deepEqual(
    afterLeaving.subscriptions.map((one: { stream_id: number }) => one.stream_id),
    [3],
  );
  assert.deepEqual(afterLeaving.unsubscribed[0], {
    ...channel(1, { subscriber_count: 2, color: 'red', subscribers: [2], partial_subscribers: [2] }),
  });
  assert.equal(afterLeaving.streams[0].subscriber_count, 2);
  assert.equal(read(afterLeaving, remove(9)), afterLeaving);
});

test('a new channel has an empty list of subscribers if the client has such lists', () => {
  const create = { type: 'stream', op: 'create', streams: [channel(2)] };
  const lists = (subscriptions: readonly object[]) =>
    read({ subscriptions, never_subscribed: [channel(3)], streams: [channel(3)] }, create);
  assert.deepEqual(lists([channel(1)]).never_subscribed, [channel(2), channel(3)]);
  assert.deepEqual(lists([channel(1)]).streams, [channel(2), channel(3)]);
  const last = read({ streams: [channel(2), channel(3)] }, { ...create, streams: [channel(4), channel(1)] });
  assert.deepEqual(
    last.streams,
    [1, 2, 3, 4].map((id) => channel(id)),
  );
  for (const key of ['subscribers', 'partial_subscribers'])
    assert.deepEqual(lists([channel(1, { [key]: [] })]).never_subscribed[0], channel(2, { subscribers: [] }));
});

test('a changed channel changes in every list, and muted topics follow its name', () => {
  const state = {
    subscriptions: [channel(1)],
    streams: [channel(1), channel(2)],
    muted_topics: [
      ['c1', 'a', 5],
      ['c2', 'a', 5],
    ],
  };
  const change = (property: string, value: unknown, more: object = {}) => ({
    ...{ type: 'stream', op: 'update', stream_id: 1, name: 'c1', property, value },
    ...more,
  });
  const renamed = read(state, change('name', 'new'));
  assert.deepEqual([renamed.subscriptions[0].name, renamed.streams[0].name], ['new', 'new']);
  assert.equal(renamed.streams[1], state.streams[1]);
  assert.deepEqual(renamed.muted_topics, [
    ['new', 'a', 5],
    ['c2', 'a', 5],
  ]);
  const described = read(state, change('description', 'd', { rendered_description: '<p>d</p>', other: 1 }));
  assert.deepEqual(described.streams[0], channel(1, { description: 'd', rendered_description: '<p>d</p>' }));
  assert.equal(described.muted_topics, state.muted_topics);
  const deleted = read(state, { type: 'stream', op: 'delete', stream_ids: [1] });
  assert.deepEqual([deleted.subscriptions, deleted.streams], [[], [channel(2)]]);
});

test('an event about a setting of the organization also updates the fields that older clients read', () => {
  const realm = (...data: readonly object[]) =>
    read(
      { is_owner: true, server_jitsi_server_url: 's' },
      ...data.map((one) => ({ type: 'realm', op: 'update_dict', property: 'default', data: one })),
    );
  const derived = realm({
    topics_policy: 'disable_empty_topic',
    message_edit_history_visibility_policy: 'none',
  });
  assert.deepEqual([derived.realm_mandatory_topics, derived.realm_allow_edit_history], [true, false]);
  const other = realm({ topics_policy: 'x', message_edit_history_visibility_policy: 'all' });
  assert.deepEqual([other.realm_mandatory_topics, other.realm_allow_edit_history], [false, true]);
  assert.equal(other.jitsi_server_url, 's');
  assert.equal(realm({ jitsi_server_url: 'own' }).jitsi_server_url, 'own');
  const auth = (email: boolean, ldap?: boolean) => {
    const methods = { Email: { enabled: email }, ...(ldap !== undefined && { LDAP: { enabled: ldap } }) };
    const { realm_email_auth_enabled: byMail, realm_password_auth_enabled: byPassword } = realm({
      authentication_methods: methods,
    });
    return [byMail, byPassword];
  };
  assert.deepEqual(
    [auth(true), auth(false), auth(false, true), auth(true, false)],
    [
      [true, true],
      [false, false],
      [false, true],
      [true, true],
    ],
  );
  const mayOpen = (enable_spectator_access: boolean) =>
    realm({ enable_spectator_access }).can_create_web_public_streams;
  assert.deepEqual(
    [mayOpen(true), mayOpen(false), other.can_create_web_public_streams],
    [true, false, false],
  );
  const single = { type: 'realm', op: 'update', property: 'name', value: 'New' };
  assert.equal(read({}, single).realm_name, 'New');
  const described = realm({ description: 'd', rendered_description: '<p>d</p>' });
  assert.deepEqual([described.realm_description, 'realm_rendered_description' in described], ['d', false]);
  const state = {};
  assert.equal(read(state, { type: 'realm', op: 'deactivated', realm_id: 1 }), state);
});

test('deleted profile fields are removed from the people who have them, and no one else changes', () => {
  const state = {
    custom_profile_fields: [{ id: 1 }, { id: 2 }],
    realm_users: [{ user_id: 2, profile_data: { 1: { value: 'a' }, 2: { value: 'b' } } }, { user_id: 4 }],
    realm_non_active_users: [{ user_id: 3, profile_data: { 2: { value: 'c' } } }],
  };
  const { realm_users, realm_non_active_users, custom_profile_fields } = read(state, {
    type: 'custom_profile_fields',
    fields: [{ id: 2 }],
  });
  assert.deepEqual(custom_profile_fields, [{ id: 2 }]);
  assert.deepEqual(realm_users[0].profile_data, { 2: { value: 'b' } });
  assert.equal(realm_users[1], state.realm_users[1]);
  assert.equal(realm_non_active_users[0], state.realm_non_active_users[0]);
});

test('personal settings: turning off draft synchronization removes the drafts, and typing notifications are also a field of the state', () => {
  const state = {
    user_settings: { color_scheme: 1 },
    drafts: [{ id: 1 }],
    receives_typing_notifications: false,
  };
  const set = (property: string, value: unknown) =>
    read(state, { type: 'user_settings', op: 'update', property, value });
  assert.deepEqual(set('color_scheme', 2).user_settings, { color_scheme: 2 });
  assert.deepEqual(set('enable_drafts_synchronization', false).drafts, []);
  assert.deepEqual(set('enable_drafts_synchronization', true).drafts, [{ id: 1 }]);
  assert.deepEqual(set('color_scheme', 0).drafts, [{ id: 1 }]);
  assert.equal(set('receives_typing_notifications', true).receives_typing_notifications, true);
  assert.equal(set('color_scheme', 3).receives_typing_notifications, false);
});

test('emoji, domains, bots, devices and folders are added, changed and removed by their ids', () => {
  const emoji = (more: object) =>
    read({ realm_emoji: { 1: { id: '1', name: 'a' } } }, { type: 'realm_emoji', ...more }).realm_emoji;
  assert.deepEqual(emoji({ op: 'add', emoji: { id: '2', name: 'b' } }), {
    1: { id: '1', name: 'a' },
    2: { id: '2', name: 'b' },
  });
  assert.deepEqual(emoji({ op: 'update_one', emoji_id: '1', data: { deactivated: true } }), {
    1: { id: '1', name: 'a', deactivated: true },
  });
  assert.deepEqual(emoji({ op: 'update', realm_emoji: {} }), {});
  const domains = (...events: readonly object[]) =>
    read(
      { realm_domains: [{ domain: 'a', allow_subdomains: false }] },
      ...events.map((one) => ({ type: 'realm_domains', ...one })),
    ).realm_domains;
  const b = { domain: 'b', allow_subdomains: true };
  assert.deepEqual(domains({ op: 'add', realm_domain: b }, { op: 'add', realm_domain: b }), [
    { domain: 'a', allow_subdomains: false },
    b,
  ]);
  assert.deepEqual(domains({ op: 'change', realm_domain: { domain: 'a', allow_subdomains: true } }), [
    { domain: 'a', allow_subdomains: true },
  ]);
  assert.deepEqual(domains({ op: 'remove', domain: 'b' }, { op: 'remove', domain: 'a' }), []);
  const bots = (...events: readonly object[]) =>
    read(
      { realm_bots: [{ user_id: 5, full_name: 'Bot' }] },
      ...events.map((one) => ({ type: 'realm_bot', ...one })),
    ).realm_bots;
  assert.deepEqual(ids(bots({ op: 'add', bot: { user_id: 4 } }, { op: 'add', bot: { user_id: 5 } })), [4, 5]);
  assert.deepEqual(bots({ op: 'update', bot: { user_id: 5, api_key: 'k' } }), [
    { user_id: 5, full_name: 'Bot', api_key: 'k' },
  ]);
  assert.deepEqual(bots({ op: 'delete', bot: { user_id: 5 } }, { op: 'update', bot: { user_id: 7 } }), []);
  const devices = (...events: readonly object[]) =>
    read({ devices: {} }, ...events.map((one) => ({ type: 'device', device_id: 7, ...one }))).devices;
  assert.equal(devices({ op: 'add' })[7].push_key_id, null);
  assert.equal(devices({ op: 'add' }, { op: 'update', push_key_id: 3, other: 1 })[7].push_key_id, 3);
  assert.equal('other' in devices({ op: 'add' }, { op: 'update', other: 1 })[7], false);
  assert.deepEqual(devices({ op: 'add' }, { op: 'remove' }), {});
  const folders = (...events: readonly object[]) =>
    read({ channel_folders: [] }, ...events.map((one) => ({ type: 'channel_folder', ...one })))
      .channel_folders;
  const add = (id: number) => ({ op: 'add', channel_folder: { id, name: `f${id}`, order: id } });
  assert.deepEqual(
    folders(add(1), add(2), { op: 'reorder', order: [2, 1] }).map(
      ({ id, order }: { id: number; order: number }) => [id, order],
    ),
    [
      [2, 0],
      [1, 1],
    ],
  );
  assert.equal(
    folders(add(1), add(2), { op: 'update', channel_folder_id: 2, data: { name: 'x' } })[0].name,
    'f1',
  );
});

test('drafts are sorted by the time of their last edit, scheduled messages and reminders by their time, then all by id', () => {
  const due = (key: string) => (id: number, scheduled_delivery_timestamp: number) => ({
    ...{ [key]: id, scheduled_delivery_timestamp },
  });
  const [scheduled, reminder] = [due('scheduled_message_id'), due('reminder_id')];
  const { scheduled_messages: messages } = read(
    { scheduled_messages: [] },
    {
      type: 'scheduled_messages',
      op: 'add',
      scheduled_messages: [scheduled(2, 9), scheduled(3, 8), scheduled(1, 9)],
    },
    { type: 'scheduled_messages', op: 'update', scheduled_message: scheduled(3, 10) },
  );
  assert.deepEqual(messages, [scheduled(1, 9), scheduled(2, 9), scheduled(3, 10)]);
  const { reminders } = read(
    { reminders: [] },
    { type: 'reminders', op: 'add', reminders: [reminder(2, 9), reminder(1, 9), reminder(3, 1)] },
    { type: 'reminders', op: 'remove', reminder_id: 1 },
  );
  assert.deepEqual(reminders, [reminder(3, 1), reminder(2, 9)]);
  const draft = (id: number, timestamp: number) => ({ id, timestamp });
  const { drafts } = read(
    { drafts: [] },
    { type: 'drafts', op: 'add', drafts: [draft(1, 5), draft(2, 5), draft(3, 4)] },
    { type: 'drafts', op: 'update', draft: draft(3, 6) },
  );
  assert.deepEqual(drafts, [draft(3, 6), draft(2, 5), draft(1, 5)]);
  const { drafts: later } = read(
    { drafts: [draft(5, 5)] },
    { type: 'drafts', op: 'add', drafts: [draft(9, 4), draft(4, 5), draft(6, 5)] },
  );
  assert.deepEqual(later, [draft(6, 5), draft(5, 5), draft(4, 5), draft(9, 4)]);
  const { saved_snippets: snippets } = read(
    { saved_snippets: [] },
    ...[2, 1, 3].map((id) => ({ type: 'saved_snippets', op: 'add', saved_snippet: { id } })),
    { type: 'saved_snippets', op: 'remove', saved_snippet_id: 2 },
  );
  assert.deepEqual(snippets, [{ id: 1 }, { id: 3 }]);
  const view = (fragment: string) => ({ fragment, is_pinned: true });
  const { navigation_views: views } = read(
    { navigation_views: [view('inbox')] },
    { type: 'navigation_view', op: 'add', navigation_view: view('recent') },
    { type: 'navigation_view', op: 'update', fragment: 'recent', data: { is_pinned: false } },
    { type: 'navigation_view', op: 'remove', fragment: 'inbox' },
  );
  assert.deepEqual(views, [{ fragment: 'recent', is_pinned: false }]);
});

test('groups are sorted by their ids, and members and subgroups change in the group that is named', () => {
  const group = (id: number) => ({ id, name: `g${id}`, members: [5, 2], direct_subgroup_ids: [8] });
  const event = (op: string, more: object) => ({ type: 'user_group', op, group_id: 2, ...more });
  const groups = (...events: readonly object[]) =>
    read({ realm_user_groups: [group(1), group(3)] }, event('add', { group: group(2) }), ...events)
      .realm_user_groups;
  assert.deepEqual(
    groups().map(({ id }: { id: number }) => id),
    [1, 2, 3],
  );
  assert.deepEqual(groups(event('remove', {})).length, 2);
  assert.deepEqual(groups(event('update', { data: { name: 'x' } }))[1].name, 'x');
  assert.deepEqual(groups(event('add_members', { user_ids: [3] }))[1].members, [2, 3, 5]);
  assert.deepEqual(groups(event('remove_members', { user_ids: [5] }))[1].members, [2]);
  assert.deepEqual(
    groups(event('add_subgroups', { direct_subgroup_ids: [7] }))[1].direct_subgroup_ids,
    [7, 8],
  );
  assert.deepEqual(
    groups(event('remove_subgroups', { direct_subgroup_ids: [8] }))[1].direct_subgroup_ids,
    [],
  );
  assert.deepEqual(groups(event('add_members', { user_ids: [3] }))[0], group(1));
});

test('conversations put away until later are added, changed, moved and removed', () => {
  const topic = { stream_id: 5, topic: 'Lunch', user_ids: [], until: 9, returned_at: null };
  const direct = { stream_id: null, topic: '', user_ids: [1, 2], until: 8, returned_at: null };
  const event = (op: string, fields: object) => ({ type: 'later_conversations', op, ...fields });
  const update = (later_conversation: object) => event('update', { later_conversation });
  const bothAway = read({ later_conversations: [] }, update(topic), update(direct));
  assert.deepEqual(bothAway.later_conversations, [topic, direct]);
  const back = { ...topic, topic: 'lunch', returned_at: 10 };
  const changed = read(bothAway, update(back));
  assert.deepEqual(changed.later_conversations, [back, direct]);
  const move = { stream_id: 5, topic: 'LUNCH', new_stream_id: 6, new_topic: 'dinner' };
  const moved = read(changed, event('move', move));
  assert.deepEqual(moved.later_conversations, [{ ...back, stream_id: 6, topic: 'dinner' }, direct]);
  const removed = { stream_id: null, topic: '', user_ids: [1, 2] };
  assert.equal(read(moved, event('remove', removed)).later_conversations.length, 1);
  assert.equal(read(moved, event('remove', { ...removed, user_ids: [1, 3] })).later_conversations.length, 2);
});
