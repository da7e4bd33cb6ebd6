// Messages sent while an account was deactivated are not unread for it after reactivation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);

async function unreadIds(): Promise<number[]> {
  const { unread_msgs: unread } = (await mia.registerQueue()).snapshot;
  return unread.streams.flatMap((group: { unread_message_ids: number[] }) => group.unread_message_ids);
}

async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  await olive.ok('DELETE', `/users/${mia.userId}`);
  const result = await work();
  await olive.ok('POST', `/users/${mia.userId}/reactivate`);
  return result;
}

test('messages sent while an account is deactivated are not unread for it, and earlier ones still are', async () => {
  await mia.ok('POST', '/mark_all_as_read');
  const before = await mel.sendToChannel('general', 'away', 'before');
  await whileAway(() => mel.sendToChannel('general', 'away', 'meanwhile'));
  const after = await mel.sendToChannel('general', 'away', 'after');
  assert.deepEqual(await unreadIds(), [before, after]);
});

test('moving a message from the time of the deactivation into another topic does not make it unread', async () => {
  await mia.ok('POST', '/mark_all_as_read');
  const first = await mel.sendToChannel('general', 'target', 'first');
  const idSentMeanwhile = await whileAway(() => mel.sendToChannel('general', 'source', 'meanwhile'));
  const last = await mel.sendToChannel('general', 'target', 'last');
  await mia.ok('POST', '/messages/flags', { messages: [first, last], op: 'add', flag: 'read' });
  await mel.sendToChannel('general', 'source', 'later');
  await olive.ok('PATCH', `/messages/${idSentMeanwhile}`, {
    topic: 'target',
    propagate_mode: 'change_one',
    send_notification_to_new_thread: false,
  });
  assert.ok(!(await unreadIds()).includes(idSentMeanwhile));
});

test('a read mark skips messages sent while the account was deactivated', async () => {
  await mia.ok('POST', '/mark_all_as_read');
  await whileAway(() => mel.sendToChannel('general', 'gap', 'meanwhile'));
  const ids = [
    await mel.sendToChannel('general', 'gap', 'one'),
    await mel.sendToChannel('general', 'gap', 'two'),
  ];
  await mia.ok('POST', '/messages/flags', { messages: ids, op: 'add', flag: 'read' });
  assert.deepEqual(await unreadIds(), []);
  const { database } = server.server.services;
  const exceptions = await database
    .reader(1)
    .db.selectFrom('read_exception')
    .select('message_id')
    .where('account_id', '=', mia.userId)
    .execute();
  assert.deepEqual(exceptions, []);
});
