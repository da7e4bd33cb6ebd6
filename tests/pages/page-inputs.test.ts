// The inputs of the pages outside the client: which one has the focus, which are required, and how long they may be. Browsers
// and password managers follow these.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkFor, open, sendForm } from '../invitations/support.ts';
import { openIdConfiguration } from '../sign-in/support.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { inputsOf } from './inputs.ts';

const server = await startTestServer();
const withProvider = await startTestServer({ signIn: openIdConfiguration('https://company.example.com') });
const empty = await startTestServer({ isDemo: false });

async function pageOf(from: TestServer, path: string) {
  const answer = await fetch(from.url + path);
  const policy = answer.headers.get('content-security-policy') ?? '';
  return { inputs: inputsOf(await answer.text()), loadsPictures: /img-src/.test(policy) };
}

test('the login page begins with the email, and after a wrong password with the password', async () => {
  const password = 'password type=password required';
  assert.deepEqual((await pageOf(server, '/login/')).inputs, [
    'username type=email required autofocus',
    `${password} maxlength=100`,
  ]);
  const again = await sendForm(server, '/login/', { username: 'mel@example.com', password: 'wrong' });
  assert.deepEqual(inputsOf(await again.text()), [
    'username type=email required',
    `${password} autofocus maxlength=100`,
  ]);
});

test('the pages for joining begin with the first thing to type', async () => {
  await open(server);
  assert.deepEqual((await pageOf(server, '/register/')).inputs, ['email type=email required autofocus']);
  await sendForm(server, '/register/', { email: 'ann@example.com' });
  assert.deepEqual((await pageOf(server, await linkFor(server, 'ann@example.com'))).inputs, [
    '- type=email readonly',
    'full_name required autofocus maxlength=100',
    'password type=password required maxlength=100',
  ]);
});

test('the page that creates the first organization begins with its name, and after an error with the password', async () => {
  const path = empty.server.foundingLink.path;
  const first = await pageOf(empty, path);
  assert.deepEqual(first.inputs, [
    'name type=text required autofocus',
    'owner_name type=text required',
    'owner_email type=email required',
    'password type=password required',
  ]);
  const token = new URL(path, empty.url).searchParams.get('token') ?? '';
  const typed = { name: 'Acme', owner_name: 'Bo', owner_email: 'bo@acme.example', password: 'short' };
  const again = await sendForm(empty, '/new', { token, ...typed });
  const text = await again.text();
  assert.deepEqual(
    inputsOf(text).filter((input) => input.includes('autofocus')),
    ['password type=password required autofocus'],
  );
  assert.match(text, /value="Acme".*value="Bo".*value="bo@acme\.example"/s);
  assert.doesNotMatch(text, /value="short"/);
});

test('the page for a new password asks for the email', async () => {
  assert.deepEqual((await pageOf(server, '/accounts/password/reset/')).inputs, [
    'email type=email required autofocus',
  ]);
});

test('only pages with buttons of providers may load pictures', async () => {
  await open(withProvider);
  for (const path of ['/login/', '/register/']) {
    assert.equal((await pageOf(withProvider, path)).loadsPictures, true, path);
    assert.equal((await pageOf(server, path)).loadsPictures, false, path);
  }
});
