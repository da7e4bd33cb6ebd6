// The login page: its contents, its redirects, and who can log in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { limits } from '../../src/api-contract/limits.ts';
import { pathWithin } from '../../src/server/http/path-within.ts';
import { accountKeyOf, countFailure, networkKeyOf } from '../../src/stores/accounts/login-failures.ts';
import { startRealServer } from '../server/real-organization.ts';
import { Browser, loggedIn } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';

const server = await startTestServer();
const MEL = 'mel@example.com';

test('a form that works without scripts asks for address and password', async () => {
  for (const path of ['/login/', '/login', '/accounts/login/', '/accounts/login']) {
    const { status, text, headers } = await new Browser(server.url).get(`${path}?next=/%23inbox`);
    assert.equal(status, 200, path);
    assert.match(
      text,
      /<html lang="en" dir="ltr">.*<title>Log in to Parley Demo<\/title>.*<main><h1>Log in to Parley Demo<\/h1>/s,
    );
    assert.match(text, /<form method="post"><input type="hidden" name="next" value="\/#inbox">/);
    assert.match(text, /<label>Email<input name="username" type="email" /);
    assert.match(text, /<label>Password<input name="password" type="password" [^>]*required/);
    assert.match(text, /<button>Log in<\/button>/);
    assert.doesNotMatch(text, /<script/);
    assert.equal(headers['cache-control'], 'no-store');
  }
});

test('the right password redirects with a session cookie for this server only', async () => {
  const browser = new Browser(server.url);
  const answer = await browser.logIn('Mel@Example.com', 'demo-password', '/#narrow/is/starred');
  assert.deepEqual([answer.status, answer.headers.location], [302, '/#narrow/is/starred']);
  const [session = '', csrf = ''] = answer.headers['set-cookie'] ?? [];
  assert.match(session, /^sessionid=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/);
  assert.match(csrf, /^csrftoken=[\w-]{43}; Path=\/; Max-Age=1209600; HttpOnly; SameSite=Lax$/);
  assert.equal((await browser.ok('GET', '/users/me')).full_name, 'Mel Member');
});

test('the page is skipped if the browser is logged in', async () => {
  const browser = await loggedIn(server.url, MEL);
  const answer = await browser.get('/login/?next=/%23drafts');
  assert.deepEqual([answer.status, answer.headers.location], [302, '/#drafts']);
});

test('the client’s page identifies the session’s account once, until another login or logout', async () => {
  const web = await startTestServer({
    webDirectory: fileURLToPath(new URL('../../build/web', import.meta.url)),
  });
  const browser = await loggedIn(web.url, MEL);
  const cookies = async () => (await browser.get('/')).headers['set-cookie'] ?? [];
  const { userId } = await web.as('mel');
  assert.deepEqual(await cookies(), [`person=${userId}; Path=/; Max-Age=1209600; SameSite=Lax`]);
  assert.deepEqual(await cookies(), []);
  await browser.send('POST', '/login/', { demo_user: 'mia@example.com' });
  await cookies();
  assert.equal(browser.cookies.get('person'), String((await web.as('mia')).userId));
  await browser.send('POST', '/accounts/logout/');
  assert.equal(browser.cookies.get('person'), undefined);
});

test('a wrong password shows the form again, with the input except the password', async () => {
  const browser = new Browser(server.url);
  const { status, text } = await browser.logIn('"mel"@example.com', 'not-my-password', '/#drafts');
  assert.equal(status, 200);
  assert.match(text, /<p role="alert">Your email or password is incorrect<\/p>/);
  assert.match(text, /name="next" value="\/#drafts"/);
  assert.match(text, /value="&quot;mel&quot;@example.com"/);
  assert.doesNotMatch(text, /not-my-password/);
  assert.equal(browser.cookies.size, 0);
});

test('too many wrong passwords are reported on the page', async () => {
  const real = await startRealServer();
  const browser = new Browser(real.url);
  const { services, directory } = real.server;
  const hub = await directory.hubForHost('');
  const suspect = {
    accountKey: accountKeyOf(services.keyring, 'bo@acme.example'),
    networkKey: networkKeyOf(services.keyring, '127.0.0.1'),
  };
  for (let failureCount = 0; failureCount < limits.failedLoginsPerAccount; failureCount++) {
    await services.database.write(hub.id, (writer) => countFailure(writer, suspect));
  }
  const { status, text, headers } = await browser.logIn('bo@acme.example', 'a fine password');
  assert.equal(status, 429);
  assert.match(text, /role="alert"/);
  assert.ok(Number(headers['retry-after']) > 0);
  assert.equal(browser.cookies.size, 0);
});

test('redirects lead to this server only', () => {
  for (const [next, path] of [
    ['/', '/'],
    ['/#narrow/channel/1-general/topic/a.20b', '/#narrow/channel/1-general/topic/a.20b'],
    ['/user_uploads/1/ab/x/a%20b.png?x=1', '/user_uploads/1/ab/x/a%20b.png?x=1'],
    ['', '/'],
    ['inbox', '/'],
    ['https://evil.example/', '/'],
    ['//evil.example/', '/'],
    ['/\\evil.example/', '/'],
    ['/\t/evil.example/', '/'],
    ['/.//evil.example/', '/'],
    ['/a/..//evil.example/', '/'],
    ['javascript:alert(1)', '/'],
    ['/\r\nset-cookie: a=b', '/set-cookie:%20a=b'],
  ] as const) {
    assert.equal(pathWithin(next), path, next);
  }
});

test('another site cannot log a browser in as someone of its choice', async () => {
  const browser = new Browser(server.url);
  for (const headers of [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]) {
    const form = { username: MEL, password: 'demo-password' };
    const { status, text } = await browser.send('POST', '/login/', form, headers);
    assert.equal(status, 403);
    assert.match(text, /This form was not sent from its own page/);
    assert.equal(browser.cookies.size, 0);
  }
});

test('a demo has a button for each person, on its own machine only', async () => {
  const browser = new Browser(server.url);
  const { text } = await browser.get('/login/');
  const names = [
    ...text.matchAll(/<button class="choice" name="demo_user" value="[^"]+">Log in as ([^<]+)<\/button>/g),
  ];
  assert.deepEqual(
    names.map(([, name]) => name),
    ['Olive Owner', 'Adam Admin', 'Mona Moderator', 'Mel Member', 'Mia Member', 'Max Member', 'Gus Guest'],
  );
  const loginAnswer = await browser.send('POST', '/login/', {
    demo_user: 'gus@example.com',
    next: '/#inbox',
  });
  assert.deepEqual([loginAnswer.status, loginAnswer.headers.location], [302, '/#inbox']);
  assert.equal((await browser.ok('GET', '/users/me')).full_name, 'Gus Guest');

  const remoteBrowser = new Browser(server.url, { host: 'chat.acme.example' });
  assert.doesNotMatch((await remoteBrowser.get('/login/')).text, /demo_user/);
  for (const demo_user of ['gus@example.com', 'helper-bot@example.com', 'nobody@example.com']) {
    const otherBrowser = demo_user === 'gus@example.com' ? remoteBrowser : new Browser(server.url);
    assert.equal((await otherBrowser.send('POST', '/login/', { demo_user })).status, 200);
    assert.equal(otherBrowser.cookies.size, 0);
  }
});

test('bound demoPeopleShown: a large demo has buttons for its oldest accounts, and all can log in', async () => {
  const large = await startTestServer();
  const olive = await large.as('olive');
  const page = async () => (await new Browser(large.url).get('/login/')).text;
  const buttons = (text: string) =>
    [...text.matchAll(/>Log in as ([^<]+)<\/button>/g)].map(([, name]) => name ?? '');
  const demo = buttons(await page());
  const add = (index: number) =>
    olive.ok('POST', '/users', {
      email: `more${index}@example.com`,
      full_name: `More ${index}`,
      password: 'a fine password',
    });
  const count = limits.demoPeopleShown - demo.length;
  for (let index = 1; index <= count; index++) await add(index);
  const full = await page();
  assert.equal(buttons(full).length, limits.demoPeopleShown);
  assert.doesNotMatch(full, /Not listed/);
  for (const index of [count + 1, count + 2]) await add(index);
  const more = await page();
  assert.deepEqual(buttons(more), buttons(full));
  assert.match(more, /without a password\. Not listed: 2 more\.</);
  for (const name of demo) assert.ok(buttons(more).includes(name), name);

  await withLimit('demoPeopleShown', 1, async () => assert.equal(buttons(await page()).length, 1));

  const last = new Browser(large.url);
  await last.send('POST', '/login/', { demo_user: `more${count + 2}@example.com` });
  assert.equal((await last.ok('GET', '/users/me')).full_name, `More ${count + 2}`);
});

test('a real organization has no such buttons', async () => {
  const real = await startRealServer();
  const browser = new Browser(real.url);
  const { text } = await browser.get('/login/');
  assert.match(text, /Log in to Acme/);
  assert.doesNotMatch(text, /demo_user/);
  await browser.send('POST', '/login/', { demo_user: 'bo@acme.example' });
  assert.equal(browser.cookies.size, 0);
});

test('the page says if an organization accepts no passwords, no new people, or no logins at all', async () => {
  const other = await startTestServer();
  const olive = await other.as('olive');
  const page = async () => (await new Browser(other.url).get('/login/')).text;
  assert.doesNotMatch(await page(), /Create one/);
  await olive.ok('PATCH', '/realm', { invite_required: false });
  assert.match(await page(), /No account yet\? <a href="\/register\/">Create one<\/a>/);
  await olive.ok('PATCH', '/realm', { authentication_methods: { Email: false, Dev: true } });
  assert.doesNotMatch(await page(), /name="password"/);
  await olive.ok('POST', '/realm/deactivate');
  assert.match(await page(), /<p role="alert">This organization is deactivated\.<\/p>/);
});

test('over an encrypted connection the cookies are restricted to this host', async () => {
  const secure = await startTestServer({ publicUrl: 'https://chat.acme.example' });
  const browser = new Browser(secure.url, { host: 'chat.acme.example' });
  const answer = await browser.logIn(MEL);
  assert.deepEqual([...browser.cookies.keys()], ['__Host-sessionid', '__Host-csrftoken', '__Host-devices']);
  for (const line of answer.headers['set-cookie'] ?? []) assert.match(line, /; Path=\/; .*; Secure$/);
  assert.ok(await browser.isLoggedIn());
  // A cookie that any page of the domain could have set is ignored.
  browser.cookies.set('sessionid', browser.cookies.get('__Host-sessionid') ?? '');
  browser.cookies.delete('__Host-sessionid');
  assert.ok(!(await browser.isLoggedIn()));
});
