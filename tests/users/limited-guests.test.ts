// Guests with limited visibility, who see only people they share a conversation with.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newestCapabilities } from '../../client/capabilities.ts';
import { newClient } from '../access/support.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { limitGuests } from './support.ts';

const server = await startTestServer();
const [olive, adam, mel, mia, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
  server.as('helper'),
]);
// A guest who only shares a channel with Mia, and a member who shares nothing with the guest.
const guest = await newClient(server, { key: 'guest', role: 600 });
const unrelated = await newClient(server, { key: 'stranger' });
const subscribe = (name: string, ids: readonly number[]) =>
  adam.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name }], principals: ids });
await adam.ok('POST', '/users/me/subscriptions', {
  subscriptions: [{ name: 'lobby' }],
  principals: [mia.userId, guest.userId],
});
await adam.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['lobby'], principals: [adam.userId] });
await limitGuests(server, true);

async function knownTo(client: typeof guest): Promise<number[]> {
  const { members } = await client.ok('GET', '/users');
  return members
    .filter((user: { is_bot: boolean }) => !user.is_bot)
    .map((user: { user_id: number }) => user.user_id)
    .sort((a: number, b: number) => a - b);
}

describe('a limited guest sees', () => {
  test('themselves, bots, and the people in their channels', async () => {
    assert.deepEqual(await knownTo(guest), [mia.userId, guest.userId]);
    await guest.ok('GET', `/users/${helper.userId}`);
    await guest.ok('GET', `/users/${mia.userId}`);
    for (const path of [`/users/${mel.userId}`, `/users/${mel.userId}/status`, '/users/mel@example.com']) {
      await guest.refused('GET', path, {}, 'BAD_REQUEST', 'No such user');
    }
    await guest.refused('POST', `/users/me/muted_users/${mel.userId}`, {}, 'BAD_REQUEST', 'No such user');
    assert.equal((await mel.ok('GET', '/users')).members.length, 10);
  });

  test('no one else in the snapshot, or placeholders in older clients', async () => {
    const { snapshot } = await guest.registerQueue();
    const ids = snapshot.realm_users.map((user: { user_id: number }) => user.user_id);
    assert.deepEqual(ids, [mia.userId, helper.userId, guest.userId]);
    const older = { client_capabilities: { ...newestCapabilities, user_list_incomplete: false } };
    const { snapshot: full } = await guest.registerQueue(older);
    const found = full.realm_users.find((user: { user_id: number }) => user.user_id === mel.userId);
    assert.equal(found.full_name, 'Unknown user');
    assert.equal(found.delivery_email, null);
    assert.equal(found.email, `user${mel.userId}@parley.invalid`);
    assert.equal(found.role, 400);
    assert.equal(found.date_joined, '1970-01-01T00:00:00+00:00');
    // A client that declares no capabilities counts as an older one.
    const undeclared = await guest.ok('POST', '/register', { fetch_event_types: ['realm_user'] });
    const listedIds = undeclared.realm_users.map((user: { user_id: number }) => user.user_id);
    assert.ok(listedIds.includes(mel.userId));
  });

  test('no events of other people', async () => {
    const [guestEvents = []] = await expectFold([guest, olive], async () => {
      await adam.ok('PATCH', `/users/${unrelated.userId}`, { full_name: 'Very Strange' });
      await unrelated.ok('POST', '/users/me/status', { status_text: 'unseen' });
    });
    assert.deepEqual(guestEvents, []);
  });
});

describe('changes of visibility', () => {
  test('a shared subscription makes them visible to each other, and its end hides them again', async () => {
    const [guestEvents = []] = await expectFold([guest, olive], () => subscribe('lobby', [unrelated.userId]));
    const index = guestEvents.findIndex(({ type, op }) => type === 'realm_user' && op === 'add');
    assert.ok(index >= 0);
    assert.equal(guestEvents[index].person.user_id, unrelated.userId);
    const [peers] = guestEvents.filter(({ op }) => op === 'peer_add');
    assert.ok(guestEvents.indexOf(peers) > index);
    assert.ok((await knownTo(guest)).includes(unrelated.userId));
    const [laterGuestEvents = []] = await expectFold([guest, olive], () =>
      olive.ok('DELETE', '/users/me/subscriptions', {
        subscriptions: ['lobby'],
        principals: [unrelated.userId],
      }),
    );
    const [removeEvent] = laterGuestEvents.filter(({ type, op }) => type === 'realm_user' && op === 'remove');
    assert.equal(removeEvent.person.user_id, unrelated.userId);
    assert.equal((await knownTo(guest)).includes(unrelated.userId), false);
  });

  test('the guest’s own subscription counts too', async () => {
    const [guestEvents = []] = await expectFold([guest], () => subscribe('design', [guest.userId]));
    const addEvents = guestEvents.filter(({ type, op }) => type === 'realm_user' && op === 'add');
    assert.deepEqual(addEvents.map(({ person }) => person.user_id).sort(), [adam.userId, gus.userId].sort());
    await expectFold([guest], () =>
      guest.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['design'] }),
    );
    assert.deepEqual(await knownTo(guest), [mia.userId, guest.userId]);
  });

  test('archiving and unarchiving a channel count too', async () => {
    const { streams } = (await olive.registerQueue()).snapshot;
    const { stream_id: id } = streams.find(({ name }: { name: string }) => name === 'lobby');
    await olive.ok('DELETE', `/streams/${id}`);
    assert.deepEqual(await knownTo(guest), [guest.userId]);
    const listener = await guest.registerQueue();
    await olive.ok('PATCH', `/streams/${id}`, { is_archived: false });
    const [addEvent] = await listener.eventsOf('realm_user');
    assert.equal(addEvent.person.user_id, mia.userId);
    assert.deepEqual(await knownTo(guest), [mia.userId, guest.userId]);
  });

  test('a first direct message makes its sender visible', async () => {
    const listener = await guest.registerQueue();
    const to = JSON.stringify([mel.userId]);
    await guest.refused('POST', '/messages', { type: 'direct', to, content: 'hi' }, 'BAD_REQUEST');
    await mel.sendDirect([guest.userId], 'welcome');
    const events = await listener.events();
    assert.ok(
      events.some(
        ({ type, op, person }) => type === 'realm_user' && op === 'add' && person.user_id === mel.userId,
      ),
    );
    await guest.sendDirect([mel.userId], 'thank you');
    assert.ok((await knownTo(guest)).includes(mel.userId));
  });

  test('deactivation does not change visibility', async () => {
    await expectFold([guest, olive], () => adam.ok('DELETE', `/users/${mel.userId}`));
    assert.ok((await knownTo(guest)).includes(mel.userId));
    await expectFold([guest, olive], () => adam.ok('POST', `/users/${mel.userId}/reactivate`));
    await expectFold([guest, olive], () => adam.ok('DELETE', `/users/${unrelated.userId}`));
    await expectFold([guest, olive], () => adam.ok('POST', `/users/${unrelated.userId}/reactivate`));
  });

  test('a deactivation takes a person out of groups by events only for guests who do not see the person', async () => {
    const typesFor = async (person: typeof guest) => {
      const [events = []] = await expectFold([guest], () => adam.ok('DELETE', `/users/${person.userId}`));
      await adam.ok('POST', `/users/${person.userId}/reactivate`);
      return new Set(events.map(({ type }) => type));
    };
    assert.deepEqual(await typesFor(unrelated), new Set(['user_group']));
    assert.ok(!(await typesFor(mia)).has('user_group'));
  });

  test('a guest who becomes a member registers again, and sees everyone', async () => {
    const listener = await guest.registerQueue();
    await adam.ok('PATCH', `/users/${guest.userId}`, { role: 400 });
    const { body } = await guest.request('GET', '/events', {
      queue_id: listener.queueId,
      last_event_id: listener.snapshot.last_event_id,
      dont_block: true,
    });
    assert.equal(body.code, 'BAD_EVENT_QUEUE_ID');
    assert.equal((await guest.ok('GET', '/users')).members.length, 10);
  });
});
