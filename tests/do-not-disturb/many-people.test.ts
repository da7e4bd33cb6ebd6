// The do-not-disturb states in registrations, in an organization with so many people that these are serialized once and shared by
// registrations.

import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { serviceClock } from '../../src/api-contract/service-clock.ts';
import { nowSeconds } from '../../src/api-contract/time.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { insertAccount } from '../../src/stores/accounts/insert-account.ts';
import { newClient } from '../access/support.ts';
import { startTestServer } from '../support/server.ts';
import { limitGuests } from '../users/support.ts';

/** How far the clock of the service is ahead, in seconds. */
let ahead = 0;
mock.method(serviceClock, 'now', () => Date.now() + ahead * 1000);
const server = await startTestServer();
const [olive, mel, mia, gus] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);
const { database, keyring } = server.server.services;
await database.write(1, async (writer) => {
  for (let number = 0; number < 260; number++) {
    const person = { email: `person${number}@example.com`, fullName: `Person ${number}`, role: Role.member };
    await insertAccount(writer, keyring, person);
  }
  const touches = { accounts: [] };
  writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches });
});
/** This account comes after those of the demo, in another block. */
const observer = await newClient(server, { key: 'observer' });

const own = '/users/me/do_not_disturb';
const nights = { enabled: true, days: [1, 2, 3, 4, 5], from: '22:30', to: '07:00' };
const noSchedule = { ...nights, enabled: false };

async function seenBy(client: typeof mel): Promise<Record<string, { paused_until: number }>> {
  const names = { fetch_event_types: ['do_not_disturb'] };
  return (await client.ok('POST', '/register', names)).do_not_disturb;
}
const idsSeenBy = async (client: typeof mel) => Object.keys(await seenBy(client)).map(Number);

beforeEach(async () => {
  ahead = 0;
  for (const client of [mel, mia])
    await client.ok('PATCH', own, { paused_until: 0, quiet_hours: noSchedule, allowed_senders: [] });
});

test('a change is in the next registration, of others and of the person', async () => {
  assert.deepEqual(await idsSeenBy(observer), [observer.userId]);
  await mel.ok('PATCH', own, { quiet_hours: nights, allowed_senders: [mia.userId] });
  const expectedState = { paused_until: 0, quiet_hours: nights, timezone: 'UTC' };
  for (let count = 0; count < 2; count++)
    assert.deepEqual(
      (await seenBy(observer))[mel.userId],
      expectedState,
      'the allowed senders are only for mel',
    );
  assert.deepEqual((await seenBy(mel))[mel.userId], { ...expectedState, allowed_senders: [mia.userId] });
  await mel.ok('PATCH', '/settings', { timezone: 'Asia/Tokyo' });
  assert.deepEqual((await seenBy(observer))[mel.userId], { ...expectedState, timezone: 'Asia/Tokyo' });
  await mel.ok('PATCH', '/settings', { timezone: 'UTC' });
  await mel.ok('PATCH', own, { quiet_hours: noSchedule });
  assert.deepEqual(await idsSeenBy(observer), [observer.userId]);
});

test('a pause that ends is in no later registration', async () => {
  const endsAt = nowSeconds() + 3600;
  await mel.ok('PATCH', own, { paused_until: endsAt });
  await mia.ok('PATCH', own, { paused_until: endsAt + 3600, quiet_hours: nights });
  const states = await seenBy(observer);
  assert.deepEqual(
    [states[mel.userId]?.paused_until, states[mia.userId]?.paused_until],
    [endsAt, endsAt + 3600],
  );
  ahead = 3700;
  const later = await seenBy(observer);
  assert.deepEqual([later[mel.userId], later[mia.userId]?.paused_until], [undefined, endsAt + 3600]);
  ahead = 7300;
  assert.equal((await seenBy(observer))[mia.userId]?.paused_until, 0);
});

test('deactivated people are in no registration, and limited guests read of those they may see', async () => {
  await mel.ok('PATCH', own, { quiet_hours: nights });
  await mia.ok('PATCH', own, { quiet_hours: nights });
  assert.deepEqual((await idsSeenBy(observer)).length, 3);
  await olive.ok('DELETE', `/users/${mia.userId}`);
  assert.deepEqual((await idsSeenBy(observer)).toSorted(), [mel.userId, observer.userId].toSorted());
  await olive.ok('POST', `/users/${mia.userId}/reactivate`);
  assert.equal((await idsSeenBy(observer)).length, 3);
  await observer.ok('PATCH', own, { quiet_hours: nights });
  await limitGuests(server, true);
  assert.ok(!(await idsSeenBy(gus)).includes(observer.userId), 'they share no channel');
});
