// The fields of a user, in the list of users and in the own-user answer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { updateAccount } from '../../src/stores/accounts/account-store.ts';
import { newClient } from '../access/support.ts';
import { showServicePictures } from '../avatars/support.ts';
import { startTestServer } from '../support/server.ts';
import { png, sendFiles } from '../uploads/support.ts';
import { command, grant } from '../users/support.ts';
import { userFor } from './reading.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, mia, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
  server.as('helper'),
]);
const everybody = [olive, adam, mona, mel, mia, gus, helper];
const PASSWORD = 'a rather long pass phrase';
const LONG_AGO = 1_600_000_000;

/** Backdates the creation of an account. */
async function makeOlder(id: number, more: { is_imported_stub?: 1 } = {}): Promise<void> {
  await command(server, { accounts: [id] }, (writer) =>
    updateAccount(writer, id, { date_joined: LONG_AGO, ...more }),
  );
}

async function createByApi(email: string): Promise<number> {
  await grant(server, adam, { can_create_users: 1 });
  const values = { email, full_name: 'Somebody New', password: PASSWORD };
  return (await adam.ok('POST', '/users', values)).user_id;
}

const logIn = (username: string) =>
  server.anonymous.ok('POST', '/fetch_api_key', { username, password: PASSWORD });
const secondsOf = (isoTime: string) => Date.parse(isoTime) / 1000;

test('R-user.1 user_id is an integer, and the same in both answers', async () => {
  for (const person of everybody) {
    assert.equal((await person.ok('GET', '/users/me')).user_id, person.userId);
    assert.equal((await userFor(mel, person.userId)).user_id, person.userId);
  }
});

test('R-user.2 email is the API address', async () => {
  await gus.ok('PATCH', '/settings', { email_address_visibility: 4 });
  const { email } = await gus.ok('GET', '/users/me');
  assert.equal(email, (await userFor(mel, gus.userId)).email);
  assert.notEqual(email, 'gus@example.com');
  const byThat = server.client(email, gus.apiKey);
  assert.equal((await byThat.ok('GET', '/users/me')).user_id, gus.userId);
});

test('R-user.3 delivery_email in the list is null for viewers who may not see it', async () => {
  await mia.ok('PATCH', '/settings', { email_address_visibility: 3 });
  assert.equal((await userFor(adam, mia.userId)).delivery_email, 'mia@example.com');
  assert.equal((await userFor(mel, mia.userId)).delivery_email, null);
});

test('R-user.4 delivery_email of the caller is always the real address', async () => {
  for (const email_address_visibility of [1, 4]) {
    await mia.ok('PATCH', '/settings', { email_address_visibility });
    assert.equal((await mia.ok('GET', '/users/me')).delivery_email, 'mia@example.com');
  }
});

test('R-user.5 full_name is the name', async () => {
  assert.equal((await userFor(mel, adam.userId)).full_name, 'Adam Admin');
  assert.equal((await adam.ok('GET', '/users/me')).full_name, 'Adam Admin');
});

test('R-user.6 avatar_url is a text or null, as the client requests', async () => {
  await showServicePictures(olive, adam);
  await adam.ok('PATCH', '/settings', { email_address_visibility: 1 });
  assert.equal((await userFor(mel, adam.userId)).avatar_url, null);
  assert.equal(typeof (await userFor(mel, adam.userId, { client_gravatar: false })).avatar_url, 'string');
  assert.equal(typeof (await adam.ok('GET', '/users/me')).avatar_url, 'string');
});

test('R-user.7 avatar_version grows with every new picture', async () => {
  const { avatar_version: before } = await mona.ok('GET', '/users/me');
  assert.ok(Number.isInteger(before));
  await sendFiles(mona, '/users/me/avatar', [{ name: 'me.png', bytes: await png(20, 20) }]);
  assert.ok((await mona.ok('GET', '/users/me')).avatar_version > before);
});

test('R-user.8 bot_type is null for people and an integer for bots', async () => {
  assert.equal((await userFor(mel, mia.userId)).bot_type, null);
  assert.ok(Number.isInteger((await userFor(mel, helper.userId)).bot_type));
  assert.equal((await mel.ok('GET', '/users/me')).bot_type, null);
  assert.ok(Number.isInteger((await helper.ok('GET', '/users/me')).bot_type));
});

test('R-user.9 bot_owner_id is the id of a bot’s owner', async () => {
  assert.equal((await userFor(mia, helper.userId)).bot_owner_id, mel.userId);
});

test('R-user.10 date_joined is an ISO 8601 time', async () => {
  const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/;
  assert.match((await userFor(mia, mel.userId)).date_joined, isoTime);
  assert.match((await mel.ok('GET', '/users/me')).date_joined, isoTime);
});

test('R-user.11 date_joined of users created by the API changes at their first login', async () => {
  const id = await createByApi('made@example.com');
  const now = Date.now() / 1000;
  assert.ok(Math.abs(secondsOf((await userFor(mel, id)).date_joined) - now) < 120);
  await makeOlder(id);
  assert.equal(secondsOf((await userFor(mel, id)).date_joined), LONG_AGO);
  await logIn('made@example.com');
  const dateJoined = (await userFor(mel, id)).date_joined;
  assert.ok(secondsOf(dateJoined) >= Math.floor(now));
  await logIn('made@example.com');
  assert.equal((await userFor(mel, id)).date_joined, dateJoined);
});

test('R-user.12 R-user.15 stubs of an import become accounts with their first login', async () => {
  const id = await createByApi('stub@example.com');
  await makeOlder(id, { is_imported_stub: 1 });
  const stub = await userFor(mel, id);
  assert.deepEqual([stub.is_imported_stub, secondsOf(stub.date_joined)], [true, LONG_AGO]);
  await logIn('stub@example.com');
  const account = await userFor(mel, id);
  assert.equal(account.is_imported_stub, false);
  assert.ok(secondsOf(account.date_joined) > LONG_AGO);
  for (const person of everybody) assert.equal((await person.ok('GET', '/users/me')).is_imported_stub, false);
});

test('R-user.13 is_active is false for deactivated accounts', async () => {
  const target = await newClient(server, { key: 'leaver' });
  assert.equal((await target.ok('GET', '/users/me')).is_active, true);
  assert.equal((await userFor(mel, target.userId)).is_active, true);
  await adam.ok('DELETE', `/users/${target.userId}`);
  assert.equal((await userFor(mel, target.userId)).is_active, false);
});

test('R-user.14 R-user.16 role and the four booleans follow the role and the type of account', async () => {
  const expected = [
    [olive, 100, true, true, false, false],
    [adam, 200, false, true, false, false],
    [mona, 300, false, false, false, false],
    [mel, 400, false, false, false, false],
    [gus, 600, false, false, true, false],
    [helper, 400, false, false, false, true],
  ] as const;
  for (const [person, ...facts] of expected) {
    for (const user of [await userFor(mia, person.userId), await person.ok('GET', '/users/me')]) {
      assert.deepEqual([user.role, user.is_owner, user.is_admin, user.is_guest, user.is_bot], facts);
    }
  }
});

test('R-user.17 timezone is the time zone of the profile', async () => {
  const { timezone } = await userFor(mia, mel.userId);
  assert.ok(timezone === '' || Intl.supportedValuesOf('timeZone').concat('UTC').includes(timezone), timezone);
  await mel.ok('PATCH', '/settings', { timezone: 'Europe/Athens' });
  assert.equal((await userFor(mia, mel.userId)).timezone, 'Europe/Athens');
  assert.equal((await mel.ok('GET', '/users/me')).timezone, 'Europe/Athens');
});

test('R-user.18 R-user.19 profile_data has values, and HTML for types with Markdown', async () => {
  const create = async (name: string, field_type: number) =>
    (await adam.ok('POST', '/realm/profile_fields', { name, field_type })).id;
  const [motto, home, friends] = [
    await create('Motto', 1),
    await create('Home', 5),
    await create('Friends', 6),
  ];
  const data = [
    { id: motto, value: '*Onwards*' },
    { id: home, value: 'https://example.com/mel' },
    { id: friends, value: [mia.userId] },
  ];
  await mel.ok('PATCH', '/users/me/profile_data', { data });
  const expected = {
    [motto]: { value: '*Onwards*', rendered_value: '<p><em>Onwards</em></p>' },
    [home]: { value: 'https://example.com/mel' },
    [friends]: { value: `[${mia.userId}]` },
  };
  assert.deepEqual((await mel.ok('GET', '/users/me')).profile_data, expected);
  const listedUser = await userFor(mia, mel.userId, { include_custom_profile_fields: true });
  assert.deepEqual(listedUser.profile_data, expected);
});

test('R-user.20 a bot has no profile_data', async () => {
  assert.ok(!('profile_data' in (await helper.ok('GET', '/users/me'))));
});

test('R-user.21 profile_data is in the list only on request', async () => {
  assert.ok('profile_data' in (await userFor(mia, mel.userId, { include_custom_profile_fields: true })));
  assert.ok(!('profile_data' in (await userFor(mia, mel.userId))));
});

test('R-user.22 max_message_id is the newest message that the user received', async () => {
  const id = await mia.sendDirect([mel.userId], 'the newest');
  assert.equal((await mel.ok('GET', '/users/me')).max_message_id, id);
  await mia.sendDirect([adam.userId], 'not for mel');
  assert.equal((await mel.ok('GET', '/users/me')).max_message_id, id);
});

test('R-user.23 is_billing_admin does not exist', async () => {
  assert.ok(!('is_billing_admin' in (await mel.ok('GET', '/users/me'))));
  assert.ok(!('is_billing_admin' in (await userFor(mel, mia.userId))));
});
