// Notices that a topic was resolved: read or unread from the start, as each account chose.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiClient, Json } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, mia, max] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
]);
const everybody = [olive, adam, mona, mel, mia, max];
const FOLLOWED = 3;
let channels = 0;
// Sending must not follow topics.
for (const client of everybody)
  await client.ok('PATCH', '/settings', { automatically_follow_topics_policy: 4 });

interface TestChannel {
  readonly name: string;
  readonly id: number;
}

async function newChannel(people: readonly ApiClient[]): Promise<TestChannel> {
  const name = `resolutions ${++channels}`;
  await olive.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name }],
    principals: people.map((person) => person.userId),
  });
  return { name, id: (await olive.ok('GET', '/get_stream_id', { stream: name })).stream_id };
}

const choose = (client: ApiClient, policy: 'always' | 'except_followed' | 'never') =>
  client.ok('PATCH', '/settings', { resolved_topic_notice_auto_read_policy: policy });
const follow = (client: ApiClient, { id }: TestChannel, topic: string, policy = FOLLOWED) =>
  client.ok('POST', '/user_topics', { stream_id: id, topic, visibility_policy: policy });

await choose(mona, 'never');
await choose(max, 'always');

/** Resolves a topic by one of its messages; returns the notice, the channel's last message. */
async function resolve(channel: TestChannel, messageId: number, topic: string): Promise<number> {
  await olive.ok('PATCH', `/messages/${messageId}`, { topic, propagate_mode: 'change_all' });
  const { messages } = await olive.ok('GET', '/messages', {
    narrow: [
      { operator: 'channel', operand: channel.id },
      { operator: 'topic', operand: topic },
    ],
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
  });
  const notice = messages.at(-1);
  assert.match(notice.content, /has marked this topic as (un)?resolved\./);
  return notice.id;
}

async function isReadFor(client: ApiClient, id: number): Promise<boolean> {
  const { message } = await client.ok('GET', `/messages/${id}`);
  const isRead: boolean = message.flags.includes('read');
  // Every way of reading the flag agrees.
  const { messages } = await client.ok('GET', '/messages', {
    narrow: [
      { operator: 'is', operand: 'unread' },
      { operator: 'id', operand: id },
    ],
    anchor: id,
    num_before: 0,
    num_after: 0,
  });
  assert.equal(messages.length === 0, isRead, `is:unread for ${client.email}`);
  assert.equal(!(await unread(client)).includes(id), isRead, `unread_msgs for ${client.email}`);
  return isRead;
}

async function unread(client: ApiClient): Promise<number[]> {
  const { snapshot } = await client.registerQueue({ fetch_event_types: ['message', 'update_message_flags'] });
  return snapshot.unread_msgs.streams.flatMap(
    (group: { unread_message_ids: number[] }) => group.unread_message_ids,
  );
}

async function whoHasRead(ids: readonly ApiClient[], notice: number): Promise<boolean[]> {
  return Promise.all(ids.map((client) => isReadFor(client, notice)));
}

test('a notice is read from the start as each account chose: except in followed topics, never or always', async () => {
  const channel = await newChannel(everybody);
  const first = await mel.sendToChannel(channel.name, 'soup', 'which one?');
  await follow(mia, channel, 'soup');
  await follow(max, channel, 'soup');
  let notice = 0;
  const observers = [adam, mona, mia, max];
  const eventLists = await expectFold(observers, async () => {
    notice = await resolve(channel, first, '✔ soup');
  });
  const flags = eventLists.map((events) => events.find((event) => event.type === 'message')?.flags);
  assert.deepEqual(flags, [['read'], [], [], ['read']]);
  assert.deepEqual(await whoHasRead(observers, notice), [true, false, false, true]);
  // Other messages of the topic are unaffected.
  assert.deepEqual(await whoHasRead([adam, mona, mia, max], first), [false, false, false, false]);
});

test('rows are stored only for the minority whose read state differs', async () => {
  const rows = async (notice: number) =>
    server.server.services.database
      .reader(1)
      .db.selectFrom('read_exception')
      .select(['account_id', 'is_read'])
      .where('message_id', '=', notice)
      .orderBy('account_id')
      .execute();
  const channel = await newChannel(everybody);
  const first = await mel.sendToChannel(channel.name, 'rows', 'one');
  const few = await resolve(channel, first, '✔ rows');
  assert.deepEqual(await rows(few), [{ account_id: mona.userId, is_read: 0 }]);
  const keen = [adam, mel, mia];
  for (const client of keen) await choose(client, 'never');
  const many = await resolve(channel, first, 'rows');
  assert.deepEqual(
    await rows(many),
    [olive, max]
      .map((client) => ({ account_id: client.userId, is_read: 1 }))
      .sort((a, b) => a.account_id - b.account_id),
  );
  assert.deepEqual(await whoHasRead(everybody, many), [true, false, false, false, false, true]);
  for (const client of keen) await choose(client, 'except_followed');
});

test('if most accounts want notices unread, every queue and snapshot still agrees', async () => {
  const channel = await newChannel([olive, mona, mel, mia]);
  const first = await mel.sendToChannel(channel.name, 'most', 'one');
  for (const client of [mel, mia]) await choose(client, 'never');
  const observers = [olive, mona, mel, mia];
  const eventLists = await expectFold(observers, () => resolve(channel, first, '✔ most'));
  const flags = eventLists.map((events) => events.find((event) => event.type === 'message')?.flags);
  assert.deepEqual(flags, [['read'], [], [], []]);
  for (const client of [mel, mia]) await choose(client, 'except_followed');
});

test('a notice can be marked unread and read again like any other message', async () => {
  const channel = await newChannel(everybody);
  const first = await mel.sendToChannel(channel.name, 'again', 'one');
  const notice = await resolve(channel, first, '✔ again');
  const mark = (client: ApiClient, op: string) =>
    client.ok('POST', '/messages/flags', { messages: [notice], op, flag: 'read' });
  for (const [client, wasRead] of [
    [adam, true],
    [mona, false],
  ] as const) {
    assert.equal(await isReadFor(client, notice), wasRead);
    await expectFold([client], () => mark(client, wasRead ? 'remove' : 'add'));
    assert.equal(await isReadFor(client, notice), !wasRead);
    await expectFold([client], () => mark(client, wasRead ? 'add' : 'remove'));
    assert.equal(await isReadFor(client, notice), wasRead);
  }
});

test('marking a topic, a channel or everything as read names only what was unread', async () => {
  const channel = await newChannel(everybody);
  const first = await mel.sendToChannel(channel.name, 'all', 'one');
  const notice = await resolve(channel, first, '✔ all');
  const later = await mel.sendToChannel(channel.name, '✔ all', 'two');
  const markedIds = (events: { type: string; messages?: number[] }[] | undefined) =>
    (events ?? []).flatMap((event) => (event.type === 'update_message_flags' ? (event.messages ?? []) : []));
  const inTopic: Json = { stream_id: channel.id, topic_name: '✔ all' };
  const [adamEvents] = await expectFold([adam], () => adam.ok('POST', '/mark_topic_as_read', inTopic));
  assert.deepEqual(markedIds(adamEvents), [first, later]);
  const [monaEvents] = await expectFold([mona], () =>
    mona.ok('POST', '/mark_stream_as_read', { stream_id: channel.id }),
  );
  assert.deepEqual(markedIds(monaEvents), [first, notice, later]);
  await expectFold([max], () => max.ok('POST', '/mark_all_as_read'));
  assert.deepEqual(await whoHasRead([adam, mona, max], notice), [true, true, true]);
});

test('an account’s read mark skips a notice that is read', async () => {
  const channel = await newChannel(everybody);
  const first = await mel.sendToChannel(channel.name, 'marks', 'one');
  const notice = await resolve(channel, first, '✔ marks');
  const later = await mel.sendToChannel(channel.name, '✔ marks', 'two');
  await adam.ok('POST', '/messages/flags', { messages: [first], op: 'add', flag: 'read' });
  const { messages } = await adam.ok('GET', '/messages', {
    narrow: [{ operator: 'channel', operand: channel.id }],
    anchor: 'first_unread',
    num_before: 0,
    num_after: 1,
  });
  assert.equal(messages[0].id, later);
  assert.equal(await isReadFor(adam, notice), true);
  const exceptions = await server.server.services.database
    .reader(1)
    .db.selectFrom('read_exception')
    .select('message_id')
    .where('account_id', '=', adam.userId)
    .where('message_id', '>=', first)
    .execute();
  assert.deepEqual(exceptions, []);
});

test('a notice keeps its read state for each account when it is moved', async () => {
  const channel = await newChannel(everybody);
  const first = await mel.sendToChannel(channel.name, 'here', 'one');
  const notice = await resolve(channel, first, '✔ here');
  const idInOtherTopic = await mel.sendToChannel(channel.name, 'elsewhere', 'two');
  await adam.ok('POST', '/mark_topic_as_read', { stream_id: channel.id, topic_name: 'elsewhere' });
  await mona.ok('POST', '/mark_topic_as_read', { stream_id: channel.id, topic_name: '✔ here' });
  await expectFold([adam, mona, mia], () =>
    olive.ok('PATCH', `/messages/${notice}`, { topic: 'elsewhere', send_notification_to_new_thread: false }),
  );
  assert.deepEqual(await whoHasRead([adam, mona, mia], notice), [true, true, true]);
  assert.deepEqual(await whoHasRead([adam, mona, mia], idInOtherTopic), [true, false, false]);
  const other = await newChannel([mona, mia]);
  await mona.ok('POST', '/messages/flags', { messages: [notice], op: 'remove', flag: 'read' });
  await expectFold([adam, mona, mia], () =>
    olive.ok('PATCH', `/messages/${notice}`, { stream_id: other.id, send_notification_to_new_thread: false }),
  );
  assert.deepEqual(await whoHasRead([mona, mia], notice), [false, true]);
  const [monaEvents] = await expectFold([mona, mia], () =>
    mona.ok('POST', '/mark_stream_as_read', { stream_id: other.id }),
  );
  assert.deepEqual(monaEvents?.[0].messages, [notice]);
});

test('a queue for unread messages does not get a notice that is read', async () => {
  const channel = await newChannel(everybody);
  const first = await mel.sendToChannel(channel.name, 'queue', 'one');
  const narrow = [['is', 'unread']];
  const [adamListener, monaListener] = await Promise.all([
    adam.registerQueue({ event_types: ['message'], narrow }),
    mona.registerQueue({ event_types: ['message'], narrow }),
  ]);
  const notice = await resolve(channel, first, '✔ queue');
  assert.deepEqual(await adamListener.events(), []);
  const receivedEvents = await monaListener.events();
  assert.deepEqual(
    receivedEvents.map((event) => event.message.id),
    [notice],
  );
});

test('an account from before the setting has the organization’s default', async () => {
  const channel = await newChannel(everybody);
  const first = await mel.sendToChannel(channel.name, 'default', 'one');
  await follow(adam, channel, 'default');
  assert.deepEqual(await whoHasRead([adam], await resolve(channel, first, '✔ default')), [false]);
  await choose(adam, 'always');
  assert.deepEqual(await whoHasRead([adam], await resolve(channel, first, 'default')), [true]);
  await choose(adam, 'except_followed');
  await follow(adam, channel, 'default', 0);
  assert.deepEqual(await whoHasRead([adam], await resolve(channel, first, '✔ default')), [true]);
});
