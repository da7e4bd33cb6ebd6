// E3: the list of users.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newClient } from '../access/support.ts';
import { showServicePictures } from '../avatars/support.ts';
import type { ApiClient, Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { png, sendFiles } from '../uploads/support.ts';
import { configure, limitGuests } from '../users/support.ts';
import { userFor } from './reading.ts';

const server = await startTestServer();
const [olive, mel, mia, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
  server.as('helper'),
]);
await mia.ok('PATCH', '/settings', { email_address_visibility: 1 });
await mel.ok('PATCH', '/settings', { email_address_visibility: 1 });
await showServicePictures(olive, mia);
await sendFiles(mel, '/users/me/avatar', [{ name: 'me.png', bytes: await png(20, 20) }]);

async function idsFor(reader: ApiClient, parameters: Json = {}): Promise<number[]> {
  const { members } = await reader.ok('GET', '/users', parameters);
  return members.map((user: { user_id: number }) => user.user_id);
}

test('E3.1 returns everyone by default', async () => {
  for (const reader of [olive, mel, gus, helper]) {
    const { result, msg, members, ...more } = await reader.ok('GET', '/users');
    assert.deepEqual([result, msg, more], ['success', '', {}]);
    assert.equal(members.length, 8);
  }
});

test('E3.2 E3.3 returns null for pictures that the client computes', async () => {
  for (const parameters of [{}, { client_extavatar: true }, { client_gravatar: true }]) {
    assert.equal((await userFor(gus, mia.userId, parameters)).avatar_url, null);
    assert.equal(typeof (await userFor(gus, mel.userId, parameters)).avatar_url, 'string');
  }
});

test('E3.2 E3.4 returns all URLs of pictures if the client does not compute them', async () => {
  for (const parameters of [{ client_extavatar: false }, { client_gravatar: false }]) {
    const { members } = await gus.ok('GET', '/users', parameters);
    assert.equal(members.length, 8);
    for (const user of members) assert.equal(typeof user.avatar_url, 'string', user.full_name);
  }
});

test('E3.5 returns profiles on request', async () => {
  assert.ok(!('profile_data' in (await userFor(gus, mel.userId))));
  for (const [include_custom_profile_fields, hasProfile] of [
    [true, true],
    [false, false],
  ]) {
    const user = await userFor(gus, mel.userId, { include_custom_profile_fields });
    assert.equal('profile_data' in user, hasProfile);
  }
});

test('E3.6 returns only the requested users', async () => {
  assert.deepEqual(
    new Set(await idsFor(gus, { user_ids: [mia.userId, mel.userId, 99_999] })),
    new Set([mia.userId, mel.userId]),
  );
  assert.deepEqual(await idsFor(gus, { user_ids: [] }), []);
});

test('E3.7 refuses anonymous viewers unless the organization allows them', async () => {
  await configure(server, { enable_spectator_access: true });
  assert.equal((await idsFor(server.anonymous)).length, 8);
  await configure(server, { enable_spectator_access: false });
  assert.equal((await server.anonymous.request('GET', '/users')).status, 401);
});

test('E3.8 returns limited guests only the users whom they may see', async () => {
  const guest = await newClient(server, { key: 'guest', role: 600 });
  assert.ok((await idsFor(guest)).includes(mel.userId));
  await limitGuests(server, true);
  const visibleIds = await idsFor(guest);
  assert.ok(visibleIds.includes(guest.userId));
  assert.ok(!visibleIds.includes(mel.userId));
  assert.deepEqual(await idsFor(guest, { user_ids: [mel.userId] }), []);
});
