// A message that a client sends again with the same local id, because it got no answer, is stored once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [mel, mia, adam] = await Promise.all([server.as('mel'), server.as('mia'), server.as('adam')]);
const toChannel = { type: 'channel', to: 'general', topic: 'once', content: 'once is enough' };

test('a repeated message is answered with the id of the first and has no other effect', async () => {
  const listener = await mel.registerQueue({ event_types: ['message'] });
  for (const message of [toChannel, { type: 'direct', to: [mia.userId], content: 'once' }]) {
    const withLocalId = { ...message, queue_id: listener.queueId, local_id: `a ${message.type}` };
    const { automatic_new_visibility_policy, ...first } = await mel.ok('POST', '/messages', withLocalId);
    assert.deepEqual(await mel.ok('POST', '/messages', withLocalId), first);
    assert.deepEqual(await mel.ok('POST', '/messages', { ...withLocalId, content: 'something else' }), first);
    const messageEvents = await listener.eventsOf('message');
    assert.deepEqual(
      messageEvents.map(({ message: { id }, local_message_id }) => [id, local_message_id]),
      [[first.id, withLocalId.local_id]],
    );
  }
});

test('concurrent repeats create one message', async () => {
  const { queueId } = await mel.registerQueue({ event_types: ['message'] });
  const withLocalId = { ...toChannel, queue_id: queueId, local_id: 'at once' };
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => mel.ok('POST', '/messages', withLocalId)),
  );
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
});

test('a local id counts only for its sender and queue, and not without a queue id', async () => {
  const { queueId } = await mel.registerQueue({ event_types: ['message'] });
  const withLocalId = { ...toChannel, queue_id: queueId, local_id: '1' };
  const ids = [];
  for (const [sender, message] of [
    [mel, withLocalId],
    [mia, withLocalId],
    [mel, { ...withLocalId, queue_id: 'another' }],
    [mel, { ...withLocalId, local_id: '2' }],
    [mel, { ...toChannel, local_id: '1' }],
    [mel, { ...toChannel, local_id: '1' }],
    [mel, { ...toChannel, queue_id: queueId }],
    [mel, { ...toChannel, queue_id: queueId }],
  ] as [typeof mel, Json][]) {
    ids.push((await sender.ok('POST', '/messages', message)).id);
  }
  assert.equal(new Set(ids).size, ids.length);
});

test('a repeat gets the same answer after the message was deleted or the sender lost access', async () => {
  await adam.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'for a while' }],
    principals: [mel.userId, adam.userId],
    invite_only: true,
  });
  const withLocalId = { ...toChannel, to: 'for a while', queue_id: 'q', local_id: 'gone' };
  const { automatic_new_visibility_policy, ...first } = await mel.ok('POST', '/messages', withLocalId);
  await adam.ok('DELETE', `/messages/${first.id}`);
  await adam.ok('DELETE', '/users/me/subscriptions', {
    subscriptions: ['for a while'],
    principals: [mel.userId],
  });
  assert.deepEqual(await mel.ok('POST', '/messages', withLocalId), first);
  await mel.refused('POST', '/messages', { ...withLocalId, local_id: 'new' }, 'STREAM_DOES_NOT_EXIST');
});

test('bound localIdSeconds: local ids expire', async () => {
  const { database } = server.server.services;
  const { id } = await mel.ok('POST', '/messages', { ...toChannel, queue_id: 'q', local_id: 'old' });
  const stored = await mel.ok('POST', '/messages', { ...toChannel, queue_id: 'q', local_id: 'young' });
  await database.write(1, async (writer) => {
    await writer.db
      .updateTable('message_local_id')
      .set({ sent_at: writer.now - limits.localIdSeconds })
      .where('message_id', '=', id)
      .execute();
  });
  await server.server.scheduler.runDue();
  const rows = await database
    .reader(1)
    .db.selectFrom('message_local_id')
    .select('message_id')
    .where('message_id', 'in', [id, stored.id])
    .execute();
  assert.deepEqual(
    rows.map(({ message_id }) => message_id),
    [stored.id],
  );
});
