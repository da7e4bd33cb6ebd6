// Changes of channels and groups, concurrent with other actions in them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, ApiClient, Json } from '../support/client.ts';
import { sendConcurrently } from '../support/concurrent-requests.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const olive = await server.as('olive');
const adam = await server.as('adam');
const mel = await server.as('mel');
const mia = await server.as('mia');
const groups: { id: number; name: string }[] = (await olive.ok('GET', '/user_groups')).user_groups;
const nobodyGroup = groups.find((one) => one.name === 'role:nobody')?.id ?? 0;

let count = 0;

/** A channel of Olive's with Mel and Mia in it. */
async function newChannel(more: Json = {}): Promise<{ id: number; name: string }> {
  const name = `raced ${++count}`;
  const subscribers = [olive.userId, mel.userId, mia.userId];
  const { id } = await olive.ok('POST', '/channels/create', { name, subscribers, ...more });
  return { id, name };
}

async function newGroup(members: readonly number[] = []): Promise<number> {
  const group = { name: `raced ${++count}`, description: '', members };
  return (await olive.ok('POST', '/user_groups/create', group)).group_id;
}

const send =
  (client: ApiClient, channel: { name: string }, topic = 'races') =>
  () =>
    client.request('POST', '/messages', {
      type: 'channel',
      to: JSON.stringify(channel.name),
      topic,
      content: 'too late',
    });

function onlyFirst(answers: readonly Answer[], what: string): void {
  assert.equal(answers[0]?.status, 200, `${what}: ${JSON.stringify(answers[0]?.body)}`);
  for (const { status, body } of answers.slice(1)) {
    assert.ok(status >= 400 && status < 500, `${what}: ${status} ${JSON.stringify(body)}`);
  }
}

/** Changes that end the permission to write in a channel, by channel. */
const endingChanges: readonly (readonly [
  string,
  Json,
  (id: number, name: string) => () => Promise<Answer>,
])[] = [
  ['archived', {}, (id) => () => olive.request('DELETE', `/streams/${id}`)],
  [
    'closed to everyone',
    {},
    (id) => () => olive.request('PATCH', `/streams/${id}`, { can_send_message_group: { new: nobodyGroup } }),
  ],
  [
    'without its sender',
    { invite_only: true },
    (_id, name) => () =>
      olive.request('DELETE', '/users/me/subscriptions', {
        subscriptions: [name],
        principals: [mel.userId],
      }),
  ],
];

for (const [what, more, close] of endingChanges) {
  test(`a message to a channel that is ${what} just before is refused`, async () => {
    const channel = await newChannel(more);
    onlyFirst(await sendConcurrently(server, [close(channel.id, channel.name), send(mel, channel)]), what);
  });

  test(`a reaction and an edit in a channel that is ${what} just before are checked`, async () => {
    const channel = await newChannel(more);
    const id = await mel.sendToChannel(channel.name, 'races', 'before');
    const answers = await sendConcurrently(server, [
      close(channel.id, channel.name),
      () => mel.request('POST', `/messages/${id}/reactions`, { emoji_name: 'heart' }),
      () => mel.request('PATCH', `/messages/${id}`, { content: 'after' }),
    ]);
    if (what === 'closed to everyone') {
      // People who may not write there may still react and edit their own messages.
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      );
    } else onlyFirst(answers, what);
  });
}

test('a topic that is disallowed just before is refused', async () => {
  const channel = await newChannel();
  const close = () => olive.request('PATCH', `/streams/${channel.id}`, { topics_policy: 'empty_topic_only' });
  onlyFirst(await sendConcurrently(server, [close, send(mel, channel, 'named')]), 'named topic');
});

test('a channel can become private while a person joins it', async () => {
  const { id, name } = await newChannel();
  const subscribe = () => adam.request('POST', '/users/me/subscriptions', { subscriptions: [{ name }] });
  const hide = () => olive.request('PATCH', `/streams/${id}`, { is_private: true });
  const [, joinAnswer] = await sendConcurrently(server, [hide, subscribe]);
  const { user_ids } = await olive
    .ok('GET', `/streams/${id}/members`)
    .then((body) => ({ user_ids: body.subscribers as number[] }));
  assert.ok(!user_ids.includes(adam.userId), JSON.stringify(joinAnswer?.body));
});

test('a channel can become private while it is made a default', async () => {
  const { id } = await newChannel();
  const hide = () => olive.request('PATCH', `/streams/${id}`, { is_private: true });
  const propose = () => olive.request('POST', '/default_streams', { stream_id: id });
  onlyFirst(await sendConcurrently(server, [hide, propose]), 'default');
  const other = await newChannel();
  onlyFirst(
    await sendConcurrently(server, [
      () => olive.request('POST', '/default_streams', { stream_id: other.id }),
      () => olive.request('PATCH', `/streams/${other.id}`, { is_private: true }),
    ]),
    'private',
  );
});

test('a name is given to one of two concurrent requests', async () => {
  const name = `twice ${++count}`;
  const create = (client: ApiClient, text: string) => () =>
    client.request('POST', '/channels/create', { name: text, subscribers: [client.userId] });
  onlyFirst(await sendConcurrently(server, [create(mel, name), create(mia, name.toUpperCase())]), 'channels');
  const subscribe = (client: ApiClient, text: string) => () =>
    client.request('POST', '/users/me/subscriptions', { subscriptions: [{ name: text }] });
  const answers = await sendConcurrently(server, [
    subscribe(mel, `joined ${name}`),
    subscribe(mia, `joined ${name}`),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  const { streams } = await olive.ok('GET', '/streams');
  assert.equal(streams.filter((channel: { name: string }) => channel.name === `joined ${name}`).length, 1);
  const group = () => mel.request('POST', '/user_groups/create', { name, description: '', members: [] });
  onlyFirst(await sendConcurrently(server, [group, group]), 'groups');
  const [one, other] = [await newChannel(), await newChannel()];
  const rename = (id: number) => () => olive.request('PATCH', `/streams/${id}`, { new_name: `new ${name}` });
  onlyFirst(await sendConcurrently(server, [rename(one.id), rename(other.id)]), 'renames');
});

test('a group cannot be deactivated and used in a permission at the same time', async () => {
  const { id } = await newChannel();
  const use = (group: number) => () =>
    olive.request('PATCH', `/streams/${id}`, { can_administer_channel_group: { new: group } });
  const end = (group: number) => () => olive.request('POST', `/user_groups/${group}/deactivate`);
  const [used, ended] = [await newGroup(), await newGroup()];
  onlyFirst(await sendConcurrently(server, [use(used), end(used)]), 'used first');
  onlyFirst(await sendConcurrently(server, [end(ended), use(ended)]), 'ended first');
  const [outer, inner] = [await newGroup(), await newGroup()];
  const nest = () => olive.request('POST', `/user_groups/${outer}/subgroups`, { add: [inner] });
  onlyFirst(await sendConcurrently(server, [end(inner), nest]), 'nested after its end');
});

test('two groups cannot become members of each other', async () => {
  const [one, other] = [await newGroup(), await newGroup()];
  const nest = (outer: number, inner: number) => () =>
    olive.request('POST', `/user_groups/${outer}/subgroups`, { add: [inner] });
  onlyFirst(await sendConcurrently(server, [nest(one, other), nest(other, one)]), 'a circle');
});

test('a person deactivated just before joins no channel or group', async () => {
  const max = await server.as('max');
  const [{ id, name }, group] = [await newChannel(), await newGroup()];
  await sendConcurrently(server, [
    () => olive.request('DELETE', `/users/${max.userId}`),
    () =>
      olive.request('POST', '/users/me/subscriptions', {
        subscriptions: [{ name }],
        principals: [max.userId],
      }),
    () => olive.request('POST', `/user_groups/${group}/members`, { add: [max.userId] }),
  ]);
  const { subscribers } = await olive.ok('GET', `/streams/${id}/members`);
  assert.ok(!subscribers.includes(max.userId));
  const { members } = await olive.ok('GET', `/user_groups/${group}/members`);
  assert.ok(!members.includes(max.userId));
});

test('a move to a channel that is archived just before is refused', async () => {
  const [from, to] = [await newChannel(), await newChannel()];
  const id = await mel.sendToChannel(from.name, 'races', 'to be moved');
  onlyFirst(
    await sendConcurrently(server, [
      () => olive.request('DELETE', `/streams/${to.id}`),
      () => olive.request('PATCH', `/messages/${id}`, { stream_id: to.id }),
    ]),
    'move',
  );
});

test('a message deleted just before cannot be starred, reacted to, edited, moved or used for a reminder', async () => {
  const channel = await newChannel();
  const id = await mel.sendToChannel(channel.name, 'races', 'to be deleted');
  const dueAt = Math.floor(Date.now() / 1000) + 900;
  onlyFirst(
    await sendConcurrently(server, [
      () => olive.request('DELETE', `/messages/${id}`),
      () => mia.request('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' }),
      () => mia.request('POST', `/messages/${id}/reactions`, { emoji_name: 'heart' }),
      () => mel.request('PATCH', `/messages/${id}`, { content: 'after' }),
      () => olive.request('PATCH', `/messages/${id}`, { topic: 'elsewhere' }),
      () => mia.request('POST', '/reminders', { message_id: id, scheduled_delivery_timestamp: dueAt }),
      () => mel.request('POST', '/submessage', { message_id: id, msg_type: 'widget', content: '{}' }),
      () => olive.request('DELETE', `/messages/${id}`),
    ]),
    'deleted',
  );
});
