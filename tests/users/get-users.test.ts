// GET /users, /users/me and /users/{id or address}: who is returned, and in which form.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showServicePictures } from '../avatars/support.ts';
import { startTestServer } from '../support/server.ts';
import { configure } from './support.ts';

const server = await startTestServer();
const [olive, mel, mia, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
  server.as('helper'),
]);

const keys = [
  'avatar_url',
  'avatar_version',
  'bot_owner_id',
  'bot_type',
  'date_joined',
  'delivery_email',
  'email',
  'full_name',
  'is_active',
  'is_admin',
  'is_bot',
  'is_guest',
  'is_imported_stub',
  'is_owner',
  'role',
  'timezone',
  'user_id',
];

test('every person and bot is listed with exactly the documented fields', async () => {
  const { members } = await gus.ok('GET', '/users');
  assert.deepEqual(
    members.map((user: { full_name: string }) => user.full_name),
    [
      'Olive Owner',
      'Adam Admin',
      'Mona Moderator',
      'Mel Member',
      'Mia Member',
      'Max Member',
      'Gus Guest',
      'Helper Bot',
    ],
  );
  for (const user of members) assert.deepEqual(Object.keys(user).sort(), keys);
  const bot = members.at(-1);
  assert.equal(bot.bot_type, 1);
  assert.equal(bot.bot_owner_id, mel.userId);
  assert.match(members[0].date_joined, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
  assert.equal(members[0].is_admin, true);
});

test('user_ids filters the list, and unknown ids are ignored', async () => {
  const { members } = await mel.ok('GET', '/users', { user_ids: [mia.userId, 999] });
  assert.deepEqual(
    members.map((user: { user_id: number }) => user.user_id),
    [mia.userId],
  );
});

test('avatar addresses are left to the client, unless requested, under either name', async () => {
  await showServicePictures(olive, mia);
  assert.equal((await mel.ok('GET', `/users/${mia.userId}`)).user.avatar_url, null);
  for (const name of ['client_gravatar', 'client_extavatar']) {
    const { user } = await mel.ok('GET', `/users/${mia.userId}`, { [name]: false });
    assert.match(user.avatar_url, /^https:/);
  }
});

test('profile field values are returned on request, and never with bots', async () => {
  const { id } = await olive.ok('POST', '/realm/profile_fields', { name: 'Motto', field_type: 1 });
  await mia.ok('PATCH', '/users/me/profile_data', { data: [{ id, value: 'Onwards' }] });
  const { members } = await mel.ok('GET', '/users', { include_custom_profile_fields: true });
  const memberWithId = (userId: number) =>
    members.find((user: { user_id: number }) => user.user_id === userId);
  assert.equal(memberWithId(mia.userId).profile_data[id].value, 'Onwards');
  assert.deepEqual(memberWithId(mel.userId).profile_data, {});
  assert.equal('profile_data' in memberWithId(helper.userId), false);
});

test('a user is found by id, real address, or placeholder address', async () => {
  const placeholderAddress = `user${mia.userId}@parley.invalid`;
  for (const reference of [String(mia.userId), 'mia@example.com', 'MIA@example.com', placeholderAddress]) {
    const { user } = await gus.ok('GET', `/users/${encodeURIComponent(reference)}`);
    assert.equal(user.user_id, mia.userId);
  }
  for (const reference of [
    '999',
    'nobody@example.com',
    'user999@parley.invalid',
    `user${mia.userId}@elsewhere.org`,
  ]) {
    await gus.refused('GET', `/users/${encodeURIComponent(reference)}`, {}, 'BAD_REQUEST', 'No such user');
  }
});

test('an address is shown, and finds its person, only if the person allows it', async () => {
  await mia.ok('PATCH', '/settings', { email_address_visibility: 2 });
  const placeholderAddress = `user${mia.userId}@parley.invalid`;
  const forMember = (await mel.ok('GET', `/users/${mia.userId}`)).user;
  assert.equal(forMember.delivery_email, 'mia@example.com');
  assert.equal(forMember.email, placeholderAddress);
  const forGuest = (await gus.ok('GET', `/users/${mia.userId}`)).user;
  assert.equal(forGuest.delivery_email, null);
  assert.equal(forGuest.email, placeholderAddress);
  await mel.ok('GET', '/users/mia@example.com');
  await gus.refused('GET', '/users/mia@example.com', {}, 'BAD_REQUEST', 'No such user');
  assert.equal((await mia.ok('GET', '/users/me')).delivery_email, 'mia@example.com');
});

test('GET /users/me returns the newest message and, for people, a profile', async () => {
  const id = await mel.sendToChannel('general', 'newest', 'one');
  const own = await mel.ok('GET', '/users/me');
  assert.equal(own.max_message_id, id);
  assert.equal(typeof own.avatar_url, 'string');
  assert.deepEqual(own.profile_data, {});
  assert.equal('profile_data' in (await helper.ok('GET', '/users/me')), false);
});

test('anonymous viewers see people only if the organization is open to them', async () => {
  await configure(server, { enable_spectator_access: false });
  const answerToAnonymous = await server.anonymous.request('GET', '/users');
  assert.equal(answerToAnonymous.status, 401);
  await configure(server, { enable_spectator_access: true });
  const { members } = await server.anonymous.ok('GET', '/users', { include_custom_profile_fields: true });
  assert.equal(members.length, 8);
  const listedMia = members.find((user: { user_id: number }) => user.user_id === mia.userId);
  assert.equal(listedMia.delivery_email, null);
  assert.equal('profile_data' in listedMia, false);
});
