// Deleting messages: who may do it, that nothing is left, and who is notified.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, adam, mel, mia, max, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
  server.as('helper'),
]);
const path = (id: number) => `/messages/${id}`;
const denied = "You don't have permission to delete this message";

test('a member deletes a message of their own, and its recipients get an event', async () => {
  const id = await mel.sendToChannel('engineering', 'gone', 'regret');
  const [miaEvents, gusEvents, melEvents] = await expectFold([mia, gus, mel], () =>
    mel.ok('DELETE', path(id)),
  );
  const [event] = miaEvents ?? [];
  assert.equal(event.type, 'delete_message');
  assert.deepEqual(event.message_ids, [id]);
  assert.equal(event.message_type, 'stream');
  assert.equal(event.topic, 'gone');
  assert.ok(Number.isInteger(event.stream_id));
  assert.deepEqual(gusEvents, []);
  assert.equal(melEvents?.length, 1);
  await mel.refused('DELETE', path(id), {}, 'BAD_REQUEST', 'Invalid message(s)');
});

test('a direct message is deleted for both participants', async () => {
  const id = await mel.sendDirect([mia.userId], 'oops');
  const [miaEvents, maxEvents] = await expectFold([mia, max], () => mel.ok('DELETE', path(id)));
  assert.equal(miaEvents?.[0].message_type, 'private');
  assert.equal(miaEvents?.[0].topic, undefined);
  assert.deepEqual(maxEvents, []);
});

test('clients without bulk deletion get one event per message', async () => {
  const olderMiaListener = await mia.registerQueue({ client_capabilities: {} });
  const id = await mel.sendToChannel('engineering', '', 'regret');
  await mel.ok('DELETE', path(id));
  const [event] = await olderMiaListener.eventsOf('delete_message');
  assert.equal(event.message_id, id);
  assert.equal(event.message_ids, undefined);
  assert.equal(event.topic, 'general chat');
});

test('only administrators delete messages of others, even in channels they can only read', async () => {
  const id = await mia.sendToChannel('design', 'rights', 'mine');
  await max.refused('DELETE', path(id), {}, 'BAD_REQUEST', denied);
  const [oliveEvents, miaEvents] = await expectFold([olive, mia], () => olive.ok('DELETE', path(id)));
  assert.equal(oliveEvents?.[0].type, 'delete_message');
  assert.equal(miaEvents?.[0].type, 'delete_message');
});

test('deleting an invisible message fails as if it did not exist', async () => {
  const id = await adam.sendToChannel('leadership', 'secret', 'plans');
  await mel.refused('DELETE', path(id), {}, 'BAD_REQUEST', 'Invalid message(s)');
  const direct = await mel.sendDirect([mia.userId], 'between us');
  await olive.refused('DELETE', path(direct), {}, 'BAD_REQUEST', 'Invalid message(s)');
});

test('a bot’s owner can delete what the bot sent', async () => {
  const id = await helper.sendToChannel('general', 'bots', 'beep');
  await mia.refused('DELETE', path(id), {}, 'BAD_REQUEST', denied);
  await mel.ok('DELETE', path(id));
});

test('a deleted message leaves the event log: queues that are behind never see it', async () => {
  const lateMiaListener = await mia.registerQueue();
  const id = await mel.sendToChannel('engineering', 'gone', 'never to be read');
  await mel.ok('PATCH', path(id), { content: 'nor this' });
  await mel.ok('DELETE', path(id));
  const events = await lateMiaListener.events();
  assert.deepEqual(
    events.map((event) => event.type),
    ['delete_message'],
  );
  assert.ok(!JSON.stringify(events).includes('never to be read'));
});

test('a moved topic stays moved for queues that are behind when one of its messages is deleted', async () => {
  const lateMiaListener = await mia.registerQueue();
  const first = await mel.sendToChannel('engineering', 'moved and gone', 'one');
  const second = await mel.sendToChannel('engineering', 'moved and gone', 'two');
  await mel.ok('PATCH', path(second), {
    content: 'secret two',
    topic: 'elsewhere',
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
  });
  await mel.ok('DELETE', path(second));
  const updates = (await lateMiaListener.events()).filter((event) => event.type === 'update_message');
  assert.deepEqual(updates[0].message_ids, [first, second]);
  assert.equal(updates[0].subject, 'elsewhere');
  assert.equal(updates[0].content, undefined);
});

test('the second of two concurrent deletions fails because the message does not exist', async () => {
  const id = await mel.sendToChannel('engineering', 'race', 'x');
  const answers = await Promise.all([mel.request('DELETE', path(id)), adam.request('DELETE', path(id))]);
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 400]);
});

test('the time limit applies to members', async () => {
  const id = await mel.sendToChannel('engineering', 'limits', 'x');
  await olive.ok('PATCH', '/realm', { message_content_delete_limit_seconds: 1 });
  try {
    await server.server.services.database.write(1, async (writer) => {
      await writer.db
        .updateTable('message')
        .set((e) => ({ sent_at: e('sent_at', '-', 60) }))
        .where('id', '=', id)
        .execute();
    });
    await mel.refused(
      'DELETE',
      path(id),
      {},
      'BAD_REQUEST',
      'The time limit for deleting this message has passed',
    );
    await olive.ok('DELETE', path(id));
  } finally {
    await olive.ok('PATCH', '/realm', { message_content_delete_limit_seconds: 600 });
  }
});
