// Commands for organizations, while a server runs.

import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, run, runningDemo, succeedsSoon } from '../support/command-line.ts';
import { eventsUntil, waitUntil } from '../support/waiting.ts';

async function demo() {
  const { server, storageFlags } = await runningDemo();
  const command = (...args: string[]) => run(...args, ...storageFlags);
  const output = async (...args: string[]) => {
    const { status, out, err } = await command(...args);
    assert.deepEqual([status, err], [0, ''], args.join(' '));
    return out;
  };
  return { server, command, output };
}

test('organizations are listed with their numbers of people', async () => {
  const { output } = await demo();
  assert.match(
    await output('organization', 'list'),
    /^ID +NAME +HOST +PEOPLE +STATE\n\d+ +Parley Demo +7 +active\n$/,
  );
  const [only, ...others] = JSON.parse(await output('organization', 'list', '--json'));
  assert.deepEqual(
    [only.name, only.people, only.is_deactivated, others.length],
    ['Parley Demo', 7, false, 0],
  );
});

test('a setting is shown, and a change by a command reaches clients', async () => {
  const { server, output } = await demo();
  const olive = await server.as('olive');
  const all = JSON.parse(await output('organization', 'settings', '--json'));
  const { realm_waiting_period_threshold: days } = await olive.ok('POST', '/register', {
    fetch_event_types: ['realm'],
  });
  assert.equal(all.waiting_period_threshold, days);
  const listener = await olive.registerQueue({ event_types: ['realm'] });
  const changeResult = await output('organization', 'settings', 'waiting_period_threshold', '9');
  assert.equal(changeResult, 'waiting_period_threshold 9\n');
  const [event] = await eventsUntil(listener, ({ type }) => type === 'realm');
  assert.deepEqual([event.property, event.value], ['waiting_period_threshold', 9]);
  await output('organization', 'settings', 'description', 'For *everybody*');
  const { realm_description } = await olive.ok('POST', '/register', { fetch_event_types: ['realm'] });
  assert.equal(realm_description, 'For *everybody*');
  const group = JSON.parse(await output('organization', 'settings', 'can_invite_users_group', '--json'));
  assert.equal(group.can_invite_users_group, all.can_invite_users_group);
});

test('a deactivated organization refuses everyone, and a reactivated one accepts everyone', async () => {
  const { server, output } = await demo();
  const mel = await server.as('mel');
  assert.equal(await output('organization', 'deactivate'), 'The organization was deactivated.\n');
  await waitUntil(async () => (await mel.request('GET', '/users/me')).status !== 200);
  assert.match(await output('organization', 'list'), /deactivated/);
  assert.equal(await output('organization', 'deactivate'), 'The organization is already deactivated.\n');
  const opened = JSON.parse(await output('organization', 'reactivate', '--json'));
  assert.deepEqual(opened, { is_deactivated: false });
  await succeedsSoon(mel, 'GET', '/users/me');
});

test('unknown settings and invalid values are refused with one sentence', async () => {
  const { command, output } = await demo();
  const before = await output('organization', 'settings');
  const invalidCommands: readonly [string[], number, RegExp][] = [
    [['nothing'], 2, /^Unknown setting "nothing"\. Run the command without a name to list all settings\.\n$/],
    [['waiting_period_threshold', 'soon'], 1, /^waiting_period_threshold is not an integer\n$/],
    [['waiting_period_threshold', '-1'], 2, /-1/],
    [['video_chat_provider', '77'], 1, /^Invalid video_chat_provider 77\n$/],
    [['a', 'b', 'c'], 2, /^Usage: organization settings \[NAME\] \[VALUE\]/],
  ];
  for (const [words, expected, text] of invalidCommands) {
    const { status, out, err } = await command('organization', 'settings', ...words);
    assert.deepEqual([status, out], [expected, ''], words.join(' '));
    assert.match(err, text);
  }
  assert.equal(await output('organization', 'settings'), before);
});

test('passwords can be enabled again when the sign-in file is broken or missing', async () => {
  const { command, output } = await demo();
  const file = join(root, 'sign-in.json');
  const provider = {
    id: 'company',
    name: 'Company',
    issuer: 'https://id.example.com',
    client_id: 'parley',
    client_secret: 'a secret',
  };
  await writeFile(file, JSON.stringify({ providers: [provider] }));
  const set = (methods: unknown) =>
    command('organization', 'settings', 'authentication_methods', JSON.stringify(methods));
  process.env.PARLEY_SIGN_IN = file;
  try {
    const runWithoutEmail = await set({ 'OpenID Connect': true, Email: false, Dev: false });
    assert.deepEqual([runWithoutEmail.status, runWithoutEmail.err], [0, '']);
    await writeFile(file, '{"providers": [}');
    await output('organization', 'settings', 'waiting_period_threshold', '5');
    const off = await set({ Email: true, Dev: false });
    assert.deepEqual([off.status, off.out], [1, '']);
    assert.match(off.err, /sign-in\.json, line 1: expected a value/);
    await rm(file);
    const on = await set({ Email: true });
    assert.deepEqual([on.status, on.err], [0, '']);
    assert.match(on.out, /"Email":true/);
  } finally {
    delete process.env.PARLEY_SIGN_IN;
  }
});

test('an organization is created in addition to another, with output for scripts', async () => {
  const { server, output } = await demo();
  const password = join(root, 'owner-password');
  await writeFile(password, 'a rather fine phrase\n');
  const owner = ['--owner-email', 'bo@acme.example', '--owner-name', 'Bo', '--password-file', password];
  const args = ['--name', 'Acme', ...owner, '--host', 'localhost', '--json'];
  const createdOrganization = JSON.parse(await output('organization', 'create', ...args));
  assert.equal(createdOrganization.host, 'localhost');
  const address = server.url.replace('127.0.0.1', 'localhost');
  const authorization = `Basic ${Buffer.from(`bo@acme.example:${createdOrganization.api_key}`).toString('base64')}`;
  await waitUntil(async () => {
    const answer = await fetch(`${address}/api/v1/users/me`, { headers: { authorization } });
    const body = (await answer.json()) as { readonly user_id?: number };
    return body.user_id === createdOrganization.owner_id;
  });
});
