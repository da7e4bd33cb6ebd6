// Logging out at the provider and being logged out by it, against a real one, and logout tokens that are refused.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { Browser } from '../support/browser.ts';
import type { Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';
import { withLimit } from '../support/with-limit.ts';
import { startOpenId } from './open-id-stand-in.ts';
import { CLIENT_ID, CLIENT_SECRET, COMPLETE, LOGIN, openIdConfiguration } from './support.ts';

const company = await startOpenId('client_secret_basic', true);
const server = await startTestServer({ signIn: openIdConfiguration(company.url, { logsOut: true }) });
company.allow(`${server.url}${COMPLETE}`);

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Follows the provider's redirects, with its own cookies, until it sends the browser elsewhere. */
async function followAtProvider(atProvider: Browser, address: string): Promise<string> {
  let next = address;
  for (let step = 0; step < 10 && next.startsWith(company.url); step++) {
    const answer = await atProvider.send('GET', next.slice(company.url.length), {}, {});
    assert.ok([302, 303].includes(answer.status), `${next}: ${answer.status} ${answer.text}`);
    next = new URL(answer.headers.location ?? '', next).toString();
  }
  return next;
}

/** A browser that is logged in here and at the provider. */
async function loggedIn() {
  const browser = new Browser(server.url);
  const atProvider = new Browser(company.url);
  const redirect = await browser.send('GET', LOGIN, {}, {});
  const back = await followAtProvider(atProvider, redirect.headers.location ?? '');
  await browser.send('GET', back.slice(server.url.length), {}, { 'sec-fetch-site': 'cross-site' });
  assert.equal(await isLoggedIn(browser), true);
  return { browser, atProvider };
}

async function isLoggedIn(browser: Browser): Promise<boolean> {
  return (await browser.send('GET', '/json/users/me', {}, {})).status === 200;
}

/** Logs out; returns where the browser is redirected. */
async function logOut(browser: Browser): Promise<URL> {
  const answer = await browser.send('POST', '/accounts/logout/', {}, { 'sec-fetch-site': 'same-origin' });
  assert.equal(answer.status, 200, answer.text);
  const [, address = ''] = /^0;url=(.+)$/.exec(String(answer.headers.refresh)) ?? [];
  return new URL(address);
}

async function sendToken(token: string): Promise<{ status: number; body: string }> {
  const answer = await fetch(`${server.url}/complete/oidc/company/backchannel-logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  });
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  return { status: answer.status, body: await answer.text() };
}

let tokens = 0;
/** The claims of a valid logout token. */
function claims(changes: Json = {}): Json {
  const now = Math.floor(Date.now() / 1000);
  const about = { sub: company.person.sub, events: { [EVENT]: {} } };
  return {
    iss: company.url,
    aud: CLIENT_ID,
    iat: now,
    exp: now + 120,
    jti: `token-${tokens++}`,
    ...about,
    ...changes,
  };
}

const typed = { typ: 'logout+jwt' };

test('logging out redirects through the provider to the login page, and ends the session there', async () => {
  const { browser, atProvider } = await loggedIn();
  const address = await logOut(browser);
  assert.equal(await isLoggedIn(browser), false);
  assert.equal(address.origin + address.pathname, `${company.url}/session/end`);
  assert.equal(address.searchParams.get('client_id'), CLIENT_ID);
  assert.equal(address.searchParams.get('post_logout_redirect_uri'), `${server.url}${COMPLETE}logged-out/`);
  assert.match(address.searchParams.get('id_token_hint') ?? '', /^[\w-]+\.[\w-]+\.[\w-]+$/);
  // The provider asks for confirmation.
  const confirmation = await atProvider.send('GET', address.pathname + address.search, {}, {});
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(confirmation.text) ?? [];
  assert.notEqual(xsrf, '', confirmation.text);
  const confirmed = await atProvider.send('POST', '/session/end/confirm', { xsrf, logout: 'yes' }, {});
  const back = new URL(confirmed.headers.location ?? '');
  assert.equal(back.origin + back.pathname, `${server.url}${COMPLETE}logged-out/`);
  const end = await browser.send('GET', back.pathname + back.search, {}, {});
  assert.deepEqual([end.status, end.headers.location], [302, `${server.url}/login/`]);
  // A changed state leads to the default login page.
  const changed = await browser.send('GET', `${back.pathname}?state=changed`, {}, {});
  assert.deepEqual([changed.status, changed.headers.location], [302, '/login/']);
});

test('a provider that ends a session ends those that started with it, and no others', async () => {
  const [loggedOutBrowser, other] = [await loggedIn(), await loggedIn()];
  const byPassword = await server.as('mel');
  const address = await logOut((await loggedIn()).browser);
  // The first browser logs out only at the provider.
  const query = new URLSearchParams({ client_id: CLIENT_ID });
  const confirmation = await loggedOutBrowser.atProvider.send('GET', `${address.pathname}?${query}`, {}, {});
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(confirmation.text) ?? [];
  await loggedOutBrowser.atProvider.send('POST', '/session/end/confirm', { xsrf, logout: 'yes' }, {});
  await waitUntil(async () => !(await isLoggedIn(loggedOutBrowser.browser)));
  assert.equal(await isLoggedIn(other.browser), true);
  await byPassword.ok('GET', '/users/me');
});

test('a token about an account ends all its sessions from the provider, once', async () => {
  const [one, two] = [await loggedIn(), await loggedIn()];
  const token = await company.signed(claims(), typed);
  assert.equal((await sendToken(token)).status, 200);
  assert.deepEqual([await isLoggedIn(one.browser), await isLoggedIn(two.browser)], [false, false]);
  const newLogin = await loggedIn();
  const replayed = await sendToken(token);
  assert.deepEqual([replayed.status, JSON.parse(replayed.body).error], [400, 'invalid_request']);
  assert.equal(await isLoggedIn(newLogin.browser), true);
  // About another subject, or an unknown session.
  for (const about of [{ sub: 'somebody-else' }, { sub: undefined, sid: 'unknown' }, { sid: 'unknown' }])
    assert.equal((await sendToken(await company.signed(claims(about), typed))).status, 200);
  assert.equal(await isLoggedIn(newLogin.browser), true);
});

test('invalid tokens are refused and end nothing', async () => {
  const { browser } = await loggedIn();
  const now = Math.floor(Date.now() / 1000);
  const wrong: Json[] = [
    { iss: 'https://elsewhere.example' },
    { iss: undefined },
    { aud: 'another-program' },
    { aud: undefined },
    { iat: undefined },
    { iat: now - 3600 },
    { iat: now + 3600 },
    { exp: undefined },
    { exp: now - 3600 },
    { jti: undefined },
    { jti: 5 },
    { jti: 'x'.repeat(limits.signInSubjectCharacters + 1) },
    { events: undefined },
    { events: {} },
    { events: [EVENT] },
    { events: { [EVENT]: true } },
    { events: { 'http://schemas.openid.net/event/other': {} } },
    { sub: undefined },
    { sub: '' },
    { sub: 7 },
    { sub: ['mel-of-the-company'] },
    { sid: {} },
    { nonce: 'n' },
  ];
  for (const changes of wrong) {
    const { status, body } = await sendToken(await company.signed(claims(changes), typed));
    assert.equal(status, 400, `${JSON.stringify(changes)}: ${body}`);
  }
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = `${encoded({ alg: 'none' })}.${encoded(claims())}.`;
  const sharedSecretToken = `${encoded({ alg: 'HS256' })}.${encoded(claims())}`;
  const mac = createHmac('sha256', CLIENT_SECRET).update(sharedSecretToken).digest('base64url');
  const good = await company.signed(claims(), typed);
  const [head, , signature] = good.split('.');
  const idTokenType = await company.signed(claims(), { typ: 'at+jwt' });
  const forged = [
    unsigned,
    `${sharedSecretToken}.${mac}`,
    `${head}.${encoded(claims({ sub: 'x' }))}.${signature}`,
    idTokenType,
    '',
    'x',
    '....',
    'x'.repeat(limits.logoutTokenCharacters + 1),
  ];
  for (const token of forged) assert.equal((await sendToken(token)).status, 400, token.slice(0, 80));
  assert.equal(await isLoggedIn(browser), true);
  const unknown = await fetch(`${server.url}/complete/oidc/nobody/backchannel-logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: good }),
  });
  assert.equal(unknown.status, 404);
  const repeatedAnswer = await fetch(`${server.url}/complete/oidc/company/backchannel-logout`, {
    method: 'POST',
    body: new URLSearchParams([
      ['logout_token', good],
      ['logout_token', good],
    ]),
  });
  assert.deepEqual([repeatedAnswer.status, await isLoggedIn(browser)], [400, true]);
  assert.match((await sendToken('')).body, /Send exactly one logout_token/);
  assert.equal((await sendToken(good)).status, 200);
  assert.equal(await isLoggedIn(browser), false);
});

test('bound logoutTokenCharacters: a token has a bounded length', async () => {
  const tooLong = await sendToken('x'.repeat(limits.logoutTokenCharacters + 1));
  assert.match(tooLong.body, /The limit is 8192 characters/);
  const longest = await sendToken('x'.repeat(limits.logoutTokenCharacters));
  assert.doesNotMatch(longest.body, /characters/);
});

test('bound logoutTokensPerMinute: a network may send a bounded number of tokens', async () => {
  const fresh = await withLimit('logoutTokensPerMinute', 2, () =>
    startTestServer({ signIn: openIdConfiguration(company.url) }),
  );
  const statuses: number[] = [];
  for (let count = 0; count < 3; count++) {
    const answer = await fetch(`${fresh.url}/complete/oidc/company/backchannel-logout`, { method: 'POST' });
    statuses.push(answer.status);
  }
  assert.deepEqual(statuses, [400, 400, 429]);
});

test('bound idTokenHintCharacters: a larger ID token is not sent back', async () => {
  await withLimit('idTokenHintCharacters', 100, async () => {
    const { browser } = await loggedIn();
    const address = await logOut(browser);
    assert.equal(address.searchParams.has('id_token_hint'), false);
    assert.equal(address.searchParams.get('client_id'), CLIENT_ID);
  });
});

test('without log_out in the configuration the session ends only here', async () => {
  const alone = await startTestServer({ signIn: openIdConfiguration(company.url) });
  company.allow(`${alone.url}${COMPLETE}`);
  const browser = new Browser(alone.url);
  const redirect = await browser.send('GET', LOGIN, {}, {});
  const back = await followAtProvider(new Browser(company.url), redirect.headers.location ?? '');
  await browser.send('GET', back.slice(alone.url.length), {}, { 'sec-fetch-site': 'cross-site' });
  assert.equal(await isLoggedIn(browser), true);
  const answer = await browser.send('POST', '/accounts/logout/', {}, { 'sec-fetch-site': 'same-origin' });
  assert.deepEqual([answer.status, answer.headers.location], [302, '/login/']);
  await company.stop();
});
