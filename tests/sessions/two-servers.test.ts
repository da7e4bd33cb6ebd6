// Sessions on two servers of one database: logging in or out at one takes effect at the other at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Browser, type BrowserAnswer, loggedIn } from '../support/browser.ts';
import type { TestServer } from '../support/server.ts';
import { needsPostgres, startTwoServers } from '../support/two-servers.ts';
import { waitUntil } from '../support/waiting.ts';

const MEL = 'mel@example.com';

/** The same browser, with its requests to another server. */
function at({ url }: TestServer, browser: Browser): Browser {
  const other = new Browser(url);
  for (const [name, value] of browser.cookies) other.cookies.set(name, value);
  return other;
}

/** Starts a poll at the browser's server; returns its answer in a list, so that it is not awaited yet. */
async function waitAt({ server }: TestServer, browser: Browser): Promise<[Promise<BrowserAnswer>]> {
  const hub = await server.directory.hubForHost('');
  const before = hub.waitingCount;
  const { queue_id, last_event_id } = await browser.ok('POST', '/register', { event_types: ['message'] });
  const answer = browser.get(`/json/events?queue_id=${queue_id}&last_event_id=${last_event_id}`);
  await waitUntil(async () => hub.waitingCount > before);
  return [answer];
}

test('a session started at one server works at the other, and ends at both', needsPostgres, async () => {
  const { one, two } = await startTwoServers();
  const browser = await loggedIn(one.url, MEL);
  const atSecond = at(two, browser);
  assert.equal((await atSecond.ok('GET', '/users/me')).email, MEL);
  const { sessions } = await atSecond.ok('GET', '/users/me/sessions');
  assert.deepEqual(
    sessions.map((session: { is_current: boolean }) => session.is_current),
    [true],
  );
  await atSecond.ok('DELETE', `/users/me/sessions/${sessions[0].id}`);
  assert.deepEqual([await browser.isLoggedIn(), await atSecond.isLoggedIn()], [false, false]);
});

test(
  'logging out everywhere at one server ends the account’s waiting polls at the other, and no others',
  needsPostgres,
  async () => {
    const { one, two, as } = await startTwoServers();
    const [mia] = await as('mia');
    const [here, elsewhere, somebody] = [
      await loggedIn(one.url, MEL),
      await loggedIn(two.url, MEL),
      await loggedIn(two.url, 'max@example.com'),
    ];
    const [ended] = await waitAt(two, elsewhere);
    const [kept] = await waitAt(two, somebody);
    await here.ok('DELETE', '/users/me/sessions', { keep_current: true });
    const { status, body } = await ended;
    assert.deepEqual([status, body.code], [401, 'UNAUTHORIZED']);
    assert.deepEqual([await here.isLoggedIn(), await elsewhere.isLoggedIn()], [true, false]);
    assert.equal(await at(one, elsewhere).isLoggedIn(), false);
    await mia.sendToChannel('general', 'plans', 'still there');
    assert.equal((await kept).body.events[0].type, 'message');
  },
);

test('a deactivated account is logged out at both servers, with its polls', needsPostgres, async () => {
  const { one, two, as } = await startTwoServers();
  const [[adam], [mel]] = await Promise.all([as('adam'), as('mel')]);
  const browser = await loggedIn(two.url, MEL);
  const [waitingPoll] = await waitAt(two, browser);
  await adam.ok('DELETE', `/users/${mel.userId}`);
  const { status, body } = await waitingPoll;
  // The waiting poll ends without events.
  assert.ok(status === 401 || body.events.every(({ type }: { type: string }) => type === 'heartbeat'));
  assert.equal(await browser.isLoggedIn(), false);
  assert.equal(await at(one, browser).isLoggedIn(), false);
});
