// What a session can and cannot do, and how it ends.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginSession } from '../../src/actions/sessions/change-session.ts';
import { limits } from '../../src/api-contract/limits.ts';
import type { Method } from '../../src/api-contract/operation.ts';
import { nowSeconds } from '../../src/api-contract/time.ts';
import { updateSession } from '../../src/stores/sessions/session-store.ts';
import { filledPath, routes, secondOrganization } from '../access/support.ts';
import { Browser, fromOwnPage, loggedIn } from '../support/browser.ts';
import { sendConcurrently } from '../support/concurrent-requests.ts';
import { makeReadOnly } from '../support/read-only.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';
import { upload } from '../uploads/support.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const MEL = 'mel@example.com';

/** Changes Mel's newest session in the database, as if it had been used at other times. */
async function change(changes: Parameters<typeof updateSession>[2]): Promise<void> {
  const hub = await server.server.directory.hubForHost('');
  await server.server.services.database.write(hub.id, async (writer) => {
    const { id } = await writer.db
      .selectFrom('session')
      .select((by) => by.fn.max<number>('id').as('id'))
      .where('account_id', '=', mel.userId)
      .executeTakeFirstOrThrow();
    await updateSession(writer, id, changes);
    writer.emit({
      type: '_changed',
      audience: { kind: 'nobody' },
      payload: {},
      touches: { accounts: [mel.userId] },
    });
  });
}

/** Until when the replaced token of Mel's newest session is valid; null before its successor is used. */
async function oldTokenUntil(): Promise<number | null> {
  const { id } = await server.server.directory.hubForHost('');
  const row = await server.server.services.database
    .reader(id)
    .db.selectFrom('session')
    .select('old_token_until')
    .where('account_id', '=', mel.userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return row.old_token_until;
}

const longAgo = () => ({
  renewed_at: nowSeconds() - limits.sessionRenewSeconds,
  last_seen_at: nowSeconds() - limits.sessionSeenSeconds,
});

/** A request that may rotate the token. */
const touch = (browser: Browser) => browser.send('POST', '/json/users/me/status', { status_text: 'busy' });

function copyOf(browser: Browser): Browser {
  const copy = new Browser(browser.url);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

test('a session authenticates below /json and for files, and never where keys do', async () => {
  const browser = await loggedIn(server.url, MEL);
  assert.equal((await browser.ok('GET', '/users/me')).user_id, mel.userId);
  const { id } = await browser.ok('POST', '/messages', { type: 'direct', to: [mel.userId], content: 'hi' });
  assert.ok(id > 0);
  const { url } = await upload(mel, 'note.txt', 'a note');
  assert.equal((await browser.get(url)).text, 'a note');
  assert.equal((await new Browser(server.url).get(url)).status, 403);
  assert.equal((await browser.get(`/avatar/${MEL}`)).status, 302);
  assert.equal((await new Browser(server.url).get(`/avatar/${MEL}`)).status, 401);
  const withoutKey = await browser.get('/api/v1/users/me');
  assert.deepEqual([withoutKey.status, withoutKey.body.code], [401, 'UNAUTHORIZED']);
  assert.equal((await browser.send('POST', '/api/v1/users/me/status', { status_text: 'x' })).status, 401);
});

test('a key also works where sessions do, regardless of the browser’s session', async () => {
  const browser = await loggedIn(server.url, 'mia@example.com');
  const authorization = `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}`;
  assert.equal((await browser.send('GET', '/json/users/me', {}, { authorization })).body.user_id, mel.userId);
});

test('browsers are not prompted for credentials', async () => {
  const browser = new Browser(server.url);
  for (const path of ['/json/users/me', '/avatar/mel@example.com']) {
    assert.equal((await browser.get(path)).headers['www-authenticate'], 'Session realm="parley"', path);
  }
  assert.equal((await browser.get('/api/v1/users/me')).headers['www-authenticate'], 'Session realm="parley"');
});

test('changes are accepted only from the server’s own pages', async () => {
  const browser = await loggedIn(server.url, MEL);
  const own = new URL(server.url).origin;
  const csrf = browser.cookies.get('csrftoken') ?? '';
  const { url } = await upload(mel, 'note.txt', 'a note');
  const refused = async (method: Method, path: string, headers: Record<string, string>) => {
    const { status, text } = await browser.send(method, path, {}, headers);
    assert.equal(status, 403, `${method} ${path} ${JSON.stringify(headers)}`);
    assert.match(text, /CSRF/);
  };
  const changing = routes.filter(({ method, operation: { access } }) => {
    return method !== 'GET' && access !== 'anyone' && access !== 'development';
  });
  for (const { method, path } of changing) await refused(method, `/json${filledPath(path, () => '1')}`, {});
  for (const [method, path] of [
    ['POST', '/json/users/me/status'],
    ['POST', '/json/tus'],
    ['POST', '/accounts/logout/'],
  ] as const) {
    for (const headers of [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://evil.example', 'x-csrftoken': csrf },
      { 'sec-fetch-site': 'same-site', 'x-csrftoken': csrf },
      { 'x-csrftoken': 'x' },
      { 'x-csrftoken': '' },
    ] as Record<string, string>[]) {
      await refused(method, path, headers);
    }
  }
  for (const headers of [fromOwnPage, { origin: own }, { 'x-csrftoken': csrf }] as Record<string, string>[]) {
    const { status } = await browser.send('POST', '/json/users/me/status', { status_text: 'x' }, headers);
    assert.equal(status, 200, JSON.stringify(headers));
  }
  const reading = await browser.send('GET', '/json/users/me', {}, { 'sec-fetch-site': 'cross-site' });
  assert.equal(reading.status, 403);
  // A link on another page opens the organization.
  for (const path of ['/', url]) {
    assert.notEqual((await browser.send('GET', path, {}, { 'sec-fetch-site': 'cross-site' })).status, 403);
  }
  assert.ok(await browser.isLoggedIn());
});

test('sessions are listed, and one or all of them ended', async () => {
  const gus = await server.as('gus');
  const first = await loggedIn(server.url, 'gus@example.com');
  const second = await loggedIn(server.url, 'gus@example.com', {
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605 Version/26.0 Mobile/15E148 Safari/604.1',
  });
  const { sessions } = await first.ok('GET', '/users/me/sessions');
  const devices = sessions.map((one: { device: string; is_current: boolean }) => [
    one.device,
    one.is_current,
  ]);
  assert.deepEqual(devices, [
    ['Safari (iOS)', false],
    ['Firefox (Linux)', true],
  ]);
  assert.ok(Math.abs(sessions[0].created_at - nowSeconds()) < 60);
  await mel.refused(
    'DELETE',
    `/users/me/sessions/${sessions[0].id}`,
    {},
    'BAD_REQUEST',
    'Session does not exist',
  );
  await first.ok('DELETE', `/users/me/sessions/${sessions[0].id}`);
  assert.deepEqual([await first.isLoggedIn(), await second.isLoggedIn()], [true, false]);
  const third = await loggedIn(server.url, 'gus@example.com');
  await third.ok('DELETE', '/users/me/sessions', { keep_current: true });
  assert.deepEqual([await first.isLoggedIn(), await third.isLoggedIn()], [false, true]);
  await gus.ok('DELETE', '/users/me/sessions', { keep_current: true });
  assert.equal(await third.isLoggedIn(), false);
  assert.deepEqual((await gus.ok('GET', '/users/me/sessions')).sessions, []);
});

test('the end of a session ends its waiting polls, and no others', async () => {
  const browser = await loggedIn(server.url, MEL);
  const other = await loggedIn(server.url, MEL);
  const startPoll = async (at: Browser) => {
    const { queue_id, last_event_id } = await at.ok('POST', '/register', { event_types: ['message'] });
    return at.get(`/json/events?queue_id=${queue_id}&last_event_id=${last_event_id}`);
  };
  const hub = await server.server.directory.hubForHost('');
  const [ended, kept, byKey] = [
    startPoll(browser),
    startPoll(other),
    mel.registerQueue().then((one) => one.next()),
  ];
  await waitUntil(async () => hub.waitingCount === 3);
  const { sessions } = await browser.ok('GET', '/users/me/sessions');
  const current = sessions.find((one: { is_current: boolean }) => one.is_current);
  await mel.ok('DELETE', `/users/me/sessions/${current.id}`);
  assert.deepEqual([(await ended).status, (await ended).body.code], [401, 'UNAUTHORIZED']);
  assert.equal(hub.waitingCount, 2);
  await mel.sendToChannel('general', 'plans', 'still there');
  assert.equal((await kept).body.events[0].type, 'message');
  assert.ok((await byKey).length > 0);
});

test('logging out ends the session and clears the browser’s data', async () => {
  const browser = await loggedIn(server.url, MEL);
  const copy = copyOf(browser);
  const answer = await browser.send('POST', '/accounts/logout/');
  assert.deepEqual([answer.status, answer.headers.location], [302, '/login/']);
  assert.equal(answer.headers['clear-site-data'], '"cache", "storage"');
  // Known devices are kept.
  assert.deepEqual([...browser.cookies.keys()], ['devices']);
  assert.equal(await copy.isLoggedIn(), false);
  assert.equal((await browser.send('POST', '/accounts/logout/')).status, 302);
});

test('logging in again ends the browser’s previous session', async () => {
  const browser = await loggedIn(server.url, MEL);
  const copy = copyOf(browser);
  await browser.send('POST', '/login/', { demo_user: 'mia@example.com' });
  assert.equal(await copy.isLoggedIn(), false);
  assert.equal((await browser.ok('GET', '/users/me')).email, 'mia@example.com');
});

test('bound sessionRenewSeconds: a token is rotated once a day, and the old one stays valid for a minute for pending requests', async () => {
  const browser = await loggedIn(server.url, MEL);
  const before = browser.cookies.get('sessionid');
  await touch(browser);
  assert.equal(browser.cookies.get('sessionid'), before);
  await change(longAgo());
  const copy = copyOf(browser);
  await browser.ok('GET', '/users/me');
  assert.equal(browser.cookies.get('sessionid'), before);
  await touch(browser);
  assert.notEqual(browser.cookies.get('sessionid'), before);
  assert.ok(await browser.isLoggedIn());
  // The same browser, with a request sent before the answer arrived.
  await touch(copy);
  assert.deepEqual([copy.cookies.get('sessionid'), await copy.isLoggedIn()], [before, true]);
});

test('a rotated token that is used later ends the session', async () => {
  const browser = await loggedIn(server.url, MEL);
  const thief = copyOf(browser);
  await change(longAgo());
  await touch(browser);
  assert.equal(await oldTokenUntil(), null);
  assert.ok(await browser.isLoggedIn());
  assert.ok(Number(await oldTokenUntil()) > nowSeconds());
  await change({ old_token_until: nowSeconds() - 1 });
  assert.ok(await browser.isLoggedIn());
  assert.equal(await thief.isLoggedIn(), false);
  assert.equal(await browser.isLoggedIn(), false);
});

test('bound sessionOverlapSeconds: a browser that never got its new token continues with the old one, and gets another', async () => {
  const browser = await loggedIn(server.url, MEL);
  const staleBrowser = copyOf(browser);
  await change(longAgo());
  await touch(staleBrowser);
  await change({ renewed_at: nowSeconds() - limits.sessionOverlapSeconds });
  const before = browser.cookies.get('sessionid');
  await touch(browser);
  assert.notEqual(browser.cookies.get('sessionid'), before);
  assert.ok(await browser.isLoggedIn());
  // The lost token was never used, and is no longer valid.
  assert.equal(await staleBrowser.isLoggedIn(), false);
});

test('concurrent requests during a rotation rotate once', async () => {
  const browser = await loggedIn(server.url, MEL);
  await change(longAgo());
  const answers = await Promise.all(Array.from({ length: 8 }, () => touch(copyOf(browser))));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(answers.filter(({ headers }) => headers['set-cookie']).length, 1);
});

test('a session that ends while another request of its arrives is over for that request', async () => {
  const browser = await loggedIn(server.url, MEL);
  const [present] = (await browser.ok('GET', '/users/me/sessions')).sessions.filter(
    (one: { is_current: boolean }) => one.is_current,
  );
  await change(longAgo());
  const [ended, late] = await sendConcurrently(server, [
    () => mel.request('DELETE', `/users/me/sessions/${present.id}`),
    async () => ({ ...(await browser.send('GET', '/json/users/me')), headers: new Headers() }),
  ]);
  assert.deepEqual([ended?.status, late?.status], [200, 401]);
});

test('bound sessionIdleSeconds: an unused session ends, and one in use does not', async () => {
  const browser = await loggedIn(server.url, MEL);
  await change({ last_seen_at: nowSeconds() - limits.sessionIdleSeconds + 60 });
  assert.ok(await browser.isLoggedIn());
  await change({ last_seen_at: nowSeconds() - limits.sessionIdleSeconds });
  assert.equal(await browser.isLoggedIn(), false);
  const { sessions } = await mel.ok('GET', '/users/me/sessions');
  await loggedIn(server.url, MEL);
  // Other tests' sessions are still there; the ended one is not.
  assert.equal((await mel.ok('GET', '/users/me/sessions')).sessions.length, sessions.length + 1);
});

test('bound sessionsPerAccount: above the bound, the longest unused session ends', async () => {
  const max = 'max@example.com';
  const oldest = await loggedIn(server.url, max);
  const second = await loggedIn(server.url, max);
  const { userId: accountId } = await server.as('max');
  const hub = await server.server.directory.hubForHost('');
  await server.server.services.database.write(hub.id, async (writer) => {
    for (let count = 2; count < limits.sessionsPerAccount; count++) {
      await beginSession(writer, { accountId, tokenHash: `hash ${count}`, device: 'Firefox' });
    }
  });
  assert.ok(await oldest.isLoggedIn());
  await loggedIn(server.url, max);
  assert.deepEqual([await oldest.isLoggedIn(), await second.isLoggedIn()], [false, true]);
});

test('invalid and unknown cookies are ignored', async () => {
  const browser = new Browser(server.url);
  for (const value of ['', 'x', 'é'.repeat(43), 'a'.repeat(43), 'a'.repeat(5000)]) {
    browser.cookies.set('sessionid', encodeURIComponent(value));
    assert.equal((await browser.get('/json/users/me')).status, 401);
    assert.equal((await browser.get('/json/server_settings')).status, 200);
    assert.equal((await browser.get('/login/')).status, 200);
  }
});

test('a session survives a restart', async () => {
  const dataDirectory = temporaryFolder();
  const storage = { dataDirectory, databaseUrl: await freshDatabase() };
  const first = await startTestServer(storage);
  const browser = await loggedIn(first.url, MEL);
  await first.close();
  const second = new Browser((await startTestServer(storage)).url);
  for (const [name, value] of browser.cookies) second.cookies.set(name, value);
  assert.ok(await second.isLoggedIn());
});

test('a session is valid in its own organization only', async () => {
  const other = await startTestServer();
  await secondOrganization(other);
  const browser = await loggedIn(other.url, MEL);
  const otherBrowser = new Browser(other.url, { host: 'localhost' });
  for (const [name, value] of browser.cookies) otherBrowser.cookies.set(name, value);
  assert.equal(await otherBrowser.isLoggedIn(), false);
  assert.equal((await otherBrowser.get('/login/')).status, 200);
  assert.ok(await browser.isLoggedIn());
});

test('revoking an account’s access ends its sessions, and reactivation restores none', async () => {
  const other = await startTestServer();
  const olive = await other.as('olive');
  const adam = await other.as('adam');
  const password = 'a rather long pass phrase';
  for (const end of [
    () => adam.ok('PATCH', '/settings', { old_password: 'demo-password', new_password: password }),
    () => adam.ok('POST', '/users/me/api_key/regenerate'),
  ]) {
    const { state } = await other.server.directory.hubForHost('');
    const email = state.account(adam.userId)?.email ?? '';
    const browser = await loggedIn(other.url, email);
    await end();
    assert.equal(await browser.isLoggedIn(), false);
  }
  const browser = await loggedIn(other.url, MEL);
  await olive.ok('DELETE', `/users/${mel.userId}`);
  assert.equal(await browser.isLoggedIn(), false);
  await olive.ok('POST', `/users/${mel.userId}/reactivate`);
  assert.equal(await browser.isLoggedIn(), false);
});

test('a browser that was not used for hours can read while nothing can be written', async () => {
  const browser = await loggedIn(server.url, MEL);
  await change(longAgo());
  const readOnly = await makeReadOnly(server);
  assert.equal((await browser.ok('GET', '/users/me')).user_id, mel.userId);
  assert.equal((await touch(browser)).status, 503);
  await readOnly.release();
  assert.equal((await touch(browser)).status, 200);
});
