// People who are active at a computer are notified after they leave, unless they want it at once.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { startNotifiedPerson } from './notified-person.ts';

const { clock, delivered, mel, mia, server, setting } = await startNotifiedPerson();

describe('a person at the computer', () => {
  before(() => setting('enable_online_push_notifications', false));

  test('is notified only after leaving', async () => {
    await mia.registerQueue({ event_types: ['message'] });
    await mia.ok('POST', '/users/me/presence', { status: 'active' });
    const id = await mel.sendDirect([mia.userId], 'are you there?');
    assert.deepEqual(await delivered(), []);
    clock.ahead = 700;
    const [notification] = await delivered();
    assert.equal(notification.message_id, id);
  });

  test('is checked again while staying active', async () => {
    await mia.ok('POST', '/users/me/presence', { status: 'active' });
    const id = await mel.sendDirect([mia.userId], 'are you still there?');
    const read = await mel.sendDirect([mia.userId], 'never mind');
    assert.deepEqual(await delivered(), []);
    await mia.ok('POST', '/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    const { database } = server.server.services;
    const waitingRows = () => database.reader(0).db.selectFrom('push_waiting').selectAll().execute();
    const [row] = await waitingRows();
    assert.ok(row);
    await database.write(row.organization_id, async (writer) => {
      await writer.db.updateTable('push_waiting').set({ look_at: 1 }).execute();
    });
    assert.deepEqual(await delivered(), []);
    assert.deepEqual(
      (await waitingRows()).map((one) => [one.message_id, one.look_at > 1]),
      [[id, true]],
    );
    clock.ahead = 700;
    assert.deepEqual(
      (await delivered()).map(({ message_id }) => message_id),
      [id],
    );
  });

  test('is not notified of messages read in the meantime', async () => {
    await mia.ok('POST', '/users/me/presence', { status: 'active' });
    const id = await mel.sendDirect([mia.userId], 'are you there?');
    assert.deepEqual(await delivered(), []);
    await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    clock.ahead = 700;
    assert.deepEqual(await delivered(), []);
  });

  test('is notified at once with enable_online_push_notifications', async () => {
    await setting('enable_online_push_notifications', true);
    await mel.sendDirect([mia.userId], 'here');
    assert.equal((await delivered()).length, 1);
  });
});
