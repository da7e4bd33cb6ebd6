// Presence: reporting and fetching it in all forms, its events, and hiding it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newestCapabilities } from '../../client/capabilities.ts';
import { newClient } from '../access/support.ts';
import { startTestServer } from '../support/server.ts';
import { configure, limitGuests } from './support.ts';

const server = await startTestServer();
const [mel, mia, max, gus, helper] = await Promise.all([
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
  server.as('helper'),
]);
const hub = await server.server.services.hubs.upToDate(1);
const now = () => Math.floor(Date.now() / 1000);

describe('reporting', () => {
  test('people coming online are sent to everyone at once, in each queue’s form', async () => {
    const modern = await mia.registerQueue();
    const olderMiaListener = await mia.registerQueue({
      client_capabilities: { ...newestCapabilities, simplified_presence_events: false },
    });
    await mel.ok('POST', '/users/me/presence', { status: 'active', ping_only: true });
    const [event] = await modern.eventsOf('presence');
    const times = event.presences[mel.userId];
    assert.ok(Math.abs(times.active_timestamp - now()) < 60);
    assert.equal(times.idle_timestamp, times.active_timestamp);
    const [{ id: _id, server_timestamp: at, ...legacy }] = await olderMiaListener.eventsOf('presence');
    assert.equal(typeof at, 'number');
    assert.deepEqual(legacy, {
      type: 'presence',
      user_id: mel.userId,
      email: 'mel@example.com',
      presence: {
        website: { client: 'website', status: 'active', timestamp: times.active_timestamp, pushable: false },
      },
    });
  });

  test('people who stay online cause no event, and people who become active cause one', async () => {
    const listener = await mia.registerQueue();
    await mel.ok('POST', '/users/me/presence', { status: 'active', ping_only: true });
    await mel.ok('POST', '/users/me/presence', { status: 'idle', ping_only: true });
    assert.deepEqual(await listener.eventsOf('presence'), []);
    await max.ok('POST', '/users/me/presence', { status: 'idle', ping_only: true });
    await max.ok('POST', '/users/me/presence', { status: 'active', ping_only: true });
    const events = await listener.eventsOf('presence');
    assert.deepEqual(
      events.map(({ presences }) => [Object.keys(presences), 'active_timestamp' in presences[max.userId]]),
      [
        [[String(max.userId)], false],
        [[String(max.userId)], true],
      ],
    );
  });

  test('an idle report keeps the active time', async () => {
    const before = hub.state.presence.get(mel.userId);
    await mel.ok('POST', '/users/me/presence', { status: 'idle', ping_only: true });
    assert.equal(hub.state.presence.get(mel.userId)?.activeAt, before?.activeAt);
  });

  test('bots have no presence, and unknown statuses are refused', async () => {
    await helper.refused('POST', '/users/me/presence', { status: 'active' }, 'BAD_REQUEST');
    await mel.refused('POST', '/users/me/presence', { status: 'asleep' }, 'BAD_REQUEST', 'Invalid status');
    await mel.refused(
      'POST',
      '/users/me/presence',
      {},
      'REQUEST_VARIABLE_MISSING',
      "Missing 'status' argument",
    );
  });
});

describe('fetching', () => {
  test('returns only data newer than the last update', async () => {
    const all = await mia.ok('POST', '/users/me/presence', { status: 'active', last_update_id: -1 });
    assert.deepEqual(
      Object.keys(all.presences).sort(),
      [mel.userId, mia.userId, max.userId].map(String).sort(),
    );
    const last = all.presence_last_update_id;
    await mel.ok('POST', '/users/me/presence', { status: 'active', ping_only: true });
    const next = await max.ok('POST', '/users/me/presence', { status: 'active', last_update_id: last });
    assert.deepEqual(Object.keys(next.presences).sort(), [mel.userId, max.userId].map(String).sort());
    assert.ok(next.presence_last_update_id > last);
  });

  test('is by address in the older form, by id in the slim one, and nothing for a ping', async () => {
    const older = await mia.ok('POST', '/users/me/presence', { status: 'active' });
    const ownPresence = older.presences['mia@example.com'];
    assert.deepEqual(Object.keys(ownPresence).sort(), ['aggregated', 'website']);
    assert.equal(ownPresence.website.status, 'active');
    assert.equal('pushable' in ownPresence.aggregated, false);
    const slim = await mia.ok('POST', '/users/me/presence', { status: 'active', slim_presence: true });
    assert.ok(slim.presences[mia.userId].active_timestamp);
    const ping = await mia.ok('POST', '/users/me/presence', { status: 'active', ping_only: true });
    assert.equal('presences' in ping, false);
    assert.equal('server_timestamp' in ping, false);
    const realm = await gus.ok('GET', '/realm/presence');
    assert.deepEqual(Object.keys(realm.presences).sort(), Object.keys(older.presences).sort());
  });

  test('returns nothing older than requested', async () => {
    const person = await newClient(server, { key: 'longago' });
    hub.state.presence.overwrite(person.userId, { activeAt: null, idleAt: now() - 20 * 86_400 });
    const fetch = (days: number) =>
      mia.ok('POST', '/users/me/presence', {
        status: 'active',
        last_update_id: -1,
        history_limit_days: days,
      });
    assert.equal(person.userId in (await fetch(14)).presences, false);
    assert.equal(person.userId in (await fetch(30)).presences, true);
  });

  test('works for one person, in both forms', async () => {
    for (const reference of [String(mel.userId), 'mel@example.com']) {
      const { presence, server_timestamp: at } = await gus.ok('GET', `/users/${reference}/presence`);
      assert.deepEqual(Object.keys(presence).sort(), [
        'active_timestamp',
        'aggregated',
        'idle_timestamp',
        'website',
      ]);
      assert.deepEqual(Object.keys(presence.website).sort(), ['status', 'timestamp']);
      assert.equal(typeof at, 'number');
    }
    await mel.refused('GET', '/users/999/presence', {}, 'BAD_REQUEST', 'No such user');
    const bot = `/users/${helper.userId}/presence`;
    await mel.refused('GET', bot, {}, 'BAD_REQUEST', 'Presence is not supported for bot users.');
    await mel.refused(
      'GET',
      `/users/${gus.userId}/presence`,
      {},
      'BAD_REQUEST',
      `No presence data for ${gus.userId}`,
    );
  });

  test('starts with the snapshot, from which a client continues', async () => {
    const { snapshot } = await mia.registerQueue();
    assert.ok(snapshot.presences[mel.userId].active_timestamp);
    const { snapshot: older } = await mia.registerQueue({ slim_presence: false });
    assert.equal(older.presences['mel@example.com'].website.client, 'website');
    const later = await max.ok('POST', '/users/me/presence', {
      status: 'active',
      last_update_id: snapshot.presence_last_update_id,
    });
    assert.deepEqual(Object.keys(later.presences), [String(max.userId)]);
  });
});

describe('hiding', () => {
  test('takes effect at once, and permanently', async () => {
    const listener = await mia.registerQueue();
    const { presence_last_update_id: last } = listener.snapshot;
    await max.ok('PATCH', '/settings', { presence_enabled: false });
    const [event] = await listener.eventsOf('presence');
    assert.ok(event.presences[max.userId].idle_timestamp < now() - 100);
    const next = await mia.ok('POST', '/users/me/presence', { status: 'active', last_update_id: last });
    assert.ok(next.presences[max.userId].idle_timestamp < now() - 100);
    await max.ok('POST', '/users/me/presence', { status: 'active' });
    assert.deepEqual(await listener.eventsOf('presence'), []);
    const all = await mia.ok('POST', '/users/me/presence', { status: 'active', last_update_id: -1 });
    assert.equal(max.userId in all.presences, false);
    await mia.refused('GET', `/users/${max.userId}/presence`, {}, 'BAD_REQUEST', /No presence data/);
    await max.ok('PATCH', '/settings', { presence_enabled: true });
  });

  test('by the organization leaves nothing', async () => {
    await configure(server, { presence_disabled: true });
    const answer = await mia.ok('POST', '/users/me/presence', { status: 'active', last_update_id: -1 });
    assert.deepEqual(answer.presences, {});
    assert.equal(answer.presence_last_update_id, -1);
    await configure(server, { presence_disabled: false });
  });

  test('limited guests see presence only of people they know', async () => {
    await limitGuests(server, true);
    const listener = await gus.registerQueue();
    const { presences } = await gus.ok('POST', '/users/me/presence', {
      status: 'active',
      last_update_id: -1,
    });
    const knownIds = new Set(
      listener.snapshot.realm_users.map(({ user_id }: { user_id: number }) => user_id),
    );
    for (const id of Object.keys(presences)) assert.ok(knownIds.has(Number(id)));
    await limitGuests(server, false);
  });
});

test('reported presence survives a restart', async () => {
  await hub.storePresence();
  const rows = await server.server.services.database
    .reader(1)
    .db.selectFrom('presence')
    .selectAll()
    .execute();
  const row = rows.find(({ account_id: id }) => id === mel.userId);
  assert.equal(row?.active_at, hub.state.presence.get(mel.userId)?.activeAt);
  assert.equal(row?.update_id, hub.state.presence.get(mel.userId)?.updateId);
});
