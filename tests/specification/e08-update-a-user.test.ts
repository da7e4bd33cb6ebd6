// E8: an administrator changes another user's account.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newClient } from '../access/support.ts';
import { startTestServer } from '../support/server.ts';
import { grant } from '../users/support.ts';
import { assertSuccessOnly, describedParameter, userSeenBy } from './lookups.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, mia, max, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
]);
const path = (client: { userId: number }) => `/users/${client.userId}`;
const newField = async (field: { name: string; field_type: number }): Promise<number> =>
  (await adam.ok('POST', '/realm/profile_fields', { hint: '', ...field })).id;

test('E8.1 changes another account and returns no data', async () => {
  assertSuccessOnly(await adam.ok('PATCH', path(max), { full_name: 'Max Mustered' }));
  assert.equal((await userSeenBy(mia, max.userId)).full_name, 'Max Mustered');
});

test('E8.2 is refused to accounts that are not administrators', async () => {
  for (const client of [mona, mia, gus]) {
    await client.refused('PATCH', path(max), { full_name: 'Mine' }, 'BAD_REQUEST', 'Insufficient permission');
  }
});

test('E8.3 changes the name', async () => {
  await adam.ok('PATCH', path(mia), { full_name: 'Mia Renamed' });
  assert.equal((await userSeenBy(mel, mia.userId)).full_name, 'Mia Renamed');
});

for (const role of [300, 200, 100, 400, 600]) {
  test(`E8.4 sets the role ${role}`, async () => {
    const description = await describedParameter(adam, ['PATCH', '/users/{user_id_or_email}', 'role']);
    assert.match(description, /feature level 8\b/);
    await olive.ok('PATCH', path(max), { role });
    assert.equal((await userSeenBy(mel, max.userId)).role, role);
    await olive.ok('PATCH', path(max), { role: 400 });
  });
}

test('E8.5 rejects numbers that are not roles', async () => {
  for (const role of [0, 150, 500, 700]) {
    await olive.refused('PATCH', path(mia), { role }, 'BAD_REQUEST', 'Invalid role');
  }
});

test('E8.6 only owners promote to owner', async () => {
  await adam.refused('PATCH', path(mia), { role: 100 }, 'UNAUTHORIZED_PRINCIPAL');
  await olive.ok('PATCH', path(mia), { role: 100 });
  await olive.ok('PATCH', path(mia), { role: 400 });
});

test('E8.7 only owners demote owners', async () => {
  const second = await newClient(server, { key: 'second', role: 100 });
  await adam.refused('PATCH', path(second), { role: 400 }, 'UNAUTHORIZED_PRINCIPAL');
  await olive.ok('PATCH', path(second), { role: 400 });
  assert.equal((await userSeenBy(mel, second.userId)).role, 400);
});

test('E8.8 the only owner cannot be demoted', async () => {
  await olive.refused('PATCH', path(olive), { role: 200 }, 'BAD_REQUEST', /only organization owner/);
  assert.equal((await userSeenBy(mel, olive.userId)).role, 100);
});

test('E8.9 sets values of profile fields', async () => {
  const [word, friends] = [
    await newField({ name: 'Word', field_type: 1 }),
    await newField({ name: 'Friends', field_type: 6 }),
  ];
  const profile_data = [
    { id: word, value: 'onward' },
    { id: friends, value: [mel.userId, gus.userId] },
  ];
  await adam.ok('PATCH', path(mia), { profile_data });
  const profile = (await userSeenBy(mel, mia.userId)).profile_data;
  assert.equal(profile[word].value, 'onward');
  assert.deepEqual(JSON.parse(profile[friends].value), [mel.userId, gus.userId]);
});

test('E8.10 rejects entries without an id or value', async () => {
  const id = await newField({ name: 'Whole', field_type: 1 });
  for (const entry of [{ id }, { value: 'x' }]) {
    await adam.refused('PATCH', path(mia), { profile_data: [entry] }, 'BAD_REQUEST', /field is missing/);
  }
});

test('E8.11 removes a value with null', async () => {
  const id = await newField({ name: 'Passing', field_type: 1 });
  await adam.ok('PATCH', path(mia), { profile_data: [{ id, value: 'x' }] });
  await adam.ok('PATCH', path(mia), { profile_data: [{ id, value: null }] });
  assert.equal(id in (await userSeenBy(mel, mia.userId)).profile_data, false);
});

test('E8.13 an owner without the permission cannot change the email address', async () => {
  await olive.refused('PATCH', path(max), { new_email: 'max2@example.com' }, 'BAD_REQUEST');
});

test('E8.14 an administrator who is not an owner cannot change the email address', async () => {
  await grant(server, adam, { can_change_user_emails: 1 });
  await adam.refused('PATCH', path(max), { new_email: 'max2@example.com' }, 'UNAUTHORIZED_PRINCIPAL');
});

test('E8.12 an owner with the permission changes the email address', async () => {
  const parameter = await describedParameter(adam, ['PATCH', '/users/{user_id_or_email}', 'new_email']);
  assert.match(parameter, /feature level 285\b/);
  await grant(server, olive, { can_change_user_emails: 1 });
  await olive.ok('PATCH', path(max), { new_email: 'max2@example.com' });
  assert.equal((await userSeenBy(mel, max.userId)).delivery_email, 'max2@example.com');
});

test('E8.15 keeps omitted values', async () => {
  const before = await userSeenBy(mel, mia.userId);
  assertSuccessOnly(await adam.ok('PATCH', path(mia), {}));
  await adam.ok('PATCH', path(mia), { role: 300 });
  assert.deepEqual(await userSeenBy(mel, mia.userId), { ...before, role: 300 });
});

test('E8.16 rejects an unknown id', async () => {
  await adam.refused('PATCH', '/users/999999', { full_name: 'Nobody' }, 'BAD_REQUEST', 'No such user');
});
