// The fields of a subscribed channel.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subscribeAll } from '../../src/actions/subscriptions/subscribe.ts';
import { markInactiveChannelsEverywhere } from '../../src/jobs/mark-inactive-channels.ts';
import { readAccounts } from '../../src/stores/accounts/account-store.ts';
import { insertAccount } from '../../src/stores/accounts/insert-account.ts';
import { readChannels } from '../../src/stores/channels/channel-store.ts';
import { readOrganization } from '../../src/stores/organizations/organization-store.ts';
import { startTestServer } from '../support/server.ts';
import { channelIdOf, newestIds, subscriptionOf } from './reading.ts';

const server = await startTestServer();
const [olive, adam, mel, mia, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
  server.as('helper'),
]);
const { realm_user_groups: groups } = (await olive.registerQueue()).snapshot;
const groupId = (name: string): number => groups.find((one: { name: string }) => one.name === name).id;

/** Creates a channel of mel's; returns its id. */
async function make(name: string, more: Record<string, unknown> = {}): Promise<number> {
  const values = { name, subscribers: [mel.userId], ...more };
  return (await olive.ok('POST', '/channels/create', values)).id;
}
const subscriptionTo = (name: string, parameters = {}) => subscriptionOf(mel, name, parameters);
const setOwn = (stream_id: number, property: string, value: unknown) =>
  mel.ok('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id, property, value }],
  });

test('R-subscription.1 stream_id is an integer and name a text', async () => {
  assert.equal((await subscriptionTo('engineering')).stream_id, await channelIdOf(mel, 'engineering'));
});

test('R-subscription.2 the description is returned in both forms', async () => {
  await make('described', { description: 'for **all** of us' });
  const channel = await subscriptionTo('described');
  assert.equal(channel.description, 'for **all** of us');
  assert.equal(channel.rendered_description, '<p>for <strong>all</strong> of us</p>');
});

test('R-subscription.3 R-subscription.4 date_created and creator_id tell when and by whom the channel was created', async () => {
  const id = await make('made now');
  const channel = await subscriptionTo('made now');
  assert.ok(Math.abs(channel.date_created - Date.now() / 1000) < 120);
  assert.equal(channel.creator_id, olive.userId);
  const { database } = server.server.services;
  await database.write(1, async (writer) => {
    await writer.db.updateTable('channel').set({ creator_id: null }).where('id', '=', id).execute();
    writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches: { channels: [id] } });
  });
  assert.equal((await subscriptionTo('made now')).creator_id, null);
});

test('R-subscription.5 invite_only is true for private channels', async () => {
  await make('private', { invite_only: true });
  assert.equal((await subscriptionTo('private')).invite_only, true);
  assert.equal((await subscriptionTo('general')).invite_only, false);
});

/** A channel of 260 people, half of whom were never active; returns their ids and that of an active one. */
async function makeLarge(): Promise<{ name: string; silent: number[]; active: number }> {
  const name = 'large';
  const id = await make(name, { subscribers: [mel.userId, helper.userId] });
  const { database, keyring } = server.server.services;
  const ids: number[] = [];
  await database.write(1, async (writer) => {
    for (let count = 0; count < 260; count++) {
      const email = `p${count}@example.com`;
      ids.push(await insertAccount(writer, keyring, { email, fullName: `P ${count}`, role: 400 }));
    }
    const days = (number: number) => writer.now - number * 86_400;
    const accounts = writer.db.updateTable('account');
    await accounts
      .set({ date_joined: days(900), last_login_at: days(15) })
      .where('id', 'in', ids)
      .execute();
    await accounts
      .set({ last_login_at: days(13) })
      .where('id', '=', ids[0] ?? 0)
      .execute();
    const organization = await readOrganization(writer);
    const people = (await readAccounts(writer)).filter((account) => ids.includes(account.id));
    await subscribeAll({ writer, organization }, people, await readChannels(writer, [id]));
    writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches: { accounts: ids } });
  });
  return { name, silent: ids.slice(1), active: ids[0] ?? 0 };
}

test('R-subscription.6 R-subscription.7 subscribers are listed as requested, all or some of them', async () => {
  const { name, silent, active } = await makeLarge();
  const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b);
  const everybody = sorted([mel.userId, helper.userId, active, ...silent]);
  assert.ok(!('subscribers' in (await subscriptionTo(name))));
  assert.deepEqual(
    sorted((await subscriptionTo(name, { include_subscribers: 'true' })).subscribers),
    everybody,
  );
  const large = await subscriptionTo(name, { include_subscribers: 'partial' });
  assert.ok(!('subscribers' in large));
  const some: number[] = large.partial_subscribers;
  for (const id of [mel.userId, helper.userId, active]) assert.ok(some.includes(id), String(id));
  assert.ok(some.every((id) => everybody.includes(id)));
  assert.ok(some.length < everybody.length);
  const { subscriptions } = await mel.ok('GET', '/users/me/subscriptions', {
    include_subscribers: 'partial',
  });
  const smaller = subscriptions.filter((channel: { name: string }) => channel.name !== name);
  assert.ok(smaller.length > 0);
  for (const channel of smaller) assert.equal(channel.subscribers.length, channel.subscriber_count);
});

test('R-subscription.8 notifications are true, false or inherited', async () => {
  const id = await make('loud');
  for (const property of [
    'desktop_notifications',
    'email_notifications',
    'push_notifications',
    'audible_notifications',
    'wildcard_mentions_notify',
  ]) {
    assert.equal((await subscriptionTo('loud'))[property], null);
    for (const value of [true, false]) {
      await setOwn(id, property, value);
      assert.equal((await subscriptionTo('loud'))[property], value);
    }
  }
});

test('R-subscription.9 pin_to_top is true for pinned channels', async () => {
  const id = await make('pinned');
  assert.equal((await subscriptionTo('pinned')).pin_to_top, false);
  await setOwn(id, 'pin_to_top', true);
  assert.equal((await subscriptionTo('pinned')).pin_to_top, true);
});

test('R-subscription.10 R-subscription.11 is_muted is true for muted channels, and in_home_view the opposite', async () => {
  const id = await make('muted', { subscribers: [mel.userId, mia.userId] });
  const unread = async () => (await mel.registerQueue()).snapshot.unread_msgs.count;
  const before = await unread();
  const message = await mia.sendToChannel('muted', 'x', 'y');
  const feed = () => newestIds(mel, [{ operator: 'in', operand: 'home' }]);
  assert.equal(await unread(), before + 1);
  assert.ok((await feed()).includes(message));
  for (const [isMuted, count] of [
    [true, before],
    [false, before + 1],
  ] as const) {
    await setOwn(id, 'is_muted', isMuted);
    const channel = await subscriptionTo('muted');
    assert.deepEqual([channel.is_muted, channel.in_home_view], [isMuted, !isMuted]);
    assert.equal(await unread(), count);
    assert.equal((await feed()).includes(message), !isMuted);
  }
});

test('R-subscription.12 is_announcement_only is true if only administrators may post', async () => {
  assert.equal((await subscriptionTo('announcements')).is_announcement_only, true);
  assert.equal((await subscriptionTo('general')).is_announcement_only, false);
});

test('R-subscription.13 is_web_public is true for channels that anonymous viewers can read', async () => {
  const open = await subscriptionTo('town square');
  assert.equal(open.is_web_public, true);
  assert.equal((await subscriptionTo('general')).is_web_public, false);
  const id = await mel.sendToChannel('town square', 'news', 'for everybody');
  const { messages } = await server.anonymous.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [
      { operator: 'channels', operand: 'web-public' },
      { operator: 'channel', operand: open.stream_id },
    ],
  });
  assert.equal(messages[0].id, id);
});

test('R-subscription.14 color is the account’s own color', async () => {
  assert.match((await subscriptionTo('general')).color, /^#[0-9a-f]{6}$/);
  await setOwn((await subscriptionTo('general')).stream_id, 'color', '#f00f0a');
  assert.equal((await subscriptionTo('general')).color, '#f00f0a');
  assert.notEqual((await subscriptionOf(mia, 'general')).color, '#f00f0a');
});

test('R-subscription.15 stream_post_policy is the older form of the permission to post', async () => {
  const id = await make('posting');
  for (const [group, policy] of [
    ['role:everyone', 1],
    ['role:administrators', 2],
    ['role:fullmembers', 3],
    ['role:moderators', 4],
  ] as const) {
    await olive.ok('PATCH', `/streams/${id}`, { can_send_message_group: { new: groupId(group) } });
    assert.equal((await subscriptionTo('posting')).stream_post_policy, policy);
  }
});

test('R-subscription.16 message_retention_days is null, -1 or a number of days', async () => {
  const id = await make('kept');
  assert.equal((await subscriptionTo('kept')).message_retention_days, null);
  for (const [sent, stored] of [
    [30, 30],
    ['unlimited', -1],
    ['realm_default', null],
  ] as const) {
    await olive.ok('PATCH', `/streams/${id}`, { message_retention_days: sent });
    assert.equal((await subscriptionTo('kept')).message_retention_days, stored);
  }
});

test('R-subscription.17 history_public_to_subscribers is true for public channels', async () => {
  const { subscriptions } = await mel.ok('GET', '/users/me/subscriptions');
  const open = subscriptions.filter((channel: { invite_only: boolean }) => !channel.invite_only);
  assert.ok(open.length > 0);
  for (const channel of open) assert.equal(channel.history_public_to_subscribers, true);
  await make('protected', { invite_only: true, history_public_to_subscribers: false });
  assert.equal((await subscriptionTo('protected')).history_public_to_subscribers, false);
});

test('R-subscription.18 first_message_id is the oldest message', async () => {
  await make('talked in', { send_new_subscription_messages: false });
  const empty = await subscriptionTo('talked in');
  const first = empty.first_message_id ?? (await mel.sendToChannel('talked in', 'x', 'first'));
  await mel.sendToChannel('talked in', 'x', 'second');
  assert.equal((await subscriptionTo('talked in')).first_message_id, first);
  await adam.ok('DELETE', `/messages/${first}`);
  assert.ok((await subscriptionTo('talked in')).first_message_id > first);
});

test('R-subscription.18 first_message_id is null for a channel without messages', async () => {
  const id = await make('never used');
  for (const { name } of (await mel.ok('GET', `/users/me/${id}/topics`)).topics) {
    await adam.ok('POST', `/streams/${id}/delete_topic`, { topic_name: name });
  }
  assert.equal((await subscriptionTo('never used')).first_message_id, null);
});

test('R-subscription.19 folder_id is the folder, or null', async () => {
  const id = await make('filed');
  assert.equal((await subscriptionTo('filed')).folder_id, null);
  const { channel_folder_id: folder } = await olive.ok('POST', '/channel_folders/create', { name: 'Shelf' });
  await olive.ok('PATCH', `/streams/${id}`, { folder_id: folder });
  assert.equal((await subscriptionTo('filed')).folder_id, folder);
});

test('R-subscription.20 topics_policy is one of four values', async () => {
  const id = await make('topics');
  assert.equal((await subscriptionTo('topics')).topics_policy, 'inherit');
  for (const policy of ['allow_empty_topic', 'disable_empty_topic', 'inherit']) {
    await olive.ok('PATCH', `/streams/${id}`, { topics_policy: policy });
    assert.equal((await subscriptionTo('topics')).topics_policy, policy);
  }
});

test('R-subscription.20 R-subscription.21 empty_topic_only is refused if another topic has messages', async () => {
  const id = await make('one topic');
  for (const { name } of (await mel.ok('GET', `/users/me/${id}/topics`)).topics) {
    await adam.ok('POST', `/streams/${id}/delete_topic`, { topic_name: name });
  }
  const only = { topics_policy: 'empty_topic_only' };
  const inNamedTopic = await mel.sendToChannel('one topic', 'named', 'x');
  await olive.refused('PATCH', `/streams/${id}`, only, 'BAD_REQUEST');
  await adam.ok('DELETE', `/messages/${inNamedTopic}`);
  await mel.sendToChannel('one topic', '', 'x');
  await olive.ok('PATCH', `/streams/${id}`, only);
  assert.equal((await subscriptionTo('one topic')).topics_policy, 'empty_topic_only');
});

test('R-subscription.22 is_recently_active is true for a channel with recent messages', async () => {
  await mel.sendToChannel('general', 'x', 'y');
  assert.equal((await subscriptionTo('general')).is_recently_active, true);
  const id = await make('silent');
  assert.equal((await subscriptionTo('silent')).is_recently_active, true);
  const { services } = server.server;
  await services.database.write(1, async (writer) => {
    const longAgo = writer.now - 300 * 86_400;
    const { db } = writer;
    await db.updateTable('channel').set({ created_at: longAgo }).where('id', '=', id).execute();
    await db.updateTable('message').set({ sent_at: longAgo }).where('channel_id', '=', id).execute();
    writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches: { channels: [id] } });
  });
  await markInactiveChannelsEverywhere(services);
  assert.equal((await subscriptionTo('silent')).is_recently_active, false);
  assert.equal((await subscriptionTo('general')).is_recently_active, true);
});

test('R-subscription.23 stream_weekly_traffic is the number of messages a week, or null', async () => {
  // The traffic is counted once a day, so this needs a server where it was not requested yet.
  const fresh = await startTestServer();
  const reader = await fresh.as('mel');
  const { id } = await reader.ok('POST', '/channels/create', { name: 'busy', subscribers: [reader.userId] });
  const sent: number[] = [];
  for (let count = 0; count < 8; count++) sent.push(await reader.sendToChannel('busy', 'x', String(count)));
  const DAY = 86_400;
  await fresh.server.services.database.write(1, async (writer) => {
    const { db, now } = writer;
    const messages = (days: number) => db.updateTable('message').set({ sent_at: now - days * DAY });
    await messages(60)
      .where('id', '<', sent[0] ?? 0)
      .execute();
    await messages(10).where('id', 'in', sent).execute();
    const older = db.updateTable('channel').set({ created_at: now - 100 * DAY });
    await older.where('id', '=', id).execute();
    writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches: { channels: [id] } });
  });
  // Eight messages in four weeks.
  assert.equal((await subscriptionOf(reader, 'busy')).stream_weekly_traffic, 2);
  await reader.ok('POST', '/channels/create', { name: 'new', subscribers: [reader.userId] });
  assert.equal((await subscriptionOf(reader, 'new')).stream_weekly_traffic, null);
});

test('R-subscription.24 R-subscription.25 group settings are ids of groups or lists of members', async () => {
  const id = await make('governed');
  const isIds = (value: unknown) => Array.isArray(value) && value.every(Number.isInteger);
  const several = { direct_members: [mel.userId, mia.userId], direct_subgroups: [groupId('role:owners')] };
  for (const setting of [
    'can_add_subscribers_group',
    'can_remove_subscribers_group',
    'can_administer_channel_group',
  ]) {
    await olive.ok('PATCH', `/streams/${id}`, { [setting]: { new: groupId('role:administrators') } });
    assert.equal((await subscriptionTo('governed'))[setting], groupId('role:administrators'));
    await olive.ok('PATCH', `/streams/${id}`, { [setting]: { new: several } });
    const value = (await subscriptionTo('governed'))[setting];
    assert.deepEqual(Object.keys(value).sort(), ['direct_members', 'direct_subgroups']);
    assert.ok(isIds(value.direct_members) && isIds(value.direct_subgroups));
    assert.deepEqual(new Set(value.direct_members), new Set(several.direct_members));
    assert.deepEqual(value.direct_subgroups, several.direct_subgroups);
  }
});

test('R-subscription.26 email_address and role do not exist', async () => {
  for (const reader of [mel, gus]) {
    const { subscriptions } = await reader.ok('GET', '/users/me/subscriptions');
    assert.ok(subscriptions.length > 0);
    for (const channel of subscriptions) {
      assert.ok(!('email_address' in channel) && !('role' in channel));
    }
  }
});
