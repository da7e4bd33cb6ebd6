// A known browser, which logged in before, can log in while others guess at its account; its own guesses are limited too.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { nowSeconds } from '../../src/api-contract/time.ts';
import { accountKeyOf, countFailure } from '../../src/stores/accounts/login-failures.ts';
import { login, startRealServer } from '../server/real-organization.ts';
import { Browser, fromOwnPage } from '../support/browser.ts';
import type { TestServer } from '../support/server.ts';

const MOST = limits.failedLoginsPerAccount;
const OWN = limits.failedLoginsPerKnownDevice;
const server = await startRealServer({ trustedProxies: ['127.0.0.0/8', '::1'] });
const { database } = server.server.services;
const owner = await server.anonymous.ok('POST', '/fetch_api_key', login);
const bo = server.client(login.username, owner.api_key, owner.user_id);
const OTHER = 'una@acme.example';
let password = login.password;

let networks = 0;
/** Each request comes from its own network, so that only the account can be locked. */
function logIn(browser: Browser, secret = password, username = login.username) {
  const from = { ...fromOwnPage, 'x-forwarded-for': `198.51.100.${networks++ % 250}` };
  return browser.send('POST', '/login/', { username, password: secret, next: '/' }, from);
}

/** Statuses: 302 for logged in, 200 for the form again, 429 for locked. */
async function statuses(browser: Browser, secrets: readonly string[]): Promise<number[]> {
  const found: number[] = [];
  for (const secret of secrets) found.push((await logIn(browser, secret)).status);
  return found;
}

/** A browser that was logged in and out. */
async function knownBrowser(at: TestServer = server): Promise<Browser> {
  const browser = new Browser(at.url);
  assert.equal((await logIn(browser)).status, 302);
  await browser.send('POST', '/accounts/logout/');
  assert.equal(browser.cookies.has('sessionid'), false);
  return browser;
}

/** Guesses from unknown browsers until the account is locked. */
async function lock(email = login.username): Promise<void> {
  const { keyring } = server.server.services;
  const accountKey = accountKeyOf(keyring, email);
  await database.write(1, async (writer) => {
    for (let i = 0; i < MOST; i++) await countFailure(writer, { accountKey, networkKey: null });
  });
}

const wrongPasswords = (count: number): string[] => Array(count).fill('not this one');

beforeEach(async () => {
  await database.write(1, async (writer) => {
    await writer.db.deleteFrom('login_failure').execute();
    await writer.db.deleteFrom('known_device').execute();
  });
});

test('a known browser can log in while the account is locked, and unknown ones cannot', async () => {
  const browser = await knownBrowser();
  await lock();
  const otherBrowser = new Browser(server.url);
  assert.equal((await logIn(otherBrowser)).status, 429);
  assert.deepEqual(await statuses(browser, [...wrongPasswords(1), password]), [200, 302]);
  // Its success unlocks nothing for the others.
  assert.equal((await logIn(otherBrowser)).status, 429);
  await browser.send('POST', '/accounts/logout/');
  assert.equal((await logIn(browser)).status, 302, 'the next token is known, too');
});

test('bound failedLoginsPerKnownDevice: the failures of a known browser are bounded, and then count for the account', async () => {
  const browser = await knownBrowser();
  const statusCodes = await statuses(browser, [...wrongPasswords(OWN + MOST), password]);
  assert.deepEqual(statusCodes, [...Array(OWN + MOST).fill(200), 429]);
  const one = await knownBrowser().catch(() => undefined);
  assert.equal(one, undefined, 'others are locked out by then, too');
});

test('concurrent guesses do not let a known browser check more passwords', async () => {
  const browser = await knownBrowser();
  await lock();
  const answers = await Promise.all(wrongPasswords(40).map((secret) => logIn(browser, secret)));
  const checked = answers.filter(({ status }) => status !== 429).length;
  assert.ok(checked <= OWN, String(checked));
});

test('the failures of a known browser are forgotten after the right password', async () => {
  const browser = await knownBrowser();
  await lock();
  assert.deepEqual(await statuses(browser, [...wrongPasswords(OWN - 1), password]), [
    ...Array(OWN - 1).fill(200),
    302,
  ]);
  await browser.send('POST', '/accounts/logout/');
  assert.deepEqual(await statuses(browser, [...wrongPasswords(OWN - 1), password]), [
    ...Array(OWN - 1).fill(200),
    302,
  ]);
});

test('a browser is known for its own account only', async () => {
  const browser = await knownBrowser();
  await lock(OTHER);
  assert.equal((await logIn(browser, password, OTHER)).status, 429);
  // Modified tokens of another browser do not count either.
  await lock();
  const token = browser.cookies.get('devices') ?? '';
  for (const text of ['', 'x', token.slice(1), `${token}x`, token.toLowerCase(), `${token.slice(0, -1)}-`]) {
    const other = new Browser(server.url);
    other.cookies.set('devices', text);
    assert.equal((await logIn(other)).status, 429, text);
  }
});

test('ending the session of a browser from elsewhere makes it unknown, and logging out does not', async () => {
  const [revokedBrowser, all] = [new Browser(server.url), new Browser(server.url)];
  for (const browser of [revokedBrowser, all]) assert.equal((await logIn(browser)).status, 302);
  const newBrowser = new Browser(server.url);
  assert.equal((await logIn(newBrowser)).status, 302);
  const { sessions } = await revokedBrowser.ok('GET', '/users/me/sessions');
  const { id } = sessions.find((one: { is_current: boolean }) => one.is_current);
  await newBrowser.ok('DELETE', `/users/me/sessions/${id}`);
  await lock();
  assert.equal((await logIn(revokedBrowser)).status, 429);
  await all.send('POST', '/accounts/logout/');
  await newBrowser.ok('DELETE', '/users/me/sessions', { keep_current: true });
  assert.equal((await logIn(all)).status, 429, 'also a browser that was logged out before');
  await newBrowser.send('POST', '/accounts/logout/');
  assert.equal((await logIn(newBrowser)).status, 302);
});

test('a new password makes all browsers unknown', async () => {
  const browser = await knownBrowser();
  const fresh = 'another fine phrase';
  await bo.ok('PATCH', '/settings', { old_password: password, new_password: fresh });
  password = fresh;
  await lock();
  assert.equal((await logIn(browser)).status, 429);
});

test('a session can confirm its password until it has guessed wrong too often itself', async () => {
  const browser = new Browser(server.url);
  assert.equal((await logIn(browser)).status, 302);
  await lock();
  const prove = (secret: string) => browser.send('POST', '/json/users/me/proof', { password: secret });
  assert.equal((await prove(password)).status, 200);
  for (const secret of wrongPasswords(OWN)) assert.equal((await prove(secret)).body.msg, 'Wrong password!');
  assert.equal((await prove(password)).status, 429);
});

test('bound knownDeviceSeconds: a browser is known for that long', async () => {
  const browser = await knownBrowser();
  const age = (seconds: number) =>
    database.write(1, async (writer) => {
      await writer.db
        .updateTable('known_device')
        .set({ last_at: nowSeconds() - seconds })
        .execute();
    });
  await lock();
  await age(limits.knownDeviceSeconds);
  assert.equal((await logIn(browser)).status, 429);
  await age(limits.knownDeviceSeconds - 60);
  assert.equal((await logIn(browser)).status, 302);
});

test('bound knownDevicesPerAccount: above the bound, the browser that logged in longest ago is forgotten', async () => {
  const first = await knownBrowser();
  const second = await knownBrowser();
  for (let i = 1; i < limits.knownDevicesPerAccount; i++) await knownBrowser();
  await lock();
  assert.equal((await logIn(first)).status, 429);
  assert.equal((await logIn(second)).status, 302);
});

test('bound knownDeviceAccountsPerBrowser: a browser stores the tokens of that many accounts, newest first', async () => {
  const browser = await knownBrowser();
  const own = browser.cookies.get('devices') ?? '';
  const others = Array.from({ length: 6 }, (_, i) => String(i).repeat(43));
  browser.cookies.set('devices', [...others.slice(0, 4), own].join('.'));
  await logIn(browser);
  const storedTokens = (browser.cookies.get('devices') ?? '').split('.');
  assert.equal(storedTokens.length, limits.knownDeviceAccountsPerBrowser);
  assert.deepEqual(storedTokens.slice(1), others.slice(0, 4));
  assert.notEqual(storedTokens[0], own);
  browser.cookies.set('devices', others.join('.'));
  await logIn(browser);
  assert.deepEqual((browser.cookies.get('devices') ?? '').split('.').slice(1), others.slice(0, 4));
});
