// Calls on Webex, from the first visit to its OAuth server: granting and refusing access, renewal and revocation.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { videoCallConfiguration } from '../../src/integrations/calls/video-call-configuration.ts';
import { secondOrganization } from '../access/support.ts';
import type { ApiClient } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { Browser, type Page } from './browser.ts';
import { CLIENT_ID, CLIENT_SECRET, startWebex } from './webex-stand-in.ts';

const webex = await startWebex();
const configuration = {
  webex_client_id: CLIENT_ID,
  webex_client_secret: CLIENT_SECRET,
  webex_api_url: webex.apiUrl,
};
const server = await startTestServer({ videoCalls: videoCallConfiguration(configuration) });
const otherUrl = server.url.replace('127.0.0.1', 'localhost');
webex.allow(`${server.url}/calls/webex/complete`, `${otherUrl}/calls/webex/complete`);
const registerPage = `${server.url}/calls/webex/register`;
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
const create = '/calls/vendor/create';
const INVALID = ['INVALID_VIDEO_CALL_PROVIDER_TOKEN', 'Invalid Webex access token'] as const;

const basic = ({ email, apiKey }: ApiClient) => ({ authorization: `Basic ${btoa(`${email}:${apiKey}`)}` });
const isBack = (url: string) => url.startsWith(`${server.url}/calls/`);

/** Grants access as an account; ends on the last page. */
async function connect(client: ApiClient): Promise<Page> {
  return new Browser(basic(client)).open(registerPage);
}

/** Goes to the provider and back, but does not open the redirect address. */
async function almostConnect(browser: Browser): Promise<URL> {
  return new URL((await browser.open(registerPage, isBack)).url);
}

async function hasToken(client: ApiClient): Promise<boolean> {
  const answer = await client.ok('POST', '/register', { fetch_event_types: ['video_calls'] });
  assert.equal(answer.has_vendor_token, answer.has_webex_token);
  assert.equal(answer.has_zoom_token, false);
  return answer.has_webex_token;
}

describe('granting access', () => {
  test('without granted access there is no token and no call', async () => {
    assert.equal(await hasToken(mia), false);
    await mia.refused('POST', create, {}, ...INVALID);
    await mia.refused('POST', '/calls/webex/create', {}, ...INVALID);
  });

  test('the browser is sent to the provider with the OAuth 2 parameters, and nothing in plain text', async () => {
    const consentPage = await new Browser(basic(mel)).open(registerPage, (url) =>
      url.startsWith(webex.apiUrl),
    );
    const { pathname, searchParams } = new URL(consentPage.url);
    assert.equal(pathname, '/v1/authorize');
    assert.equal(searchParams.get('response_type'), 'code');
    assert.equal(searchParams.get('client_id'), CLIENT_ID);
    assert.equal(searchParams.get('redirect_uri'), `${server.url}/calls/webex/complete`);
    assert.equal(searchParams.get('scope'), 'meeting:schedules_read meeting:schedules_write spark:all');
    assert.equal(searchParams.get('code_challenge_method'), 'S256');
    assert.ok(!consentPage.url.includes(encodeURIComponent(CLIENT_SECRET)));
    const cookie = consentPage.headers.get('set-cookie') ?? '';
    assert.match(cookie, /; Path=\/calls; .*HttpOnly; SameSite=Lax/);
  });

  test('a person who logs in grants access, and only their clients get an event', async () => {
    const browser = new Browser();
    const redirect = await browser.open(registerPage);
    assert.equal(redirect.status, 200);
    assert.equal(new URL(redirect.url).pathname, '/login/');
    const form = { username: 'mel@example.com', password: 'demo-password' };
    const [seenByMel, seenByMia] = await expectFold([mel, mia], async () => {
      const page = await browser.logIn(registerPage, form);
      assert.equal(page.status, 200, page.text);
      assert.match(page.text, /Webex is connected/);
    });
    assert.deepEqual(
      seenByMel?.map(({ id, ...event }) => event),
      [{ type: 'has_webex_token', value: true }],
    );
    assert.deepEqual(seenByMia, []);
    assert.equal(await hasToken(mel), true);
    assert.equal(await hasToken(mia), false);
  });

  test('a person already logged in is not asked again', async () => {
    const browser = new Browser();
    const form = { username: 'mia@example.com', password: 'demo-password' };
    await browser.logIn(`${server.url}/login/?next=%2Fhealth`, form);
    const { url } = await browser.open(registerPage, (to) => !to.startsWith(server.url));
    assert.ok(url.startsWith(webex.apiUrl), url);
  });

  test('a call is created in their name', async () => {
    const before = webex.apiCalls().length;
    const { url } = await mel.ok('POST', create);
    assert.equal(url, 'https://example.webex.com/meet/1');
    const [room, meeting] = webex.apiCalls().slice(before);
    assert.equal(room?.url.pathname, '/v1/rooms');
    assert.equal(JSON.parse(room?.body ?? '').isPublic, true);
    assert.equal(meeting?.url.pathname, '/v1/meetings');
    assert.deepEqual(JSON.parse(meeting?.body ?? ''), {
      adhoc: true,
      roomId: 'room-1',
      title: 'Webex Ad-hoc meeting',
    });
    assert.equal((await mel.ok('POST', '/calls/webex/create')).url, url);
  });

  test('the event has the name that a client knows or asked for', async () => {
    const listeners = await Promise.all([
      mia.registerQueue({ client: 'ZulipMobile' }),
      mia.registerQueue({ client: 'SomethingNew' }),
      mia.registerQueue({ event_types: ['has_vendor_token'] }),
      mia.registerQueue({ client: 'SomethingNew', event_types: ['has_webex_token'] }),
    ]);
    await connect(mia);
    const types = await Promise.all(
      listeners.map(async (one) => (await one.events()).map(({ type }) => type)),
    );
    assert.deepEqual(types, [
      ['has_webex_token'],
      ['has_vendor_token'],
      ['has_vendor_token'],
      ['has_webex_token'],
    ]);
  });

  test('no token is stored in plain text in the database or in the event log', async () => {
    await mel.ok('POST', create);
    const bearers = webex
      .apiCalls()
      .map(({ headers }) => (headers.authorization ?? '').replace('Bearer ', ''));
    assert.ok(bearers.length > 0);
    const { db } = server.server.services.database.reader(mel.userId);
    const tokens = await db.selectFrom('call_token').selectAll().execute();
    const entries = await db.selectFrom('event').select('entry').execute();
    assert.equal(tokens.length, 2);
    const text = JSON.stringify([tokens, entries]);
    for (const bearer of bearers) assert.ok(!text.includes(bearer));
  });
});

describe('granting access is refused for', () => {
  test('wrong credentials, on the page and in the header', async () => {
    const form = { username: 'mel@example.com', password: 'wrong' };
    const refusal = await new Browser().logIn(registerPage, form);
    assert.equal(new URL(refusal.url).pathname, '/login/');
    assert.match(refusal.text, /Your email or password is incorrect/);
    const header = await new Browser({ authorization: `Basic ${btoa('mel@example.com:nokey')}` }).open(
      registerPage,
    );
    assert.equal(header.status, 401);
  });

  test('a password sent to the page itself', async () => {
    const form = { email: 'mel@example.com', password: 'demo-password' };
    assert.equal((await new Browser().submit(registerPage, form)).status, 404);
  });

  test('an invalid, a modified and a missing state', async () => {
    const olive = await server.as('olive');
    const browser = new Browser(basic(olive));
    const back = await almostConnect(browser);
    const state = back.searchParams.get('state') ?? '';
    const changedState = `${state.slice(0, -2)}${state.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const wrong of ['', 'nonsense', changedState]) {
      back.searchParams.set('state', wrong);
      const page = await browser.open(back.toString());
      assert.equal(page.status, 400);
      assert.match(page.text, /attempt to connect Webex is no longer valid/);
    }
    assert.equal(await hasToken(olive), false);
  });

  test('an answer in another browser than the one redirected, so that no link grants access for someone else', async () => {
    const olive = await server.as('olive');
    const back = await almostConnect(new Browser(basic(olive)));
    const page = await new Browser().open(back.toString());
    assert.equal(page.status, 400);
    assert.match(page.text, /attempt to connect Webex is no longer valid/);
    const other = new Browser(basic(await server.as('adam')));
    await almostConnect(other);
    assert.equal((await other.open(back.toString())).status, 400);
    assert.equal(await hasToken(olive), false);
  });

  test('a code that the provider did not issue, and a used one', async () => {
    const olive = await server.as('olive');
    const browser = new Browser(basic(olive));
    const back = await almostConnect(browser);
    back.searchParams.set('code', 'made-up');
    const page = await browser.open(back.toString());
    assert.equal(page.status, 400);
    assert.match(page.text, /Webex did not accept this server/);
    assert.equal(await hasToken(olive), false);
    const gusBrowser = new Browser(basic(await server.as('gus')));
    const used = await almostConnect(gusBrowser);
    assert.equal((await gusBrowser.open(used.toString())).status, 200);
    assert.equal((await gusBrowser.open(used.toString())).status, 400);
  });

  test('a person who declines', async () => {
    const olive = await server.as('olive');
    webex.givesConsent = false;
    const page = await connect(olive);
    webex.givesConsent = true;
    assert.equal(page.status, 403);
    assert.match(page.text, /Access was not granted/);
    assert.equal(await hasToken(olive), false);
    await olive.refused('POST', create, {}, ...INVALID);
  });

  test('an account deactivated in the meantime', async () => {
    const [olive, max] = await Promise.all([server.as('olive'), server.as('max')]);
    const browser = new Browser(basic(max));
    const back = await almostConnect(browser);
    await olive.ok('DELETE', `/users/${max.userId}`);
    assert.equal((await browser.open(back.toString())).status, 400);
  });
});

test('an answer that arrives at another address of the server is forwarded to its organization', async () => {
  const elsa = await secondOrganization(server);
  const browser = new Browser(basic(elsa));
  const atHome = await browser.open(`${otherUrl}/calls/vendor/register`, (url) =>
    url.startsWith(`${otherUrl}/calls/`),
  );
  const page = await browser.open(atHome.url.replace('localhost', '127.0.0.1'));
  assert.equal(page.status, 200, page.text);
  assert.ok(page.url.startsWith(otherUrl));
  assert.equal(await hasToken(elsa), true);
});

describe('a stored token', () => {
  before(async () => {
    assert.equal((await connect(mel)).status, 200);
  });

  test('is renewed once after it expired, even by concurrent requests', async () => {
    webex.tokenSeconds = 1;
    await connect(mel);
    webex.tokenSeconds = 3600;
    const { refreshed } = webex.issued;
    const [events] = await expectFold([mel], async () => {
      const answers = await Promise.all([1, 2, 3].map(() => mel.ok('POST', create)));
      for (const { url } of answers) assert.equal(url, 'https://example.webex.com/meet/1');
    });
    assert.deepEqual(events, []);
    assert.equal(webex.issued.refreshed, refreshed + 1);
    await mel.ok('POST', create);
    assert.equal(webex.issued.refreshed, refreshed + 1);
  });

  test('is deleted when the provider refuses it, and the clients get an event', async () => {
    await webex.revokeAll();
    const [events] = await expectFold([mel], () => mel.refused('POST', create, {}, ...INVALID));
    assert.deepEqual(
      events?.map(({ id, ...event }) => event),
      [{ type: 'has_webex_token', value: false }],
    );
    assert.equal(await hasToken(mel), false);
  });

  test('is deleted when it has expired and cannot be renewed', async () => {
    webex.tokenSeconds = 1;
    await connect(mel);
    webex.tokenSeconds = 3600;
    await webex.revokeAll();
    const [events] = await expectFold([mel], () => mel.refused('POST', create, {}, ...INVALID));
    assert.deepEqual(
      events?.map(({ type, value }) => [type, value]),
      [['has_webex_token', false]],
    );
    const [again] = await expectFold([mel], () => mel.refused('POST', create, {}, ...INVALID));
    assert.deepEqual(again, []);
  });
});

describe('a provider', () => {
  before(async () => {
    assert.equal((await connect(mel)).status, 200);
  });

  test('without public rooms provides the person’s own room', async () => {
    const { room } = webex;
    webex.room = { status: 403, body: {} };
    const before = webex.apiCalls().length;
    await mel.ok('POST', create);
    webex.room = room;
    const body = JSON.parse(webex.apiCalls()[before + 1]?.body ?? '');
    assert.equal(body.scheduledType, 'personalRoomMeeting');
    assert.match(body.start, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    assert.equal(Date.parse(body.end) - Date.parse(body.start), 40 * 60_000);
  });

  test('that refuses the room or the meeting, or answers nonsense, causes a clear error, and the token stays', async () => {
    const { room, meeting } = webex;
    webex.room = { status: 400, body: {} };
    await mel.refused('POST', create, {}, 'BAD_REQUEST', 'Failed to create Webex public room.');
    webex.room = room;
    for (const wrong of [
      { status: 404, body: {} },
      { body: 'nonsense' },
      { body: { webLink: 'javascript:alert(1)' } },
      { body: [] },
    ]) {
      webex.meeting = wrong;
      await mel.refused('POST', create, {}, 'BAD_REQUEST', 'Failed to create Webex call');
    }
    webex.meeting = { status: 503, body: 'x'.repeat(300) };
    await mel.refused(
      'POST',
      create,
      {},
      'BAD_REQUEST',
      /^Error connecting to the Webex server: HTTP 503: x{100,200}…?$/,
    );
    webex.meeting = meeting;
    assert.equal(await hasToken(mel), true);
    await mel.ok('POST', create);
  });

  test('that is unreachable causes clear errors, and the token stays', async () => {
    const browser = new Browser(basic(mel));
    const back = await almostConnect(browser);
    await webex.standIn.stop();
    const down = 'Error connecting to the Webex server: the connection was refused';
    await mel.refused('POST', create, {}, 'BAD_REQUEST', down);
    assert.equal(await hasToken(mel), true);
    const page = await browser.open(back.toString());
    assert.equal(page.status, 400);
    assert.match(page.text, /Webex cannot be reached/);
  });
});

test('without configuration the provider is not available', async () => {
  const plain = await startTestServer();
  const client = await plain.as('mel');
  await client.refused('POST', create, {}, 'BAD_REQUEST', 'Webex credentials have not been configured');
  const page = await new Browser(basic(client)).open(`${plain.url}/calls/webex/register`);
  assert.equal(page.status, 400);
  assert.match(page.text, /Webex is not set up on this server/);
});
