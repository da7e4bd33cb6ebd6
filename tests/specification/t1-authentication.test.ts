// Authentication: the caller of a request, and what their role permits.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Method } from '../../src/api-contract/operation.ts';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { grant } from '../users/support.ts';
import { channelIdOf } from './reading.ts';

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
const general = await channelIdOf(mel, 'general');

const operations: readonly (readonly [Method, string])[] = [
  ['POST', '/scheduled_messages'],
  ['PATCH', '/users/me/subscriptions/muted_topics'],
  ['GET', '/messages?anchor=newest&num_before=1&num_after=0'],
  ['PATCH', '/realm/user_settings_defaults'],
  ['POST', '/realm/profile_fields'],
  ['POST', `/users/${mel.userId}/status`],
  ['PATCH', `/users/${mel.userId}`],
  ['POST', '/users/me/status'],
  ['POST', `/streams/${general}/delete_topic`],
  ['PATCH', '/users/me/profile_data'],
  ['DELETE', `/users/${mel.userId}`],
  ['POST', '/messages/flags'],
  ['PATCH', '/navigation_views/inbox'],
  ['POST', '/realm/domains'],
  ['PATCH', '/realm/domains/example.com'],
  ['GET', `/streams/${general}/email_address`],
  ['GET', '/users/me'],
  ['GET', '/realm/linkifiers'],
  ['DELETE', '/messages/1'],
  ['POST', '/mobile_push/e2ee/test_notification'],
  ['POST', '/calls/vendor/create'],
  ['GET', '/users/me/subscriptions'],
];

for (const [method, path] of operations) {
  test(`A.1 ${method} ${path} needs credentials`, async () => {
    const { status, body } = await server.anonymous.request(method, path);
    assert.deepEqual([status, body.result, body.code], [401, 'error', 'UNAUTHORIZED']);
  });
}

test('A.2 accepts the API email and the API key', async () => {
  await mia.ok('PATCH', '/settings', { email_address_visibility: 4 });
  const { email } = await mia.ok('GET', '/users/me');
  assert.notEqual(email, mia.email);
  const me = await server.client(email, mia.apiKey).ok('GET', '/users/me');
  assert.equal(me.user_id, mia.userId);
  await mia.ok('PATCH', '/settings', { email_address_visibility: 1 });
});

test('A.3 rejects a wrong key and that of another account', async () => {
  for (const apiKey of ['x'.repeat(32), adam.apiKey]) {
    const { status, body } = await server.client(mel.email, apiKey).request('GET', '/users/me');
    assert.deepEqual([status, body.result], [401, 'error']);
  }
});

test('A.4 a bot acts as itself', async () => {
  assert.equal((await helper.ok('GET', '/users/me')).user_id, helper.userId);
  const id = await helper.sendToChannel('general', 'bots', 'beep');
  assert.equal((await mel.ok('GET', `/messages/${id}`)).message.sender_id, helper.userId);
});

test('A.5 there are five roles', async () => {
  const roles = await Promise.all(
    [olive, adam, mona, mel, gus].map(async (client) => (await client.ok('GET', '/users/me')).role),
  );
  assert.deepEqual(roles, [100, 200, 300, 400, 600]);
});

let count = 0;
const forAdministrators: readonly (readonly [string, Method, string, () => Json])[] = [
  ['E5', 'PATCH', '/realm/user_settings_defaults', () => ({ enter_sends: true })],
  ['E6', 'POST', '/realm/profile_fields', () => ({ field_type: 1, name: `Field ${++count}`, hint: '' })],
  ['E7', 'POST', `/users/${helper.userId}/status`, () => ({ status_text: `Status ${++count}` })],
  ['E8', 'PATCH', `/users/${helper.userId}`, () => ({ full_name: `Helper ${++count}` })],
  ['E10', 'POST', `/streams/${general}/delete_topic`, () => ({ topic_name: 'never was' })],
];

for (const [id, method, path, parameters] of forAdministrators) {
  test(`A.6 ${id} is for administrators`, async () => {
    for (const client of [mona, mia, gus]) {
      const { status, body } = await client.request(method, path, parameters());
      assert.deepEqual([status, body.result], [400, 'error']);
    }
    for (const client of [adam, olive]) await client.ok(method, path, parameters());
  });
}

test('A.6 E12 is for administrators', async () => {
  for (const client of [mona, mia, gus]) {
    assert.equal((await client.request('DELETE', `/users/${helper.userId}`)).status, 400);
  }
  for (const client of [adam, olive]) {
    await client.ok('DELETE', `/users/${helper.userId}`);
    await client.ok('POST', `/users/${helper.userId}/reactivate`);
  }
});

for (const [id, method, path] of [
  ['E15', 'POST', '/realm/domains'],
  ['E16', 'PATCH', '/realm/domains/owned.example'],
] as const) {
  test(`A.7 ${id} is for owners`, async () => {
    const parameters = { domain: 'owned.example', allow_subdomains: true };
    for (const client of [adam, mona, mel, gus]) {
      await client.refused(method, path, parameters, 'UNAUTHORIZED_PRINCIPAL');
    }
    await olive.ok(method, path, parameters);
  });
}

test('A.8 needs the role and a permission to change another email address', async () => {
  const change = { new_email: 'gus2@example.com' };
  const path = `/users/${gus.userId}`;
  await olive.refused('PATCH', path, change, 'BAD_REQUEST');
  await grant(server, adam, { can_change_user_emails: 1 });
  await adam.refused('PATCH', path, change, 'UNAUTHORIZED_PRINCIPAL');
  await grant(server, olive, { can_change_user_emails: 1 });
  await olive.ok('PATCH', path, change);
  await olive.ok('PATCH', path, { new_email: gus.email });
});

test("A.9 checks the channel's permissions", async () => {
  const path = `/streams/${await channelIdOf(mel, 'announcements')}/email_address`;
  await mel.refused('GET', path, {}, 'BAD_REQUEST');
  await adam.ok('GET', path);
});

test('A.10 refuses to delete a topic with UNAUTHORIZED_PRINCIPAL', async () => {
  const path = `/streams/${general}/delete_topic`;
  await mona.refused('POST', path, { topic_name: 'welcome' }, 'UNAUTHORIZED_PRINCIPAL');
});

test('A.11 refuses to set a status with BAD_REQUEST', async () => {
  const path = `/users/${mel.userId}/status`;
  await mona.refused('POST', path, { status_text: 'x' }, 'BAD_REQUEST', 'Insufficient permission');
});

test('A.12 lists users without credentials if anonymous access is allowed', async () => {
  const { members } = await server.anonymous.ok('GET', '/users');
  assert.ok(members.some(({ user_id }: { user_id: number }) => user_id === mel.userId));
  await olive.ok('PATCH', '/realm', { enable_spectator_access: false });
  assert.equal((await server.anonymous.request('GET', '/users')).status, 401);
});
