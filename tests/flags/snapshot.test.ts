// Messages in the register snapshot: unread ones by conversation, starred ones, and direct conversations.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [adam, mel, mia, max] = await Promise.all([
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
]);
await mia.ok('POST', '/mark_all_as_read');

async function subscribedId(name: string): Promise<number> {
  const { subscriptions } = await mia.ok('GET', '/users/me/subscriptions');
  return subscriptions.find((one: { name: string }) => one.name === name).stream_id;
}

test('unread messages are grouped by conversation, with mentions', async () => {
  const general = await subscribedId('general');
  const first = await mel.sendToChannel('general', 'lunch', 'hungry');
  const second = await mel.sendToChannel('general', 'Lunch', '@**Mia Member**');
  const everybody = await adam.sendToChannel('general', 'work', '@**all** back');
  const note = await mia.sendDirect([mia.userId], 'to myself');
  await mia.ok('POST', '/messages/flags', { messages: [note], op: 'remove', flag: 'read' });
  const pair = await mel.sendDirect([mia.userId], 'psst');
  const group = await mel.sendDirect([mia.userId, max.userId], 'all of you');
  const { unread_msgs: unread } = (await mia.registerQueue()).snapshot;
  const self = { other_user_id: mia.userId, sender_id: mia.userId, unread_message_ids: [note] };
  const other = { other_user_id: mel.userId, sender_id: mel.userId, unread_message_ids: [pair] };
  assert.deepEqual(unread, {
    count: 6,
    pms: [self, other].sort((a, b) => a.other_user_id - b.other_user_id),
    streams: [
      { topic: 'lunch', stream_id: general, unread_message_ids: [first, second] },
      { topic: 'work', stream_id: general, unread_message_ids: [everybody] },
    ],
    huddles: [
      {
        user_ids_string: [mel.userId, mia.userId, max.userId].sort((a, b) => a - b).join(','),
        unread_message_ids: [group],
      },
    ],
    mentions: [second, everybody],
    old_unreads_missing: false,
  });
});

test('muted channels are listed but do not count, and neither do their wildcard mentions', async () => {
  const general = await subscribedId('general');
  const data = [{ stream_id: general, property: 'is_muted', value: true }];
  const before = (await mia.registerQueue()).snapshot.unread_msgs;
  await mia.ok('POST', '/users/me/subscriptions/properties', { subscription_data: data });
  const after = (await mia.registerQueue()).snapshot.unread_msgs;
  assert.deepEqual(after.streams, before.streams);
  // The mention by name made her follow the topic, so that mention still counts.
  assert.equal(after.count, before.count - 1);
  assert.equal(after.mentions.length, before.mentions.length - 1);
  await mia.ok('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: general, property: 'is_muted', value: false }],
  });
});

test('the empty topic has a name for older clients in the snapshot', async () => {
  const id = await mel.sendToChannel('general', '', 'untitled');
  const topicOf = async (knows: boolean) => {
    const capabilities = { empty_topic_name: knows };
    const { unread_msgs: unread } = (await mia.registerQueue({ client_capabilities: capabilities })).snapshot;
    return unread.streams.find((one: { unread_message_ids: number[] }) => one.unread_message_ids.includes(id))
      .topic;
  };
  assert.equal(await topicOf(true), '');
  assert.equal(await topicOf(false), 'general chat');
});

test('unread messages are sent only to clients that fetch messages and flags', async () => {
  const keys = async (fetch: readonly string[]) =>
    Object.keys((await mia.registerQueue({ fetch_event_types: fetch })).snapshot);
  assert.ok(!(await keys(['message'])).includes('unread_msgs'));
  assert.ok((await keys(['message'])).includes('max_message_id'));
  assert.ok(!(await keys(['update_message_flags'])).includes('unread_msgs'));
  assert.ok((await keys(['message', 'update_message_flags'])).includes('unread_msgs'));
  assert.ok((await keys(['starred_messages'])).includes('starred_messages'));
  assert.ok((await keys(['recent_private_conversations'])).includes('recent_private_conversations'));
});

test('direct conversations are sorted newest first, without the account itself', async () => {
  const a = await mel.sendDirect([mia.userId, max.userId], 'again');
  const b = await mia.sendDirect([mel.userId], 'answer');
  const { snapshot } = await mia.registerQueue();
  assert.deepEqual(snapshot.recent_private_conversations.slice(0, 2), [
    { max_message_id: b, user_ids: [mel.userId] },
    { max_message_id: a, user_ids: [mel.userId, max.userId].sort((x, y) => x - y) },
  ]);
  assert.equal(snapshot.max_message_id, b);
});

test('clients keep these parts up to date with the events of new messages', async () => {
  await expectFold([mia, mel, max, adam], async () => {
    await mel.sendToChannel('general', 'folding', 'hello @**Mia Member** and @**all**');
    await mel.sendDirect([mia.userId], 'directly');
    await mia.sendDirect([mel.userId, max.userId], 'to a few');
    await max.sendDirect([max.userId], 'to myself');
    await mia.sendToChannel('general', '', 'without topic');
  });
});
