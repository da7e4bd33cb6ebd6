// When a notification is removed from the phones that show it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { recordShown, shownTo } from '../../src/stores/push/displayed-store.ts';
import type { Json } from '../support/client.ts';
import { startNotifiedPerson } from './notified-person.ts';

const { channel, delivered, mel, mia, olive, server } = await startNotifiedPerson();
const { database } = server.server.services;

async function everyone(): Promise<number> {
  const { user_groups: groups } = await olive.ok('GET', '/user_groups');
  return groups.find(({ name }: Json) => name === 'role:members').id;
}

describe('a notification is revoked', () => {
  test('when its message is read', async () => {
    const id = await mel.sendDirect([mia.userId], 'read me');
    const second = await mel.sendDirect([mia.userId], 'me too');
    assert.equal((await delivered()).length, 2);
    await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    const [notification, ...more] = await delivered();
    assert.deepEqual([notification.type, notification.message_ids, more], ['remove', [id], []]);
    await mia.ok('POST', '/mark_all_as_read');
    assert.deepEqual((await delivered())[0].message_ids, [second]);
  });

  test('when its message is deleted', async () => {
    const id = await mel.sendDirect([mia.userId], 'a mistake');
    assert.equal((await delivered()).length, 1);
    await olive.ok('PATCH', '/realm', { can_delete_any_message_group: { new: await everyone() } });
    await mel.ok('DELETE', `/messages/${id}`);
    assert.deepEqual(
      (await delivered()).map(({ type, message_ids }) => [type, message_ids]),
      [['remove', [id]]],
    );
  });

  test('when an edit no longer mentions the person', async () => {
    const id = await mel.sendToChannel(channel.name, 'lunch', `hey @**|${mia.userId}**`);
    assert.equal((await delivered()).length, 1);
    await mel.ok('PATCH', `/messages/${id}`, { content: `hello @**|${mia.userId}**` });
    assert.deepEqual(await delivered(), []);
    await mel.ok('PATCH', `/messages/${id}`, { content: 'hey everybody' });
    assert.deepEqual(
      (await delivered()).map(({ type, message_ids }) => [type, message_ids]),
      [['remove', [id]]],
    );
  });

  test('only if there was one', async () => {
    const id = await mel.sendToChannel(channel.name, 'quiet', 'nobody was notified');
    await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    assert.deepEqual(await delivered(), []);
  });
});

test('bound messagesShownPerAccount: for a person who reads nothing only the newest notifications are remembered', async () => {
  const bound = limits.messagesShownPerAccount;
  await mia.ok('POST', '/mark_all_as_read');
  await delivered();
  const first = await mel.sendDirect([mia.userId], 'first');
  await delivered();
  await database.write(1, async (writer) => {
    // The maximum, all of them older than the new one.
    for (let count = 1; count < bound; count++) await recordShown(writer, first - count, [mia.userId]);
  });
  const shownIds = async () =>
    (await shownTo(database.reader(1), mia.userId, 2 * bound)).map((row) => row.message_id);
  assert.equal((await shownIds()).length, bound);
  const ids = [
    await mel.sendDirect([mia.userId], 'one more'),
    await mel.sendDirect([mia.userId], 'and another'),
  ];
  await delivered();
  const remembered = await shownIds();
  assert.equal(remembered.length, bound);
  assert.deepEqual(remembered.slice(0, 3), [...ids.reverse(), first]);
  assert.deepEqual(await shownTo(database.reader(1), mel.userId, 5), []);
});
