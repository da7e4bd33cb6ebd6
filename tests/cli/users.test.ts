// Commands for accounts, while a server runs.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { enableSecondFactor } from '../support/authenticator.ts';
import type { ApiClient, Json } from '../support/client.ts';
import { root, run, runningDemo, succeedsSoon } from '../support/command-line.ts';
import { mailTo } from '../support/mail.ts';
import type { TestServer } from '../support/server.ts';
import { eventsUntil, waitUntil } from '../support/waiting.ts';

const URL = 'https://chat.example.com';

let server: TestServer;
let storageFlags: readonly string[];
let olive: ApiClient;
before(async () => {
  ({ server, storageFlags } = await runningDemo());
  olive = await server.as('olive');
});

const command = (...args: string[]) => run(...args, ...storageFlags);

async function outputOf(...args: string[]): Promise<string> {
  const { status, out, err } = await command(...args);
  assert.deepEqual([status, err], [0, ''], args.join(' '));
  return out;
}

async function jsonOf(...args: string[]) {
  return JSON.parse(await outputOf(...args, '--json'));
}

const person = async (id: number) => (await olive.ok('GET', `/users/${id}`)).user;

test('accounts are listed for people and scripts, by role, including deactivated ones', async () => {
  const all = await jsonOf('user', 'list');
  const { members } = await olive.ok('GET', '/users');
  const expected = members.filter((one: { is_active: boolean }) => one.is_active);
  const names = new Set(all.map((one: { full_name: string }) => one.full_name));
  for (const { full_name, is_system_bot } of expected)
    assert.equal(names.has(full_name), !is_system_bot, full_name);
  assert.match(
    await outputOf('user', 'list'),
    /^ID +EMAIL +NAME +ROLE +KIND\n(.*\n)*\d+ +gus@example\.com +Gus Guest +guest +person\n/,
  );
  const [guest, ...others] = await jsonOf('user', 'list', '--role', 'guest');
  assert.deepEqual([guest.email, others.length], ['gus@example.com', 0]);
  const bots = await jsonOf('user', 'list', '--bots');
  assert.ok(bots.length > 0 && bots.every((one: { is_bot: boolean }) => one.is_bot));
  assert.deepEqual(await jsonOf('user', 'list', '--deactivated'), []);
});

test('an account is shown by its address or id', async () => {
  const shownUser = await jsonOf('user', 'show', 'OLIVE@example.com');
  assert.equal(shownUser.user_id, olive.userId);
  assert.equal(shownUser.role, 'owner');
  assert.deepEqual(shownUser.permissions, ['can_create_users']);
  assert.equal(JSON.stringify(shownUser).includes('hash'), false);
  assert.match(await outputOf('user', 'show', String(olive.userId)), /^email +olive@example\.com$/m);
});

test('a created account sets its password with a link, and clients get an event', async () => {
  const listener = await olive.registerQueue({ event_types: ['realm_user'] });
  const createdUser = await jsonOf(
    'user',
    'create',
    'nina@example.com',
    '--name',
    'Nina',
    '--url',
    URL,
    '--role',
    'moderator',
  );
  const [event] = await eventsUntil(listener, ({ op }) => op === 'add');
  assert.equal(event.person.user_id, createdUser.user_id);
  assert.equal((await person(createdUser.user_id)).role, 300);
  const link = createdUser.password_link;
  assert.ok(link.startsWith(`${URL}/accounts/password/reset/${createdUser.user_id}/`));
  const form = new URLSearchParams({ new_password1: 'quiet orchard 58', new_password2: 'quiet orchard 58' });
  const page = link.replace(URL, server.url);
  const set = await fetch(page, { method: 'POST', body: form, redirect: 'manual' });
  assert.equal(set.status, 302);
  const credentials = { username: 'nina@example.com', password: 'quiet orchard 58' };
  const loginAnswer = await server.anonymous.ok('POST', '/fetch_api_key', credentials);
  assert.equal(loginAnswer.user_id, createdUser.user_id);
});

test('a password may be read from a file, and then no link is made', async () => {
  const file = join(root, 'password');
  await writeFile(file, 'heavy lantern 21\nnot this\n');
  const createdUser = await jsonOf(
    'user',
    'create',
    'nora@example.com',
    '--name',
    'Nora',
    '--password-file',
    file,
  );
  assert.equal(createdUser.password_link, undefined);
  const credentials = { username: 'nora@example.com', password: 'heavy lantern 21' };
  await succeedsSoon(server.anonymous, 'POST', '/fetch_api_key', credentials);
  await writeFile(file, 'oakworks2026\n');
  const flags = ['--password-file', file, '--url', 'https://talk.oak-works.test'];
  const weak = await command('user', 'reset-password', 'nora@example.com', ...flags);
  assert.notEqual(weak.status, 0);
  assert.match(weak.err, /or to those of the organization/);
  await writeFile(file, 'yellow staircase 7\n');
  await outputOf('user', 'reset-password', 'nora@example.com', '--password-file', file);
  await server.anonymous.refused('POST', '/fetch_api_key', credentials, 'AUTHENTICATION_FAILED');
  await succeedsSoon(server.anonymous, 'POST', '/fetch_api_key', {
    ...credentials,
    password: 'yellow staircase 7',
  });
});

test('a role changed by a command reaches clients, and the last owner keeps theirs', async () => {
  const mia = await server.as('mia');
  assert.equal(
    await outputOf('user', 'role', mia.email, 'administrator'),
    'mia@example.com has the role administrator.\n',
  );
  await waitUntil(async () => (await person(mia.userId)).role === 200);
  const { status, err } = await command('user', 'role', olive.email, 'member');
  assert.equal(status, 1);
  assert.match(err, /only owner/);
  assert.equal((await person(olive.userId)).role, 100);
});

test('a deactivated account loses access at once, and regains it with its stored key', async () => {
  const max = await server.as('max');
  await outputOf('user', 'deactivate', max.email);
  await waitUntil(async () => (await max.request('GET', '/users/me')).status === 401);
  assert.deepEqual(
    (await jsonOf('user', 'list', '--deactivated')).map((one: { email: string }) => one.email),
    [max.email],
  );
  await outputOf('user', 'reactivate', max.email);
  await succeedsSoon(max, 'GET', '/users/me');
  const { status, err } = await command('user', 'deactivate', olive.email);
  assert.deepEqual([status, /only owner/.test(err)], [1, true]);
});

test('a bot is reactivated only if its owner is active', async () => {
  const max = await server.as('max');
  const { user_id: id } = await max.ok('POST', '/bots', { full_name: 'Tide', short_name: 'tide' });
  await outputOf('user', 'deactivate', max.email);
  const { status, err } = await command('user', 'reactivate', String(id));
  assert.equal(status, 1);
  assert.match(err, /has no active owner\. Reactivate max@example\.com first, or ask an administrator to/);
  await outputOf('user', 'reactivate', max.email);
  await outputOf('user', 'reactivate', String(id));
  await waitUntil(async () => (await person(id)).is_active);
});

test('an account’s key is shown, and a new one revokes it', async () => {
  const mona = await server.as('mona');
  const { api_key } = await jsonOf('user', 'api-key', mona.email);
  assert.equal(api_key, mona.apiKey);
  const fresh = (await outputOf('user', 'api-key', mona.email, '--new')).trim();
  assert.notEqual(fresh, api_key);
  await waitUntil(async () => (await mona.request('GET', '/users/me')).status === 401);
});

test('an account that lost its authenticator can log in with the password alone again', async () => {
  const max = await server.as('max');
  await enableSecondFactor(max, 'demo-password');
  assert.equal((await jsonOf('user', 'show', max.email)).has_second_factor, true);
  await outputOf('user', 'reset-second-factor', max.email);
  assert.equal((await jsonOf('user', 'show', max.email)).has_second_factor, false);
  assert.match((await mailTo(server, max.email)).at(-1)?.subject ?? '', /Two-factor authentication is off/);
  const second = await command('user', 'reset-second-factor', max.email);
  assert.deepEqual(
    [second.status, second.err],
    [1, 'max@example.com does not use two-factor authentication.\n'],
  );
});

test('commands are recorded in the audit log', async () => {
  const { email, userId } = await server.as('max');
  await outputOf('user', 'reset-password', email, '--url', URL);
  await outputOf('user', 'api-key', email);
  await outputOf('user', 'api-key', email, '--new');
  const id = String(userId);
  assert.match(
    await outputOf('user', 'grant', id, 'can_forge_sender'),
    new RegExp(`^${email} has can_forge_sender`),
  );
  const { entries } = await olive.ok('GET', '/audit_log', { affected_user_id: userId, limit: 4 });
  assert.ok(entries.every((one: Json) => one.by_command === true && one.acting_user_id === null));
  const kinds = ['permissions_granted', 'api_key_changed', 'api_key_shown', 'password_link_made'];
  assert.deepEqual(
    entries.map(({ kind }: Json) => kind),
    kinds,
  );
});

test('an impossible command is refused in a sentence and changes nothing', async () => {
  const invalidCommands: readonly [string[], number, RegExp][] = [
    [
      ['user', 'show', 'nobody@example.com'],
      1,
      /^No account has the email address or ID nobody@example\.com\. Run "user list" to see all accounts\.\n$/,
    ],
    [['user', 'show'], 2, /^Usage: user show EMAIL\. See user show --help\.\n$/],
    [['user', 'role', 'mel@example.com', 'king'], 2, /^Unknown role "king"\. Choose one of: owner, /],
    [['user', 'create', 'x@example.com', '--name', 'Xenia'], 2, /--url/],
    [['user', 'create', 'x@example.com', '--url', URL], 2, /^--name is missing\.\n$/],
    [
      ['user', 'create', 'mel@example.com', '--name', 'Xenia', '--url', URL],
      1,
      /^Email is already in use\.\n$/,
    ],
    [['user', 'create', 'nonsense', '--name', 'Xenia', '--url', URL], 1, /^Bad name or username\n$/],
    [
      ['user', 'create', 'x@example.com', '--name', 'Xenia', '--password-file', join(root, 'none')],
      1,
      /^Cannot read the password file/,
    ],
    [['user', 'reactivate', 'mel@example.com'], 1, /^mel@example\.com is already active\.\n$/],
    [['user', 'reset-password', 'mel@example.com'], 2, /--url/],
    [['user', 'list', '--nonsense'], 2, /--nonsense/],
  ];
  const before = await jsonOf('user', 'list');
  for (const [args, expected, words] of invalidCommands) {
    const { status, out, err } = await command(...args);
    assert.deepEqual([status, out], [expected, ''], args.join(' '));
    assert.match(err, words);
  }
  assert.deepEqual(await jsonOf('user', 'list'), before);
});

test('an account is erased by a command after confirmation', async () => {
  const { user_id: id } = await jsonOf('user', 'create', 'zora@example.com', '--name', 'Zora', '--url', URL);
  const confirmation = await command('user', 'erase', 'zora@example.com');
  assert.deepEqual(
    [confirmation.status, confirmation.err],
    [2, 'This would permanently erase Zora (zora@example.com). Add --yes to erase them.\n'],
  );
  const erasure = await jsonOf('user', 'erase', 'zora@example.com', '--yes', '--delete-messages');
  assert.deepEqual(erasure, { user_id: id, is_complete: true });
  await succeedsSoon(olive, 'GET', `/users/${id}`);
  await waitUntil(async () => (await person(id)).full_name === `Deleted user ${id}`);
  assert.equal((await command('user', 'show', 'zora@example.com')).status, 1);
  const owner = await command('user', 'erase', 'olive@example.com', '--yes');
  assert.deepEqual(
    [owner.status, owner.err],
    [1, 'The only owner cannot be erased. Make someone else an owner first.\n'],
  );
});
