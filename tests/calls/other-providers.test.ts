// The other providers: BigBlueButton, both modes of Zoom, Nextcloud Talk, Constructor Groups and Jitsi; and which of them
// an organization can choose.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { videoCallConfiguration } from '../../src/integrations/calls/video-call-configuration.ts';
import type { ApiClient } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { Browser } from './browser.ts';
import { startStandIn } from './stand-in.ts';

const basic = ({ email, apiKey }: ApiClient) => ({ authorization: `Basic ${btoa(`${email}:${apiKey}`)}` });
const start = (file: Record<string, string>): Promise<TestServer> =>
  startTestServer({ videoCalls: videoCallConfiguration(file) });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('BigBlueButton', async () => {
  const SECRET = 'meeting secret';
  /** Checks signatures as a BigBlueButton server does. */
  const isSigned = (url: URL): boolean => {
    const call = url.pathname.split('/').at(-1) ?? '';
    const [query = '', checksum] = url.search.slice(1).split('&checksum=');
    return checksum === sha256(`${call}${query}${SECRET}`);
  };
  const success =
    '<response><returncode>SUCCESS</returncode><createTime>1700000000123</createTime></response>';
  const failure = (key: string) =>
    `<response><returncode>FAILED</returncode><messageKey>${key}</messageKey></response>`;
  const meetings = await startStandIn(({ url }) => ({
    body: isSigned(url) ? success : failure('checksumError'),
  }));
  const settings = { bigbluebutton_url: `${meetings.url}bigbluebutton`, bigbluebutton_secret: SECRET };
  const server = await start(settings);
  const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
  const isMeeting = (url: string) => url.startsWith(meetings.url);
  const create = '/calls/bigbluebutton/create';

  const newCall = async (parameters = {}) => {
    const { url } = await mel.ok('GET', create, { meeting_name: 'Weekly & more', ...parameters });
    assert.match(url, /^\/calls\/bigbluebutton\/join\?bigbluebutton=[\w-]+$/);
    return `${server.url}${url}`;
  };

  test('the caller is the moderator, others are viewers, and every request is signed', async () => {
    const url = await newCall();
    assert.equal(meetings.requests.length, 0);
    const joinResults = await Promise.all(
      [mel, mia].map((client) => new Browser(basic(client)).open(url, isMeeting)),
    );
    assert.equal(meetings.requests.length, 2);
    const [first, second] = meetings.requests.map((request) => request.url.searchParams);
    assert.equal(first?.get('name'), 'Weekly & more');
    assert.match(first?.get('meetingID') ?? '', /^parley-\d{12}$/);
    assert.equal(first?.get('meetingID'), second?.get('meetingID'));
    assert.equal(first?.get('lockSettingsDisableCam'), 'false');
    const addresses = joinResults.map((page) => new URL(page.url));
    for (const address of addresses) {
      assert.equal(address.pathname, '/bigbluebutton/api/join');
      assert.ok(isSigned(address));
      assert.ok(!address.search.includes('+'));
      assert.equal(address.searchParams.get('createTime'), '1700000000123');
    }
    assert.deepEqual(
      addresses.map((address) => address.searchParams.get('role')),
      ['MODERATOR', 'VIEWER'],
    );
    const names = await Promise.all(
      [mel, mia].map(async (client) => (await client.ok('GET', '/users/me')).full_name),
    );
    assert.deepEqual(
      addresses.map((address) => address.searchParams.get('fullName')),
      names,
    );
  });

  test('a voice call locks cameras, and a person can log in first', async () => {
    const url = await newCall({ voice_only: true });
    const browser = new Browser();
    const form = { username: 'gus@example.com', password: 'demo-password' };
    const page = await browser.logIn(url, form, isMeeting);
    assert.equal(new URL(page.url).searchParams.get('role'), 'VIEWER');
    assert.equal(meetings.requests.at(-1)?.url.searchParams.get('lockSettingsDisableCam'), 'true');
  });

  test('a modified address is refused', async () => {
    const url = await newCall();
    for (const wrong of [`${url.slice(0, -3)}AAA`, url.replace(/=.*/, '='), url.replace(/\?.*/, '')]) {
      const page = await new Browser(basic(mel)).open(wrong);
      assert.equal(page.status, 400);
      assert.match(page.text, /not made by this server/);
    }
  });

  test('bad parameters, a refusing server and an unreachable one give errors', async () => {
    await mel.refused('GET', create, {}, 'REQUEST_VARIABLE_MISSING', "Missing 'meeting_name' argument");
    await mel.refused('GET', create, { meeting_name: 'x', voice_only: 'maybe' }, 'BAD_REQUEST');
    await mel.refused('GET', create, { meeting_name: 'x'.repeat(256) }, 'BAD_REQUEST');
    const url = await newCall();
    const errorText = async () => {
      const page = await new Browser(basic(mel)).open(url);
      assert.equal(page.status, 400);
      return /<p>(.*?)<\/p>/.exec(page.text)?.[1];
    };
    meetings.answer = () => ({ body: failure('checksumError') });
    assert.equal(
      await errorText(),
      'BigBlueButton did not accept this server or the access that you granted. Try again, or ask your administrator.',
    );
    meetings.answer = () => ({ body: failure('other') });
    const unavailable =
      'BigBlueButton cannot be reached or does not work. Try again later, or ask your administrator.';
    assert.equal(await errorText(), unavailable);
    meetings.answer = () => ({ status: 502, body: 'gone' });
    assert.equal(await errorText(), unavailable);
    await meetings.stop();
    assert.equal(await errorText(), unavailable);
  });
});

describe('Zoom', async () => {
  const zoom = await startStandIn();
  const common = {
    zoom_client_id: 'id',
    zoom_client_secret: 'secret',
    zoom_oauth_url: zoom.url,
    zoom_api_url: `${zoom.url}v2`,
  };
  const token = { access_token: 'access', refresh_token: 'refresh', expires_in: 3600 };
  const meeting = { join_url: 'https://zoom.example/j/1' };
  const credentials = `Basic ${btoa('id:secret')}`;

  test('creates calls with or without video once a person has authorized it', async () => {
    const server = await start(common);
    const mel = await server.as('mel');
    await mel.refused(
      'POST',
      '/calls/zoom/create',
      {},
      'INVALID_VIDEO_CALL_PROVIDER_TOKEN',
      'Invalid Zoom access token',
    );
    const browser = new Browser(basic(mel));
    const consentUrl = new URL(
      (await browser.open(`${server.url}/calls/zoom/register`, (url) => url.startsWith(zoom.url))).url,
    );
    assert.equal(consentUrl.pathname, '/oauth/authorize');
    zoom.answer = ({ url, headers, body }) => {
      if (url.pathname !== '/oauth/token') return { body: meeting };
      assert.equal(headers.authorization, credentials);
      assert.equal(new URLSearchParams(body).get('code'), 'a code');
      return { body: token };
    };
    const redirectUrl = new URL(consentUrl.searchParams.get('redirect_uri') ?? '');
    redirectUrl.searchParams.set('state', consentUrl.searchParams.get('state') ?? '');
    redirectUrl.searchParams.set('code', 'a code');
    const [events] = await expectFold([mel], async () =>
      assert.equal((await browser.open(redirectUrl.toString())).status, 200),
    );
    assert.deepEqual(
      events?.map(({ type, value }) => [type, value]),
      [['has_zoom_token', true]],
    );
    for (const isVideo of [undefined, false]) {
      const { url } = await mel.ok('POST', '/calls/zoom/create', { is_video_call: isVideo });
      assert.equal(url, meeting.join_url);
      const request = zoom.requests.at(-1);
      assert.equal(request?.url.pathname, '/v2/users/me/meetings');
      assert.equal(request?.headers.authorization, 'Bearer access');
      const video = isVideo ?? true;
      assert.deepEqual(JSON.parse(request?.body ?? ''), {
        settings: { host_video: video, participant_video: video },
        default_password: true,
      });
    }
    await mel.refused('POST', '/calls/zoom/create', { is_video_call: 'perhaps' }, 'BAD_REQUEST');
    zoom.answer = () => ({ status: 401, body: {} });
    const [melEvents] = await expectFold([mel], () =>
      mel.refused('POST', '/calls/zoom/create', {}, 'INVALID_VIDEO_CALL_PROVIDER_TOKEN'),
    );
    assert.deepEqual(
      melEvents?.map(({ type, value }) => [type, value]),
      [['has_zoom_token', false]],
    );
    const deauthorization = await fetch(`${server.url}/calls/zoom/deauthorize`, { method: 'POST' });
    assert.deepEqual(await deauthorization.json(), { result: 'success', msg: '' });
  });

  test('creates calls with the server’s account, with one token and without asking people', async () => {
    const server = await start({ ...common, zoom_account_id: 'account' });
    const mel = await server.as('mel');
    let tokens = 0;
    zoom.answer = ({ url, headers, body }) => {
      if (url.pathname !== '/oauth/token') return { body: meeting };
      tokens += 1;
      assert.equal(headers.authorization, credentials);
      assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
        grant_type: 'account_credentials',
        account_id: 'account',
      });
      return { body: { access_token: 'for all' } };
    };
    const create = () => mel.ok('POST', '/calls/zoom/create');
    assert.equal((await create()).url, meeting.join_url);
    assert.equal(zoom.requests.at(-1)?.url.pathname, '/v2/users/mel%40example.com/meetings');
    await create();
    assert.equal(tokens, 1);
    const page = await new Browser(basic(mel)).open(`${server.url}/calls/zoom/register`);
    assert.equal(page.status, 400);
    const works = zoom.answer;
    zoom.answer = () => ({ status: 404, body: { code: 1001 } });
    await mel.refused('POST', '/calls/zoom/create', {}, 'UNKNOWN_ZOOM_USER', 'Unknown Zoom user email');
    zoom.answer = () => ({ status: 401, body: { code: 124 } });
    await mel.refused('POST', '/calls/zoom/create', {}, 'BAD_REQUEST', 'Failed to create Zoom call');
    zoom.answer = () => ({ status: 400, body: { access_token: 'for none' } });
    await mel.refused('POST', '/calls/zoom/create', {}, 'BAD_REQUEST', 'Invalid Zoom credentials');
    zoom.answer = works;
    await create();
    for (const status of [200, 201, 299]) {
      zoom.answer = () => ({ status, body: meeting });
      assert.equal((await create()).url, meeting.join_url);
    }
    for (const status of [300, 404, 429]) {
      zoom.answer = () => ({ status, body: meeting });
      await mel.refused('POST', '/calls/zoom/create', {}, 'BAD_REQUEST', 'Failed to create Zoom call');
    }
    zoom.answer = () => ({ status: 200, body: { join_url: 'javascript:alert(1)' } });
    await mel.refused('POST', '/calls/zoom/create', {}, 'BAD_REQUEST', 'Failed to create Zoom call');
    zoom.answer = works;
    await create();
    assert.equal(tokens, 2);
  });
});

describe('providers whose rooms the server creates', async () => {
  const rooms = await startStandIn();
  const server = await start({
    nextcloud_url: rooms.url,
    nextcloud_talk_username: 'bot',
    nextcloud_talk_password: 'pass:word',
    constructor_groups_url: rooms.url,
    constructor_groups_access_key: 'access',
    constructor_groups_secret_key: 'secret',
  });
  const mel = await server.as('mel');

  test('Nextcloud Talk creates rooms', async () => {
    rooms.answer = () => ({ status: 201, body: { ocs: { data: { token: 'ab12' } } } });
    const create = (room_name: string) => mel.ok('POST', '/calls/nextcloud_talk/create', { room_name });
    assert.equal((await create('#Test > team check-in')).url, `${rooms.url}index.php/call/ab12`);
    const [request] = rooms.requests.slice(-1);
    assert.equal(request?.url.pathname, '/ocs/v2.php/apps/spreed/api/v4/room');
    assert.equal(request?.headers.authorization, `Basic ${btoa('bot:pass:word')}`);
    assert.equal(request?.headers['ocs-apirequest'], 'true');
    assert.deepEqual(JSON.parse(request?.body ?? ''), { roomType: 3, roomName: '#Test > team check-in' });
    await create('x'.repeat(300));
    assert.equal(JSON.parse(rooms.requests.at(-1)?.body ?? '').roomName, `${'x'.repeat(252)}...`);
    await mel.refused('POST', '/calls/nextcloud_talk/create', {}, 'REQUEST_VARIABLE_MISSING');
    for (const wrong of [{ body: 'x' }, { body: { ocs: { data: {} } } }, { status: 401, body: {} }]) {
      rooms.answer = () => wrong;
      const text = 'Failed to create Nextcloud Talk call';
      await mel.refused('POST', '/calls/nextcloud_talk/create', { room_name: 'x' }, 'BAD_REQUEST', text);
    }
  });

  test('Constructor Groups creates rooms', async () => {
    rooms.answer = () => ({ body: { url: 'https://groups.example/room' } });
    const { url } = await mel.ok('POST', '/calls/constructorgroups/create');
    assert.equal(url, 'https://groups.example/room');
    const request = rooms.requests.at(-1);
    assert.equal(request?.url.pathname, '/room/default');
    assert.equal(request?.headers.authorization, `Bearer access|${sha256('access|secret')}`);
    assert.equal(JSON.parse(request?.body ?? '').creator_email, 'mel@example.com');
    for (const wrong of [{ status: 403, body: {} }, { body: {} }]) {
      rooms.answer = () => wrong;
      const text = 'Failed to create Constructor Groups call';
      await mel.refused('POST', '/calls/constructorgroups/create', {}, 'BAD_REQUEST', text);
    }
  });

  test('an unconfigured provider is refused as such', async () => {
    const cases = [
      ['GET', '/calls/bigbluebutton/create', { meeting_name: 'x' }, 'BigBlueButton'],
      ['POST', '/calls/zoom/create', {}, 'Zoom'],
      ['POST', '/calls/vendor/create', {}, 'Webex'],
    ] as const;
    for (const [method, path, parameters, name] of cases) {
      await mel.refused(
        method,
        path,
        parameters,
        'BAD_REQUEST',
        `${name} credentials have not been configured`,
      );
    }
    const page = await new Browser(basic(mel)).open(`${server.url}/calls/bigbluebutton/join?bigbluebutton=x`);
    assert.equal(page.status, 400);
    assert.match(page.text, /BigBlueButton is not set up on this server/);
    const plain = await (await startTestServer()).as('mel');
    await plain.refused(
      'POST',
      '/calls/nextcloud_talk/create',
      { room_name: 'x' },
      'BAD_REQUEST',
      'Nextcloud Talk credentials have not been configured',
    );
    await plain.refused(
      'POST',
      '/calls/constructorgroups/create',
      {},
      'BAD_REQUEST',
      'Constructor Groups credentials have not been configured',
    );
  });
});

describe('an organization’s choice of providers', () => {
  test('includes what the server is configured for, and no other', async () => {
    const server = await start({
      webex_client_id: 'a',
      webex_client_secret: 'b',
      jitsi_url: 'https://meet.acme.example/',
    });
    const olive = await server.as('olive');
    const { snapshot } = await olive.registerQueue();
    assert.deepEqual(snapshot.realm_available_video_chat_providers, {
      disabled: { name: 'None', id: 0 },
      jitsi_meet: { name: 'Jitsi Meet', id: 1 },
      webex: { name: 'Webex', id: 8 },
      parley: { name: 'Parley', id: 1000 },
    });
    assert.equal(snapshot.server_jitsi_server_url, 'https://meet.acme.example');
    assert.equal(snapshot.jitsi_server_url, 'https://meet.acme.example');
    await expectFold([olive, await server.as('gus')], () =>
      olive.ok('PATCH', '/realm', { video_chat_provider: 8 }),
    );
    for (const id of [2, 3, 4, 5, 6, 7, 9]) {
      await olive.refused(
        'PATCH',
        '/realm',
        { video_chat_provider: id },
        'BAD_REQUEST',
        `Invalid video_chat_provider ${id}`,
      );
    }
    const { snapshot: after } = await olive.registerQueue();
    assert.equal(after.realm_video_chat_provider, 8);
    await olive.ok('PATCH', '/realm', { jitsi_server_url: 'https://own.example' });
    assert.equal((await olive.registerQueue()).snapshot.jitsi_server_url, 'https://own.example');
  });

  test('has no Jitsi without a Jitsi server', async () => {
    const { snapshot } = await (await (await start({ jitsi_url: 'none' })).as('mel')).registerQueue();
    assert.equal(snapshot.server_jitsi_server_url, null);
  });
});
