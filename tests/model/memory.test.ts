// A server's memory of an organization follows every change: the events of a change name everything that it touched. The
// comparison runs after every action of `expectFold`, and after every write if PARLEY_WATCH_MEMORY is set.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateAccount } from '../../src/stores/accounts/account-store.ts';
import { newClient } from '../access/support.ts';
import { expectFold } from '../support/fold.ts';
import { memoryDifference } from '../support/memory.ts';
import { startTestServer } from '../support/server.ts';
import { limitGuests } from '../users/support.ts';

const server = await startTestServer();
const adam = await server.as('adam');
const differenceNow = () => memoryDifference(server.server);

const skip = Boolean(process.env.PARLEY_WATCH_MEMORY) && 'makes memory outdated on purpose';

test('a change whose event does not name what it touches is detected', { skip }, async () => {
  assert.equal(await differenceNow(), undefined);
  await server.server.services.database.write(1, (writer) =>
    updateAccount(writer, adam.userId, { timezone: 'Europe/Paris' }),
  );
  assert.match((await differenceNow()) ?? '', /timezone.*Europe\/Paris/);
  await adam.ok('PATCH', '/settings', { twenty_four_hour_time: true });
  assert.equal(await differenceNow(), undefined);
});

test('deleting direct messages updates the people that a limited guest sees', async () => {
  const guest = await newClient(server, { key: 'guest', role: 600 });
  await limitGuests(server, true);
  const visiblePeople = async () =>
    (await guest.ok('GET', '/users')).members.map((person: { user_id: number }) => person.user_id);
  const first = await adam.sendDirect([adam.userId, guest.userId], 'first');
  const second = await adam.sendDirect([adam.userId, guest.userId], 'second');
  await adam.ok('DELETE', `/messages/${first}`);
  assert.ok((await visiblePeople()).includes(adam.userId));
  await expectFold([guest, adam], () => adam.ok('DELETE', `/messages/${second}`));
  assert.ok(!(await visiblePeople()).includes(adam.userId));
  assert.equal(await differenceNow(), undefined);
  await limitGuests(server, false);
});
