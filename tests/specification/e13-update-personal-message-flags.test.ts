// E13: personal flags on messages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { channelIdOf } from './reading.ts';

const server = await startTestServer();
const [mel, mia, max] = await Promise.all([server.as('mel'), server.as('mia'), server.as('max')]);
const path = '/messages/flags';
const IGNORED = 'ignored_because_not_subscribed_channels';

async function hasFlag(client: ApiClient, id: number, flag: string): Promise<boolean> {
  return (await client.ok('GET', `/messages/${id}`)).message.flags.includes(flag);
}

test('E13.1 adds a flag and lists the messages', async () => {
  const ids = [
    await mel.sendToChannel('general', 'flags', 'one'),
    await mel.sendToChannel('general', 'flags', 'two'),
  ];
  const answer = await mia.ok('POST', path, { messages: ids, op: 'add', flag: 'starred' });
  assert.deepEqual(answer, { result: 'success', msg: '', messages: ids });
  for (const id of ids) assert.equal(await hasFlag(mia, id, 'starred'), true);
});

test('E13.2 removes a flag and lists the messages', async () => {
  const id = await mel.sendToChannel('general', 'flags', 'three');
  await mia.ok('POST', path, { messages: [id], op: 'add', flag: 'starred' });
  const answer = await mia.ok('POST', path, { messages: [id], op: 'remove', flag: 'starred' });
  assert.deepEqual(answer.messages, [id]);
  assert.equal(await hasFlag(mia, id, 'starred'), false);
});

test('E13.3 needs a list of messages', async () => {
  const change = { op: 'add', flag: 'starred' };
  await mia.refused('POST', path, change, 'REQUEST_VARIABLE_MISSING', "Missing 'messages' argument");
  for (const messages of [7, ['x']]) {
    await mia.refused('POST', path, { ...change, messages }, 'BAD_REQUEST', /messages/);
  }
});

test('E13.4 needs one of two operations', async () => {
  const id = await mel.sendToChannel('general', 'flags', 'four');
  const change = { messages: [id], flag: 'starred' };
  await mia.refused('POST', path, change, 'REQUEST_VARIABLE_MISSING', "Missing 'op' argument");
  await mia.refused('POST', path, { ...change, op: 'toggle' }, 'BAD_REQUEST', /operation/);
});

test('E13.5 rejects unknown flags', async () => {
  const id = await mel.sendToChannel('general', 'flags', 'five');
  const change = { messages: [id], op: 'add' };
  await mia.refused('POST', path, change, 'REQUEST_VARIABLE_MISSING', "Missing 'flag' argument");
  await mia.refused('POST', path, { ...change, flag: 'shiny' }, 'BAD_REQUEST', /shiny/);
});

for (const flag of ['read', 'starred', 'collapsed']) {
  test(`E13.6 changes ${flag}`, async () => {
    const id = await mel.sendToChannel('general', 'flags', flag);
    for (const op of ['add', 'remove']) {
      assert.deepEqual((await mia.ok('POST', path, { messages: [id], op, flag })).messages, [id]);
      assert.equal(await hasFlag(mia, id, flag), op === 'add');
    }
  });
}

test('E13.7 lists only changed messages', async () => {
  const [flagged, other] = [
    await mel.sendToChannel('general', 'flags', 'six'),
    await mel.sendToChannel('general', 'flags', '7'),
  ];
  await mia.ok('POST', path, { messages: [flagged], op: 'add', flag: 'starred' });
  const both = { messages: [flagged, other], op: 'add', flag: 'starred' };
  assert.deepEqual((await mia.ok('POST', path, both)).messages, [other]);
});

test('E13.8 does not change the flags of other accounts', async () => {
  const id = await mel.sendToChannel('general', 'flags', 'eight');
  await mia.ok('POST', path, { messages: [id], op: 'add', flag: 'starred' });
  assert.equal(await hasFlag(max, id, 'starred'), false);
});

test('E13.9 lists skipped channels only when read is removed', async () => {
  const id = await mel.sendToChannel('general', 'flags', 'nine');
  for (const [op, flag, isListed] of [
    ['add', 'read', false],
    ['remove', 'read', true],
    ['add', 'starred', false],
    ['remove', 'starred', false],
  ] as const) {
    assert.equal(IGNORED in (await mia.ok('POST', path, { messages: [id], op, flag })), isListed);
  }
});

test('E13.10 skips messages of unsubscribed channels', async () => {
  const subscribedId = await mel.sendToChannel('general', 'flags', 'ten');
  await mel.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
  const unsubscribedId = await mel.sendToChannel('design', 'flags', 'eleven');
  const messages = [subscribedId, unsubscribedId];
  await max.ok('POST', path, { messages, op: 'add', flag: 'read' });
  const answer = await max.ok('POST', path, { messages, op: 'remove', flag: 'read' });
  assert.deepEqual(answer.messages, [subscribedId]);
  assert.deepEqual(answer[IGNORED], [await channelIdOf(mel, 'design')]);
  const { unread_msgs } = (await max.registerQueue()).snapshot;
  const unread = unread_msgs.streams.flatMap(
    (one: { unread_message_ids: number[] }) => one.unread_message_ids,
  );
  assert.deepEqual([unread.includes(subscribedId), unread.includes(unsubscribedId)], [true, false]);
});
