// The lists of people in POST /register and GET /users: shared by viewers with the same visibility, without anything that
// only one of them may see.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newClient } from '../access/support.ts';
import type { ApiClient } from '../support/client.ts';
import { type DemoName, startTestServer } from '../support/server.ts';
import { limitGuests } from './support.ts';

const server = await startTestServer();
const people = new Map<DemoName, ApiClient>();
for (const name of ['olive', 'adam', 'mona', 'mel', 'mia', 'gus'] as const)
  people.set(name, await server.as(name));
const as = (name: DemoName): ApiClient => people.get(name) ?? assert.fail(name);
// Entries are found by offsets in bytes, which differ from those in characters.
await as('olive').ok('PATCH', '/settings', { full_name: 'Ölivé Łąkowa' });

/** The visibilities of addresses, and who of the demo organization sees another person's with each. */
const viewers: readonly (readonly [number, readonly DemoName[]])[] = [
  [1, ['olive', 'adam', 'mona', 'mel', 'gus']],
  [2, ['olive', 'adam', 'mona', 'mel']],
  [3, ['olive', 'adam']],
  [4, []],
  [5, ['olive', 'adam', 'mona']],
];

async function addressIn(list: 'register' | 'users', reader: DemoName, id: number): Promise<string | null> {
  const members =
    list === 'users'
      ? (await as(reader).ok('GET', '/users')).members
      : (await as(reader).ok('POST', '/register', { event_types: ['realm_user'] })).realm_users;
  return members.find((person: { user_id: number }) => person.user_id === id).delivery_email;
}

for (const [visibility, seeing] of viewers) {
  test(`an address with the visibility ${visibility} is seen only by its owner and those it is for, whatever was cached before`, async () => {
    await as('mia').ok('PATCH', '/settings', { email_address_visibility: visibility });
    for (const list of ['register', 'users'] as const) {
      // The owner first and last: neither may get what was cached for the other viewers, nor the other way round.
      for (const reader of ['mia', 'olive', 'adam', 'mona', 'mel', 'gus', 'mia'] as const) {
        const isSeen = reader === 'mia' || seeing.includes(reader);
        const expected = isSeen ? as('mia').email : null;
        assert.equal(await addressIn(list, reader, as('mia').userId), expected, `${list} of ${reader}`);
      }
    }
  });
}

test('a limited guest gets only their own people, and others everyone, whatever was cached before', async () => {
  await limitGuests(server, true);
  const guest = await newClient(server, { key: 'apart', role: 600 });
  const idsOf = async (client: ApiClient) =>
    (await client.ok('GET', '/users')).members.map((person: { user_id: number }) => person.user_id);
  const all = await idsOf(as('mel'));
  const visibleIds = await idsOf(guest);
  assert.ok(
    visibleIds.length < all.length &&
      visibleIds.includes(guest.userId) &&
      !visibleIds.includes(as('mel').userId),
  );
  assert.deepEqual(await idsOf(as('mel')), all);
  await limitGuests(server, false);
  assert.deepEqual(await idsOf(guest), all);
});

test('a changed person is in the next list, and only that person is serialized again', async (t) => {
  const listedName = async () =>
    (await as('mel').ok('GET', '/users')).members.find(
      (person: { user_id: number }) => person.user_id === as('mona').userId,
    ).full_name;
  await listedName();
  await as('mona').ok('PATCH', '/settings', { full_name: 'Mona Renamed' });
  assert.equal(await listedName(), 'Mona Renamed');
  const stringify = t.mock.method(JSON, 'stringify');
  const before = stringify.mock.callCount();
  await as('mel').ok('GET', '/users');
  // The changed person is serialized again, not everyone.
  assert.ok(stringify.mock.callCount() - before < 8);
});
