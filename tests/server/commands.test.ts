// The commands besides `serve`: their help, and their effect on a running server.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, run, runningDemo, succeedsSoon } from '../support/command-line.ts';

const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));

test('help lists all commands, and each command describes itself', async () => {
  const outputs = await Promise.all([run('--help'), run('help')]);
  for (const { status, out } of outputs) {
    assert.equal(status, 0);
    for (const name of ['serve', 'organization create', 'organization reactivate', 'user grant']) {
      assert.match(out, new RegExp(`^  ${name} `, 'm'));
    }
    assert.doesNotMatch(out, /fill-demo|warm/);
  }
  const ofOne: [string[], RegExp][] = [
    [['serve', '--help'], /--database-url/],
    [['help', 'serve'], /--database-url/],
    [['organization', '--help'], /organization reactivate/],
    [['organization', 'create', '--help'], /--owner-email/],
    [['help', 'organization', 'reactivate'], /--host H/],
    [['user', '--help'], /user revoke/],
    [['user', 'grant', '--help'], /can_create_users/],
  ];
  await Promise.all(
    ofOne.map(async ([args, text]) => {
      const { status, out, err } = await run(...args);
      assert.deepEqual([status, err], [0, ''], args.join(' '));
      assert.match(out, text);
    }),
  );
});

test('the version is returned by the command line and by /health', async () => {
  for (const words of ['--version', 'version']) {
    assert.deepEqual(await run(words), { status: 0, out: `parley ${version}\n`, err: '' });
  }
  const { out } = await run('version', '--json');
  const parsed = JSON.parse(out);
  assert.deepEqual([parsed.version, parsed.node], [version, process.versions.node]);
  assert.ok(parsed.schema > 20 && parsed.feature_level > 500, out);
  assert.equal((await run('version', '--nonsense')).status, 2);
  const { server } = await runningDemo();
  assert.equal((await fetch(`${server.url}/health`)).headers.get('parley-version'), version);
});

test('a permission granted or withdrawn by a command takes effect on the running server', async () => {
  const { server, storageFlags } = await runningDemo();
  const adam = await server.as('adam');
  const nina = { email: 'nina@example.com', password: 'a long password', full_name: 'Nina' };
  await adam.refused('POST', '/users', nina, 'BAD_REQUEST', 'User not authorized to create users');
  const granted = await run('user', 'grant', 'Adam@Example.com', 'can_create_users', ...storageFlags);
  assert.deepEqual(granted, { status: 0, out: 'adam@example.com has can_create_users\n', err: '' });
  await succeedsSoon(adam, 'POST', '/users', nina);
  const words = ['can_create_users', 'can_forge_sender'];
  const revocationResult = await run('user', 'revoke', adam.email, ...words, '--json', ...storageFlags);
  assert.deepEqual([revocationResult.status, revocationResult.err], [0, '']);
  assert.deepEqual(JSON.parse(revocationResult.out), { user_id: adam.userId, revoked: words });
  // A server that was notified of a later command has processed the earlier one.
  const [olive, max] = [await server.as('olive'), await server.as('max')];
  await run('user', 'grant', olive.email, 'can_change_user_emails', ...storageFlags);
  await succeedsSoon(olive, 'PATCH', `/users/${max.userId}`, { new_email: 'max2@example.com' });
  await adam.refused('POST', '/users', { ...nina, email: 'nora@example.com' }, 'BAD_REQUEST');
});

test('the owner of the demo may create users', async () => {
  const { server } = await runningDemo();
  const olive = await server.as('olive');
  await olive.ok('POST', '/users', {
    email: 'n@example.com',
    password: 'a long password',
    full_name: 'Nina',
  });
});

test('a reactivated organization accepts everyone as before', async () => {
  const { server, storageFlags } = await runningDemo();
  const olive = await server.as('olive');
  const mel = await server.as('mel');
  await olive.ok('POST', '/realm/deactivate');
  await mel.refused('GET', '/users/me', {}, 'REALM_DEACTIVATED');
  const openingResult = await run('organization', 'reactivate', ...storageFlags);
  assert.deepEqual(openingResult, { status: 0, out: 'The organization was reactivated.\n', err: '' });
  await succeedsSoon(mel, 'GET', '/users/me');
  const secondRun = await run('organization', 'reactivate', ...storageFlags);
  assert.deepEqual(secondRun, { status: 0, out: 'The organization is already active.\n', err: '' });
});

test('a failed command prints one sentence', async () => {
  const { storageFlags } = await runningDemo();
  const cases: [string[], RegExp, number][] = [
    [['organization'], /organization create/, 0],
    [
      ['organization', 'dance'],
      /Unknown command "organization dance"\. Choose one of: create, export, import, list/,
      2,
    ],
    [['user', 'grant', 'olive@example.com', ...storageFlags], /Usage: user grant EMAIL PERMISSION…/, 2],
    [
      ['user', 'grant', 'olive@example.com', 'can_fly', ...storageFlags],
      /Unknown permission "can_fly".*can_create_users/,
      2,
    ],
    [['user', '--json'], /"user" needs a subcommand: list, show, /, 2],
    [
      ['user', 'grant', 'no@example.com', 'can_create_users', ...storageFlags],
      /No account has the email address or ID no@example\.com/,
      1,
    ],
    [
      ['user', 'grant', 'a@b.c', 'can_create_users', ...storageFlags, '--host', 'x.y'],
      /No organization has the host/,
      1,
    ],
    [['organization', 'reactivate', '--colour'], /Unknown option '--colour'/, 2],
    [['organization', 'reactivate', '--data', join(root, 'nowhere')], /No database found in/, 1],
  ];
  await Promise.all(
    cases.map(async ([args, text, status]) => {
      const ended = await run(...args);
      assert.equal(ended.status, status, ended.err);
      assert.match(ended.out + ended.err, text);
      if (status > 0) assert.equal(ended.err.trim().split('\n').length, 1, ended.err);
    }),
  );
  assert.equal((await readdir(root)).includes('nowhere'), false);
});
