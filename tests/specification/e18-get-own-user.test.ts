// E18: the caller's own record.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { png } from '../uploads/support.ts';

const PIXEL = new Uint8Array(await png(1, 1));

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
const path = '/users/me';

test('E18.1 has no parameters', async () => {
  const answer = await mel.ok('GET', path, { client_gravatar: true });
  assert.deepEqual(answer.ignored_parameters_unsupported, ['client_gravatar']);
  assert.equal(answer.user_id, mel.userId);
});

test('E18.2 returns each field with its type', async () => {
  const answer = await mel.ok('GET', path);
  const kinds = Object.entries({
    user_id: 'number',
    email: 'string',
    delivery_email: 'string',
    full_name: 'string',
    avatar_url: 'string',
    avatar_version: 'number',
    date_joined: 'string',
    is_active: 'boolean',
    is_admin: 'boolean',
    is_owner: 'boolean',
    is_bot: 'boolean',
    is_guest: 'boolean',
    is_imported_stub: 'boolean',
    role: 'number',
    timezone: 'string',
    profile_data: 'object',
    max_message_id: 'number',
    result: 'string',
    msg: 'string',
  });
  for (const [field, kind] of kinds) assert.equal(typeof answer[field], kind, field);
  assert.equal(answer.bot_type, null);
  assert.match(answer.date_joined, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
});

test("E18.3 returns the caller's data", async () => {
  for (const [client, role, isOwner, isAdmin, isGuest] of [
    [olive, 100, true, true, false],
    [adam, 200, false, true, false],
    [mona, 300, false, false, false],
    [mel, 400, false, false, false],
    [gus, 600, false, false, true],
  ] as const) {
    const me = await client.ok('GET', path);
    assert.deepEqual(
      [me.user_id, me.delivery_email, me.role, me.is_owner, me.is_admin, me.is_guest],
      [client.userId, client.email, role, isOwner, isAdmin, isGuest],
    );
  }
});

test('E18.4 E18.5 returns the URL of the picture, and a version that changes with it', async () => {
  const before = await mel.ok('GET', path);
  assert.ok(before.avatar_url.length > 0);
  const form = new FormData();
  form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'me.png');
  const headers = { authorization: `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}` };
  await fetch(`${server.url}/api/v1/users/me/avatar`, { method: 'POST', body: form, headers });
  const after = await mel.ok('GET', path);
  assert.ok(after.avatar_version > before.avatar_version);
  assert.notEqual(after.avatar_url, before.avatar_url);
  assert.equal(typeof after.avatar_url, 'string');
});

test('E18.6 always returns the real email address', async () => {
  for (const email_address_visibility of [1, 2, 3, 4, 5]) {
    await gus.ok('PATCH', '/settings', { email_address_visibility });
    assert.equal((await gus.ok('GET', path)).delivery_email, gus.email);
  }
});

test('E18.7 returns the newest message that the caller received', async () => {
  const receivedId = await mel.sendToChannel('general', 'newest', 'for mia');
  await adam.sendDirect([olive.userId], 'not for mia');
  assert.equal((await mia.ok('GET', path)).max_message_id, receivedId);
});

test('E18.8 returns the profile of people, not of bots', async () => {
  assert.equal('profile_data' in (await mel.ok('GET', path)), true);
  assert.equal('profile_data' in (await helper.ok('GET', path)), false);
});

test('E18.9 returns a bot its own record', async () => {
  const me = await helper.ok('GET', path);
  assert.deepEqual([me.user_id, me.is_bot, Number.isInteger(me.bot_type)], [helper.userId, true, true]);
});
