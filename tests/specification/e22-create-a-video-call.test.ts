// E22: a video call at the provider, where people log in once and authorize the server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { videoCallConfiguration } from '../../src/integrations/calls/video-call-configuration.ts';
import { Browser } from '../calls/browser.ts';
import { CLIENT_ID, CLIENT_SECRET, startWebex } from '../calls/webex-stand-in.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { described } from './lookups.ts';

const vendor = await startWebex();
const server = await startTestServer({
  videoCalls: videoCallConfiguration({
    webex_client_id: CLIENT_ID,
    webex_client_secret: CLIENT_SECRET,
    webex_api_url: vendor.apiUrl,
  }),
});
vendor.allow(`${server.url}/calls/webex/complete`);
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
const path = '/calls/vendor/create';

/** Goes through the provider's pages as a user. */
async function giveAccess({ email, apiKey }: ApiClient): Promise<void> {
  const browser = new Browser({ authorization: `Basic ${btoa(`${email}:${apiKey}`)}` });
  assert.equal((await browser.open(`${server.url}/calls/webex/register`)).status, 200);
}

const hasToken = async (client: ApiClient): Promise<boolean> =>
  (await client.registerQueue()).snapshot.has_vendor_token;

test('E22.3 exists since level 493', async () => {
  assert.match((await described(mel, 'POST', path)).description, /\b493\b/);
});

test('E22.4 is refused if the provider is not configured', async () => {
  const client = await (await startTestServer()).as('mel');
  await client.refused('POST', path, {}, 'BAD_REQUEST', /have not been configured/);
});

test('E22.5 is refused without access', async () => {
  await mia.refused('POST', path, {}, 'INVALID_VIDEO_CALL_PROVIDER_TOKEN');
});

test('E22.6 E22.7 the register response and an event report access', async () => {
  assert.equal(await hasToken(mel), false);
  const listener = await mel.registerQueue({ client: 'my-program' });
  await giveAccess(mel);
  const [event] = await listener.eventsOf('has_vendor_token');
  assert.equal(event.value, true);
  assert.equal(await hasToken(mel), true);
});

test('E22.1 creates a call and returns its URL', async () => {
  await giveAccess(mel);
  assert.deepEqual(await mel.ok('POST', path), {
    result: 'success',
    msg: '',
    url: 'https://example.webex.com/meet/1',
  });
});

test('E22.2 has no parameters', async () => {
  await giveAccess(mel);
  const answer = await mel.ok('POST', path, { is_video_call: true });
  assert.deepEqual(answer.ignored_parameters_unsupported, ['is_video_call']);
});
