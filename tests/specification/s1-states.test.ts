// Every transition in the table of states.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newClient } from '../access/support.ts';
import { mailTo } from '../support/mail.ts';
import { startTestServer } from '../support/server.ts';
import { farFuture } from '../support/waiting.ts';
import { channelIdOf, flagsFor, newestIds, userFor } from './reading.ts';

let ahead = 0;
const server = await startTestServer({ clock: () => Date.now() / 1000 + ahead });
const [olive, adam, mel, mia, max, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
]);
const general = await channelIdOf(mel, 'general');
const design = await channelIdOf(adam, 'design');

const mute = (op: string, topic: string) =>
  mel.ok('PATCH', '/users/me/subscriptions/muted_topics', { stream_id: general, topic, op });
async function mutedTopics(): Promise<string[]> {
  const { muted_topics: muted } = (await mel.registerQueue()).snapshot;
  return muted.map(([, topic]: [string, string]) => topic);
}
const flag = (op: string, name: string, messages: readonly number[]) =>
  mel.ok('POST', '/messages/flags', { messages, op, flag: name });
const deleteTopic = (stream_id: number, topic_name: string) =>
  adam.ok('POST', `/streams/${stream_id}/delete_topic`, { topic_name });
async function sendSeveral(topic: string, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index++)
    ids.push(await mel.sendToChannel('general', topic, String(index)));
  return ids;
}
async function existing(ids: readonly number[]): Promise<number[]> {
  const { messages } = await mel.ok('GET', '/messages', { message_ids: ids });
  return messages.map(({ id }: { id: number }) => id);
}

test('S.1 S.2 a topic is muted, once or twice', async () => {
  await mute('add', 'nobody spoke here');
  assert.deepEqual(await mutedTopics(), ['nobody spoke here']);
  await mute('add', 'nobody spoke here');
  assert.deepEqual(await mutedTopics(), ['nobody spoke here']);
});

test('S.3 S.4 a topic is unmuted, once or twice', async () => {
  await mute('remove', 'nobody spoke here');
  assert.deepEqual(await mutedTopics(), []);
  await mute('remove', 'nobody spoke here');
  assert.deepEqual(await mutedTopics(), []);
});

test('S.5 S.6 flags are added and removed', async () => {
  const ids = [
    await mia.sendToChannel('general', 'flags', '1'),
    await mia.sendToChannel('general', 'flags', '2'),
  ];
  for (const name of ['read', 'starred', 'collapsed']) {
    assert.deepEqual((await flag('add', name, ids)).messages, ids);
    for (const id of ids) assert.ok((await flagsFor(mel, id)).includes(name));
    assert.deepEqual((await flag('remove', name, ids)).messages, ids);
    for (const id of ids) assert.ok(!(await flagsFor(mel, id)).includes(name));
  }
});

test('S.7 only messages of subscribed channels are unread', async () => {
  const unsubscribedId = await adam.sendToChannel('design', 'flags', 'mel is not here');
  const subscribedId = await adam.sendToChannel('general', 'flags', 'mel is here');
  await flag('add', 'read', [subscribedId]);
  const answer = await flag('remove', 'read', [unsubscribedId, subscribedId]);
  assert.deepEqual(answer.messages, [subscribedId]);
  assert.deepEqual(answer.ignored_because_not_subscribed_channels, [design]);
});

test('S.8 an account is deactivated after its bots', async () => {
  const person = await newClient(server, { key: 'owner-of-bot' });
  const bot = await newClient(server, { key: 'their-bot', botType: 1, botOwnerId: person.userId });
  const listener = await mia.registerQueue();
  await adam.ok('DELETE', `/users/${person.userId}`);
  const deactivated = (await listener.eventsOf('realm_user')).filter(
    ({ person: client }) => client.is_active === false,
  );
  assert.deepEqual(
    deactivated.map(({ person: client }) => client.user_id),
    [bot.userId, person.userId],
  );
  assert.equal((await userFor(mia, person.userId)).is_active, false);
});

test('S.9 actions delete profile and messages', async () => {
  const person = await newClient(server, { key: 'erased' });
  await person.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
  const spoken = [
    await person.sendToChannel('general', 'farewell', 'x'),
    await person.sendDirect([mel.userId], 'y'),
  ];
  const sender = await newClient(server, { key: 'kept' });
  const direct = await sender.sendDirect([mel.userId], 'z');
  const actions = {
    delete_profile: true,
    delete_public_channel_messages: true,
    delete_direct_messages: true,
  };
  await adam.ok('DELETE', `/users/${person.userId}`, { actions });
  await adam.ok('DELETE', `/users/${sender.userId}`);
  assert.deepEqual(await existing([...spoken, direct]), [direct]);
  assert.notEqual((await userFor(mel, person.userId)).full_name, 'erased');
  assert.equal((await userFor(mel, sender.userId)).full_name, 'kept');
});

test('S.10 a mail is sent on request', async () => {
  const mailedClient = await newClient(server, { key: 'mailed' });
  const unmailed = await newClient(server, { key: 'unmailed' });
  await adam.ok('DELETE', `/users/${mailedClient.userId}`, { deactivation_notification_comment: 'Farewell' });
  await adam.ok('DELETE', `/users/${unmailed.userId}`);
  assert.equal((await mailTo(server, mailedClient.email)).length, 1);
  assert.equal((await mailTo(server, unmailed.email)).length, 0);
});

test('S.11 the only owner cannot be deactivated', async () => {
  await olive.refused('DELETE', `/users/${olive.userId}`, {}, 'BAD_REQUEST');
  assert.equal((await userFor(mel, olive.userId)).is_active, true);
});

test('S.12 a message is deleted permanently', async () => {
  const id = await adam.sendToChannel('design', 'deleting', 'x');
  const between = await mia.sendDirect([max.userId], 'between us');
  await mel.refused('DELETE', `/messages/${id}`, {}, 'BAD_REQUEST');
  await olive.refused('DELETE', `/messages/${between}`, {}, 'BAD_REQUEST');
  await olive.ok('DELETE', `/messages/${id}`);
  for (const reader of [olive, adam, gus]) {
    await reader.refused('GET', `/messages/${id}`, {}, 'BAD_REQUEST', 'Invalid message(s)');
  }
});

test('S.13 S.14 a topic is deleted in batches, newest first', async () => {
  const ids = await sendSeveral('deleted', 101);
  const listener = await mia.registerQueue();
  assert.equal((await deleteTopic(general, 'deleted')).complete, true);
  const batches = (await listener.eventsOf('delete_message')).map((event) => event.message_ids);
  assert.ok(batches.length > 1);
  assert.deepEqual([...batches].reverse().flat(), ids);
  assert.deepEqual(await existing(ids), []);
});

test('S.14 if time runs out, the client calls again', async (t) => {
  const ids = await sendSeveral('slow', 101);
  let now = performance.now();
  const clock = t.mock.method(performance, 'now', () => (now += 60_000));
  assert.equal((await deleteTopic(general, 'slow')).complete, false);
  clock.mock.restore();
  const remaining = await existing(ids);
  assert.ok(remaining.length > 0 && remaining.length < ids.length);
  assert.deepEqual(remaining, ids.slice(0, remaining.length));
  assert.equal((await deleteTopic(general, 'slow')).complete, true);
  assert.deepEqual(await existing(ids), []);
});

test('S.15 an event reports the new oldest message of the channel', async () => {
  const { id } = await olive.ok('POST', '/channels/create', { name: 'fresh', subscribers: [mel.userId] });
  const before: number[] = await newestIds(mel, [{ operator: 'channel', operand: id }]);
  const first = before[0] ?? (await mel.sendToChannel('fresh', 'first', 'x'));
  const second = await mel.sendToChannel('fresh', 'second', 'x');
  const { messages } = await mel.ok('GET', '/messages', { message_ids: [first] });
  const listener = await mel.registerQueue();
  await deleteTopic(id, messages[0].subject);
  const updates = (await listener.eventsOf('stream')).map(({ op, stream_id, property, value }) => [
    op,
    stream_id,
    property,
    value,
  ]);
  assert.deepEqual(updates, [['update', id, 'first_message_id', second]]);
});

test('S.16 a status is cleared', async () => {
  const status = async () => (await mel.ok('GET', `/users/${mia.userId}/status`)).status;
  for (const clear of [
    () => mia.ok('POST', '/users/me/status', { status_text: '' }),
    () => adam.ok('POST', `/users/${mia.userId}/status`, { status_text: '' }),
  ]) {
    await mia.ok('POST', '/users/me/status', { status_text: 'here' });
    assert.deepEqual(await status(), { status_text: 'here' });
    await clear();
    assert.deepEqual(await status(), {});
  }
});

test('S.17 a scheduled message waits for its time', async () => {
  const values = { type: 'direct', to: [mia.userId], content: 'later' };
  const body = { ...values, scheduled_delivery_timestamp: farFuture() };
  const { scheduled_message_id } = await mel.ok('POST', '/scheduled_messages', body);
  const between = [{ operator: 'dm', operand: [mel.userId] }];
  await server.server.scheduler.runDue();
  const before = await newestIds(mia, between);
  ahead = 2 * 86_400;
  await server.server.scheduler.runDue();
  ahead = 0;
  const sent = (await newestIds(mia, between)).filter((id) => !before.includes(id));
  assert.equal(sent.length, 1);
  assert.notEqual(sent[0], scheduled_message_id);
  assert.deepEqual((await mel.ok('GET', '/scheduled_messages')).scheduled_messages, []);
});
