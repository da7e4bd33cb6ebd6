// Flags of messages: which can be changed, by whom, and the events.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, adam, mel, mia, max, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
]);
type Client = typeof mel;

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
const change = (client: Client, op: string, flag: string, messages: readonly number[]): Promise<any> =>
  client.ok('POST', '/messages/flags', { messages, op, flag });

async function unreadIds(client: Client): Promise<number[]> {
  const { unread_msgs: unread } = (await client.registerQueue()).snapshot;
  return [...unread.pms, ...unread.streams, ...unread.huddles]
    .flatMap((group) => group.unread_message_ids)
    .sort((a, b) => a - b);
}

test('messages marked read are sent to the account itself only', async () => {
  const ids = [
    await mel.sendToChannel('general', 'reading', 'one'),
    await mel.sendToChannel('general', 'reading', 'two'),
  ];
  const [miaEvents, maxEvents] = await expectFold([mia, max], async () => {
    assert.deepEqual((await change(mia, 'add', 'read', ids)).messages, ids);
  });
  assert.deepEqual(
    miaEvents?.map(({ id, ...event }) => event),
    [{ type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages: ids, all: false }],
  );
  assert.deepEqual(maxEvents, []);
});

test('messages that are already read do not change again', async () => {
  const id = await mel.sendToChannel('general', 'reading', 'again');
  await change(mia, 'add', 'read', [id]);
  const [miaEvents] = await expectFold([mia], async () => {
    assert.deepEqual((await change(mia, 'add', 'read', [id, 999_999])).messages, []);
  });
  assert.deepEqual(miaEvents, []);
});

test('reading in the middle leaves older messages unread', async () => {
  const ids: number[] = [];
  for (const word of ['a', 'b', 'c', 'd']) ids.push(await mel.sendToChannel('general', 'middle', word));
  const before = await unreadIds(mia);
  await expectFold([mia], () => change(mia, 'add', 'read', ids.slice(2, 3)));
  assert.deepEqual(
    await unreadIds(mia),
    before.filter((id) => id !== ids[2]),
  );
  await expectFold([mia], () => change(mia, 'add', 'read', ids.slice(0, 2)));
  assert.deepEqual(
    await unreadIds(mia),
    before.filter((id) => !ids.slice(0, 3).includes(id)),
  );
});

test('a message marked unread has the details that clients need', async () => {
  const inChannel = await mel.sendToChannel('general', 'back', 'hello @**Mia Member**');
  const direct = await mel.sendDirect([mia.userId], 'hello');
  const group = await mel.sendDirect([mia.userId, max.userId], 'hello');
  const ids = [inChannel, direct, group];
  await change(mia, 'add', 'read', ids);
  const [miaEvents] = await expectFold([mia], async () => {
    const answer = await change(mia, 'remove', 'read', ids);
    assert.deepEqual(answer.messages, ids);
    assert.deepEqual(answer.ignored_because_not_subscribed_channels, []);
  });
  const [event] = miaEvents ?? [];
  assert.equal(event.op, 'remove');
  assert.equal(event.all, false);
  const stream = event.message_details[inChannel];
  assert.equal(stream.type, 'stream');
  assert.equal(stream.topic, 'back');
  assert.equal(stream.mentioned, true);
  assert.deepEqual(event.message_details[direct], { type: 'private', user_ids: [mel.userId] });
  assert.deepEqual(event.message_details[group], {
    type: 'private',
    user_ids: [mel.userId, max.userId].sort((a, b) => a - b),
  });
});

test('the empty topic of a message marked unread has a name for older clients', async () => {
  const id = await mel.sendToChannel('general', '', 'no topic');
  await change(mia, 'add', 'read', [id]);
  const parameters = { client_capabilities: { empty_topic_name: false, bulk_message_deletion: true } };
  const [miaEvents] = await expectFold([mia], () => change(mia, 'remove', 'read', [id]), parameters);
  assert.equal(miaEvents?.[0].message_details[id].topic, 'general chat');
});

test('own messages can be marked unread', async () => {
  const id = await mel.sendToChannel('general', 'own', 'note to self');
  await expectFold([mel], () => change(mel, 'remove', 'read', [id]));
  assert.ok((await unreadIds(mel)).includes(id));
  await expectFold([mel], () => change(mel, 'add', 'read', [id]));
  assert.ok(!(await unreadIds(mel)).includes(id));
});

test('messages of channels without a subscription stay read, and the channels are named', async () => {
  const unsubscribedId = await adam.sendToChannel('design', 'not yours', 'mel is not here');
  const subscribedId = await adam.sendToChannel('general', 'yours', 'mel is here');
  await change(mel, 'add', 'read', [subscribedId]);
  const { streams } = await server.server.services.database
    .reader(1)
    .db.selectFrom('channel')
    .select('id')
    .where('name', '=', 'design')
    .executeTakeFirstOrThrow()
    .then((row) => ({ streams: [row.id] }));
  const [melEvents] = await expectFold([mel], async () => {
    const answer = await change(mel, 'remove', 'read', [unsubscribedId, subscribedId]);
    assert.deepEqual(answer.messages, [subscribedId]);
    assert.deepEqual(answer.ignored_because_not_subscribed_channels, streams);
  });
  assert.deepEqual(melEvents?.[0].messages, [subscribedId]);
});

test('starring adds a message that was never received to the history', async () => {
  const id = await adam.sendToChannel('design', 'worth a star', 'mel reads this later');
  const [melEvents] = await expectFold([mel], async () => {
    assert.deepEqual((await change(mel, 'add', 'starred', [id])).messages, [id]);
  });
  assert.deepEqual(
    melEvents?.map(({ flag, op, messages, all }) => ({ flag, op, messages, all })),
    [{ flag: 'starred', op: 'add', messages: [id], all: false }],
  );
  const { message } = await mel.ok('GET', `/messages/${id}`);
  assert.deepEqual(message.flags, ['read', 'starred', 'historical']);
  await expectFold([mel], () => change(mel, 'remove', 'starred', [id]));
  assert.deepEqual((await mel.ok('GET', `/messages/${id}`)).message.flags, ['read', 'historical']);
});

test('collapsed and hidden previews are separate flags', async () => {
  const id = await mel.sendToChannel('general', 'folded', 'a long story');
  for (const flag of ['collapsed', 'hide_link_previews']) {
    const [miaEvents] = await expectFold([mia], () => change(mia, 'add', flag, [id]));
    assert.equal(miaEvents?.[0].flag, flag);
  }
  assert.deepEqual((await mia.ok('GET', `/messages/${id}`)).message.flags, [
    'collapsed',
    'hide_link_previews',
  ]);
  await change(mia, 'remove', 'collapsed', [id]);
  assert.deepEqual((await mia.ok('GET', `/messages/${id}`)).message.flags, ['hide_link_previews']);
});

test('invisible messages cannot be starred, and nothing changes then', async () => {
  const secret = await adam.sendToChannel('leadership', 'plans', 'not for mel');
  const open = await adam.sendToChannel('general', 'plans', 'for mel');
  const directId = await olive.sendDirect([adam.userId], 'between us');
  for (const id of [secret, directId, 999_999]) {
    const parameters = { messages: [open, id], op: 'add', flag: 'starred' };
    await mel.refused('POST', '/messages/flags', parameters, 'BAD_REQUEST', 'Invalid message(s)');
  }
  assert.ok(!(await mel.registerQueue()).snapshot.starred_messages.includes(open));
  await gus.refused(
    'POST',
    '/messages/flags',
    { messages: [open], op: 'add', flag: 'starred' },
    'BAD_REQUEST',
    'Invalid message(s)',
  );
});

test('the read state of other people’s direct messages cannot be changed', async () => {
  const id = await olive.sendDirect([adam.userId], 'between us');
  assert.deepEqual((await change(mel, 'add', 'read', [id])).messages, []);
  await mel.refused(
    'POST',
    '/messages/flags',
    { messages: [id], op: 'remove', flag: 'read' },
    'BAD_REQUEST',
    'Invalid message(s)',
  );
  assert.ok((await unreadIds(adam)).includes(id));
});

test('flags derived from the message cannot be changed', async () => {
  const id = await mel.sendToChannel('general', 'fixed', 'x');
  const invalidChanges: [string, string, string][] = [
    ['add', 'mentioned', "Flag not editable: 'mentioned'"],
    ['remove', 'has_alert_word', "Flag not editable: 'has_alert_word'"],
    ['add', 'historical', "Flag not editable: 'historical'"],
    ['add', 'wildcard_mentioned', "Flag not editable: 'wildcard_mentioned'"],
    ['add', 'shiny', "Invalid flag: 'shiny'"],
    ['toggle', 'starred', "Invalid message flag operation: 'toggle'"],
  ];
  for (const [op, flag, message] of invalidChanges) {
    await mel.refused('POST', '/messages/flags', { messages: [id], op, flag }, 'BAD_REQUEST', message);
  }
  await mel.refused('POST', '/messages/flags', { op: 'add', flag: 'read' }, 'REQUEST_VARIABLE_MISSING');
  await mel.refused('POST', '/messages/flags', { messages: 'x', op: 'add', flag: 'read' }, 'BAD_REQUEST');
});
