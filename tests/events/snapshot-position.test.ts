// The log position of a snapshot: memory and tables agree there by construction, whatever is written meanwhile, and
// concurrent requests share one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { OrganizationState } from '../../src/queries/state/organization-state.ts';
import { accountById } from '../../src/stores/accounts/account-store.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

const server = await startTestServer();
const { database } = server.server.services;
const hub = await server.server.directory.hubForHost('x');
const [mel, mia, adam] = await Promise.all([server.as('mel'), server.as('mia'), server.as('adam')]);

/** Sends messages concurrently until stopped; returns their ids. */
function keepSending() {
  let isOver = false;
  const ids: number[] = [];
  const senders = [mel, mel, mel, mia].map(async (person, index) => {
    while (!isOver) ids.push(await person.sendToChannel('general', `busy ${index}`, 'again'));
  });
  return async () => {
    isOver = true;
    await Promise.all(senders);
    return ids;
  };
}

test('every message is in the snapshot or in the events, never in both, while others send', async () => {
  const stop = keepSending();
  const listeners = [];
  for (let count = 0; count < 12; count++) {
    listeners.push(await adam.registerQueue({ event_types: ['message', 'update_message_flags'] }));
  }
  const ids = await stop();
  for (const listener of listeners) {
    const { max_message_id: newest, unread_msgs: unread } = listener.snapshot;
    const snapshotIds = unread.streams.flatMap(
      (conversation: { unread_message_ids: number[] }) => conversation.unread_message_ids,
    );
    const eventIds = (await listener.eventsOf('message')).map(({ message }) => message.id);
    assert.ok(eventIds.every((id) => id > newest));
    const receivedIds = [...snapshotIds, ...eventIds].filter((id) => ids.includes(id));
    assert.deepEqual(
      receivedIds.sort((a, b) => a - b),
      ids.toSorted((a, b) => a - b),
    );
  }
});

test('no snapshot reloads the organization, however busy it is', async (t) => {
  const load = t.mock.method(OrganizationState, 'load');
  const stop = keepSending();
  for (let count = 0; count < 8; count++)
    await adam.registerQueue({ event_types: ['message', 'realm_user'] });
  await stop();
  assert.equal(load.mock.callCount(), 0);
});

test('bound requestsPerSnapshot: concurrent clients share a position, so that few snapshots are taken', async (t) => {
  const take = t.mock.method(database, 'snapshotBetweenGroups');
  // No position starts while a commit group is in progress, so all clients arrive before it.
  const group = Promise.withResolvers<void>();
  const write = database.write(hub.id, () => group.promise);
  const coming = Promise.all(
    Array.from({ length: 60 }, () => adam.registerQueue({ event_types: ['message'] })),
  );
  await waitUntil(async () => take.mock.callCount() >= Math.ceil(60 / limits.requestsPerSnapshot));
  group.resolve();
  await write;
  const snapshots = await coming;
  assert.equal(new Set(snapshots.map(({ queueId }) => queueId)).size, 60);
  const positionCount = take.mock.callCount();
  assert.ok(positionCount <= 15, `${positionCount} positions were taken`);
});

test('a position stays unchanged when memory and tables advance', async () => {
  await hub.atPosition(async ({ view, reader }) => {
    const before = view.account(mia.userId)?.fullName;
    await mia.ok('PATCH', '/settings', { full_name: 'Mia Later' });
    await mel.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'founded later' }] });
    assert.equal(hub.state.account(mia.userId)?.fullName, 'Mia Later');
    assert.equal(view.account(mia.userId)?.fullName, before);
    assert.equal((await accountById(reader, mia.userId))?.fullName, before);
    assert.equal(await database.sequence(reader), view.sequence);
    const names = (channels: typeof view.channels) => [...channels.values()].map(({ name }) => name);
    assert.ok(names(hub.state.channels).includes('founded later'));
    assert.ok(!names(view.channels).includes('founded later'));
  });
});

test('a position that cannot be opened fails for its waiting callers, and the next one works', async (t) => {
  const { mock } = t.mock.method(database, 'sequence', () => Promise.reject(new Error('not there')));
  const results = await Promise.allSettled([1, 2].map(() => hub.atPosition(async () => 'there')));
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  mock.restore();
  assert.equal(await hub.atPosition(async () => 'there'), 'there');
  await mel.sendToChannel('general', 'after', 'the failure');
});
