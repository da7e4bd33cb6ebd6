// Who is logged in after each page, and what `/` shows to them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildWeb } from '../../scripts/build-web.mjs';
import { linkFor, open, PASSWORD } from '../invitations/support.ts';
import { Browser, loggedIn } from '../support/browser.ts';
import { mailTo } from '../support/mail.ts';
import { startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const webDirectory = temporaryFolder();
await buildWeb({ directory: webDirectory });
const server = await startTestServer({ webDirectory });
const olive = await server.as('olive');

test('the client’s page redirects to the login page only if a login can lead back to it', async () => {
  const other = await startTestServer({ webDirectory });
  const browser = new Browser(other.url);
  const redirected = await browser.get('/?x=a%20b');
  assert.deepEqual([redirected.status, redirected.headers.location], [302, '/login/?next=%2F%3Fx%3Da%2520b']);
  assert.equal(redirected.headers['cache-control'], 'no-store');
  const form = { demo_user: 'mel@example.com' };
  const back = await browser.send('POST', redirected.headers.location ?? '', form);
  assert.equal(back.headers.location, '/?x=a%20b');
  const clientPage = await browser.get('/');
  assert.deepEqual(
    [clientPage.status, clientPage.headers['content-type']],
    [200, 'text/html; charset=utf-8'],
  );
  await (await other.as('olive')).ok('POST', '/realm/deactivate');
  const answerAfterLogout = await browser.get('/');
  assert.equal(answerAfterLogout.status, 403);
  assert.match(answerAfterLogout.text, /This organization is deactivated/);
});

test('the login page offers the client to anonymous viewers while they may read something', async () => {
  const other = await startTestServer({ webDirectory });
  const browser = new Browser(other.url);
  const offer = /<button[^>]* name="visit"/;
  assert.match((await browser.get('/login/')).text, offer);
  const visit = await browser.send('POST', '/login/', { visit: 'yes' });
  assert.deepEqual([visit.status, visit.headers.location], [302, '/?visit=yes']);
  assert.equal((await browser.get('/?visit=yes')).status, 200);
  await (await other.as('olive')).ok('PATCH', '/realm', { enable_spectator_access: false });
  assert.doesNotMatch((await browser.get('/login/')).text, offer);
  const redirected = await browser.get('/?visit=yes');
  assert.deepEqual([redirected.status, redirected.headers.location], [302, '/login/?next=%2F']);
});

test('the login page of a server without a client offers none to anonymous viewers', async () => {
  const bare = await startTestServer();
  assert.doesNotMatch((await new Browser(bare.url).get('/login/')).text, /name="visit"/);
});

test('creating an organization logs its owner in', async () => {
  const empty = await startTestServer({ isDemo: false, webDirectory });
  const browser = new Browser(empty.url);
  assert.match((await browser.get('/')).text, /There is no organization yet/);
  const founded = await browser.send('POST', '/new', {
    token: new URLSearchParams(empty.server.foundingLink.path.split('?')[1]).get('token') ?? '',
    name: 'Acme',
    owner_name: 'Bo Boss',
    owner_email: 'bo@acme.example',
    password: 'a fine password',
  });
  assert.deepEqual([founded.status, founded.headers.location], [302, '/']);
  assert.equal((await browser.get('/')).status, 200);
  assert.equal((await browser.ok('GET', '/users/me')).delivery_email, 'bo@acme.example');
});

test('signing up logs the person in', async () => {
  await open(server);
  const browser = new Browser(server.url);
  await browser.send('POST', '/register/', { email: 'ann@example.org' });
  const key = (await linkFor(server, 'ann@example.org')).split('/').at(-1) ?? '';
  const form = { key, full_name: 'Ann Archer', password: PASSWORD };
  const joinAnswer = await browser.send('POST', '/accounts/register/', form);
  assert.deepEqual([joinAnswer.status, joinAnswer.headers.location], [302, '/']);
  assert.equal((await browser.ok('GET', '/users/me')).full_name, 'Ann Archer');
});

test('a password reset logs the person in, if the organization accepts passwords', async () => {
  const linkOf = async (email: string) => {
    await browser.send('POST', '/accounts/password/reset/', { email });
    const mail = (await mailTo(server, email)).at(-1);
    return /\/accounts\/password\/reset\/\d+\/\w{24}\//.exec(mail?.text ?? '')?.[0] ?? '';
  };
  const browser = new Browser(server.url);
  const form = { new_password1: PASSWORD, new_password2: PASSWORD };
  const set = await browser.send('POST', await linkOf('mona@example.com'), form);
  assert.deepEqual([set.status, set.headers.location], [302, '/']);
  assert.equal((await browser.ok('GET', '/users/me')).email, 'mona@example.com');

  const link = await linkOf('mia@example.com');
  await olive.ok('PATCH', '/realm', { authentication_methods: { Email: false, Dev: true } });
  const refusal = await new Browser(server.url).send('POST', link, form);
  assert.equal(refusal.status, 400);
  assert.match(refusal.text, /This link is no longer valid/);
  await olive.ok('PATCH', '/realm', { authentication_methods: { Email: true } });
});

test('confirming a new address keeps its owner logged in, and logs no one else in', async () => {
  const confirm = async (browser: Browser, newEmail: string) => {
    const mail = (await mailTo(server, newEmail)).at(-1);
    const link = /\/accounts\/confirm_new_email\/\w{24}/.exec(mail?.text ?? '')?.[0] ?? '';
    return browser.send('POST', link);
  };
  const adam = await loggedIn(server.url, 'adam@example.com');
  await adam.ok('PATCH', '/settings', { email: 'adam@example.org' });
  const confirmed = await confirm(adam, 'adam@example.org');
  assert.deepEqual([confirmed.status, confirmed.headers.location], [302, '/']);
  assert.equal((await adam.ok('GET', '/users/me')).delivery_email, 'adam@example.org');

  await adam.ok('PATCH', '/settings', { email: 'adam@example.net' });
  const otherBrowser = new Browser(server.url);
  const answer = await confirm(otherBrowser, 'adam@example.net');
  assert.equal(answer.status, 200);
  assert.match(answer.text, /Your email address was changed\.<\/p><p><a href="\/login\/">Log in<\/a>/);
  assert.equal(otherBrowser.cookies.size, 0);
});
