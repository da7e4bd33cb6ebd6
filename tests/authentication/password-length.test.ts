// Passwords need eight characters wherever they are chosen. Existing shorter ones, and those of other systems, still work.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashPassword } from '../../src/model/accounts/password-hash.ts';
import { updateAccount } from '../../src/stores/accounts/account-store.ts';
import { linkFor, open, sendForm } from '../invitations/support.ts';
import { Browser } from '../support/browser.ts';
import { root, run } from '../support/command-line.ts';
import { mailTo } from '../support/mail.ts';
import { startTestServer } from '../support/server.ts';

const SHORT = 'j7Ks2pQ';
const LONG_ENOUGH = 'j7Ks2pQz';
const TOO_SHORT = /needs at least 8 characters/;
const server = await startTestServer();
const [olive, mel] = await Promise.all([server.as('olive'), server.as('mel')]);

/** Tries both lengths with a page's form, which can succeed only once. */
async function onPage(path: string, fieldsWith: (password: string) => Record<string, string>) {
  const short = await sendForm(server, path, fieldsWith(SHORT));
  assert.deepEqual([short.status, TOO_SHORT.test(await short.text())], [400, true]);
  assert.equal((await sendForm(server, path, fieldsWith(LONG_ENOUGH))).status, 302);
}

test('joining needs a password of eight characters', async () => {
  await open(server);
  await sendForm(server, '/register/', { email: 'ann@example.org' });
  const key = (await linkFor(server, 'ann@example.org')).split('/').at(-1) ?? '';
  await onPage('/accounts/register/', (password) => ({ key, full_name: 'Ann Archer', password }));
});

test('a password chosen by mail or in the settings has at least eight characters', async () => {
  await sendForm(server, '/accounts/password/reset/', { email: 'mia@example.com' });
  const text = (await mailTo(server, 'mia@example.com')).at(-1)?.text ?? '';
  const link = /\/accounts\/password\/reset\/\d+\/\w{24}\//.exec(text)?.[0] ?? '';
  await onPage(link, (password) => ({ new_password1: password, new_password2: password }));
  const change = { old_password: 'demo-password', new_password: SHORT };
  await mel.refused(
    'PATCH',
    '/settings',
    change,
    'BAD_REQUEST',
    /^New password is too weak! It needs at least 8/,
  );
  await mel.ok('PATCH', '/settings', { ...change, new_password: LONG_ENOUGH });
});

test('an account that an administrator creates needs a password of eight characters', async () => {
  const newAccount = { email: 'new@example.com', full_name: 'New Person' };
  await olive.refused('POST', '/users', { ...newAccount, password: SHORT }, 'BAD_REQUEST', TOO_SHORT);
  await olive.ok('POST', '/users', { ...newAccount, password: LONG_ENOUGH });
});

test('the minimum length is part of the register response', async () => {
  const { password_min_length: minimum } = await mel.ok('POST', '/register', {
    fetch_event_types: ['realm'],
  });
  assert.equal(minimum, 8);
});

test('an existing shorter password still logs in and proves identity', async () => {
  const max = await server.as('max');
  const { database } = server.server.services;
  const passwordHash = await hashPassword('Kx9#a');
  await database.write(1, (writer) => updateAccount(writer, max.userId, { password_hash: passwordHash }));
  await server.anonymous.ok('POST', '/fetch_api_key', { username: 'max@example.com', password: 'Kx9#a' });
  const browser = new Browser(server.url);
  assert.equal((await browser.logIn('max@example.com', 'Kx9#a')).status, 302);
  await browser.ok('POST', '/users/me/proof', { password: 'Kx9#a' });
});

test('commands need passwords of eight characters', async () => {
  const file = join(root, 'password');
  const data = ['--data', join(root, 'acme'), '--password-file', file];
  const owner = ['--owner-email', 'bo@acme.example', '--owner-name', 'Bo Boss'];
  const createOrganization = () => run('organization', 'create', '--name', 'Acme', ...owner, ...data);
  await writeFile(file, `${SHORT}\n`);
  const short = await createOrganization();
  assert.deepEqual([short.status, TOO_SHORT.test(short.err)], [1, true], short.err);
  await writeFile(file, `${LONG_ENOUGH}\n`);
  assert.equal((await createOrganization()).status, 0);
  await writeFile(file, `${SHORT}\n`);
  const resetResult = await run('user', 'reset-password', 'bo@acme.example', ...data);
  assert.deepEqual([resetResult.status, TOO_SHORT.test(resetResult.err)], [1, true], resetResult.err);
});
