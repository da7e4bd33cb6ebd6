// Read receipts: recipients who read a message and share that.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, mia, max, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
]);
type Client = typeof mel;

const receipts = async (client: Client, id: number): Promise<number[]> =>
  (await client.ok('GET', `/messages/${id}/read_receipts`)).user_ids;
const read = (client: Client, ids: readonly number[]) =>
  client.ok('POST', '/messages/flags', { messages: ids, op: 'add', flag: 'read' });
const idsOf = (...clients: Client[]) => clients.map(({ userId }) => userId).sort((a, b) => a - b);

test('everyone who read a message is listed, however they did, except its sender', async () => {
  const id = await mel.sendToChannel('engineering', 'receipts', 'who reads this?');
  assert.deepEqual(await receipts(mia, id), []);
  await read(mia, [id]);
  await olive.ok('POST', '/mark_all_as_read');
  await adam.ok('POST', '/mark_topic_as_read', {
    stream_id: (await adam.ok('GET', `/messages/${id}`)).message.stream_id,
    topic_name: 'receipts',
  });
  assert.deepEqual(await receipts(mia, id), idsOf(olive, adam, mia));
  assert.deepEqual(await receipts(max, id), idsOf(olive, adam, mia));
  await mia.ok('POST', '/messages/flags', { messages: [id], op: 'remove', flag: 'read' });
  assert.deepEqual(await receipts(mel, id), idsOf(olive, adam));
});

test('accounts that did not receive a message have not read it, unless it became part of their history', async () => {
  const id = await mel.sendToChannel('engineering', 'receipts', 'before max');
  assert.deepEqual(await receipts(max, id), []);
  await max.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
  assert.deepEqual(await receipts(mel, id), idsOf(max));
});

test('the participants of a direct message see its receipts, and no one else may ask', async () => {
  const id = await mel.sendDirect([mia.userId, max.userId], 'for you');
  await read(max, [id]);
  assert.deepEqual(await receipts(mel, id), idsOf(max));
  await adam.refused('GET', `/messages/${id}/read_receipts`, {}, 'BAD_REQUEST', 'Invalid message(s)');
});

test('accounts that do not send receipts are left out', async () => {
  const id = await mel.sendToChannel('engineering', 'receipts', 'quietly');
  await read(mona, [id]);
  assert.deepEqual(await receipts(mel, id), idsOf(mona));
  await mona.ok('PATCH', '/settings', { send_read_receipts: false });
  assert.deepEqual(await receipts(mel, id), []);
  await mona.ok('PATCH', '/settings', { send_read_receipts: true });
});

test('people who muted each other, in either direction, do not see each other', async () => {
  const id = await mel.sendToChannel('engineering', 'receipts', 'muted');
  await read(mia, [id]);
  await read(olive, [id]);
  await adam.ok('POST', `/users/me/muted_users/${mia.userId}`);
  assert.deepEqual(await receipts(adam, id), idsOf(olive));
  assert.deepEqual(await receipts(mia, id), idsOf(olive, mia));
  await adam.ok('DELETE', `/users/me/muted_users/${mia.userId}`);
  await mia.ok('POST', `/users/me/muted_users/${adam.userId}`);
  await read(adam, [id]);
  assert.deepEqual(await receipts(mia, id), idsOf(olive, mia));
  assert.deepEqual(await receipts(adam, id), idsOf(olive, adam));
  await mia.ok('DELETE', `/users/me/muted_users/${adam.userId}`);
});

test('a missing or invisible message has no receipts', async () => {
  const secret = await adam.sendToChannel('leadership', 'plans', 'x');
  for (const [client, id] of [
    [mel, secret],
    [gus, secret],
    [mel, 999_999],
  ] as const) {
    await client.refused('GET', `/messages/${id}/read_receipts`, {}, 'BAD_REQUEST', 'Invalid message(s)');
  }
});

test('an organization can disable receipts', async () => {
  const id = await mel.sendToChannel('engineering', 'receipts', 'none');
  await olive.ok('PATCH', '/realm', { enable_read_receipts: false });
  const message = 'Read receipts are disabled in this organization.';
  await mel.refused('GET', `/messages/${id}/read_receipts`, {}, 'BAD_REQUEST', message);
  await olive.ok('PATCH', '/realm', { enable_read_receipts: true });
});
