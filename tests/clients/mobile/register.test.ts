// What the mobile client reads before and right after login, as each person of the demo organization.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DemoName, startTestServer } from '../../support/server.ts';
import { fetchedKey, ownId } from './decoders/answers.ts';
import { emojiData, serverSettings } from './decoders/organization.ts';
import { Phone, raw, read } from './phone.ts';

const server = await startTestServer();
const anonymousPhone = new Phone(server.anonymous);
const everybody: readonly DemoName[] = ['olive', 'adam', 'mona', 'mel', 'mia', 'max', 'gus', 'helper'];

test('the server settings are readable before login', async () => {
  const settings = await anonymousPhone.get(serverSettings, 'server_settings');
  assert.equal(settings.realm_uri.origin, server.url, 'later requests go to the same address');
  assert.equal(settings.is_incompatible, false);
  assert.ok(settings.zulip_feature_level >= 277);
});

test('login with a password gives a key that works', async () => {
  const found = await anonymousPhone.post(fetchedKey, 'fetch_api_key', {
    username: raw('mel@example.com'),
    password: raw('demo-password'),
  });
  const mel = new Phone(server.client(found.email, found.api_key));
  // An empty list of parameters still adds a question mark.
  const own = await mel.get(ownId, 'users/me', {});
  assert.equal(own.user_id, found.user_id);
});

for (const name of everybody) {
  test(`${name} reads the snapshot after login`, async () => {
    const phone = new Phone(await server.as(name));
    const snapshot = await phone.register();
    const self = snapshot.realm_users.find((user) => user.user_id === snapshot.user_id);
    assert.equal(self?.full_name, snapshot.full_name);
    assert.equal(snapshot.idle_queue_timeout_secs, 43_200);
    assert.deepEqual(await phone.events(), [], 'nothing happened since');
  });
}

test('the emoji names are at the address in the snapshot', async () => {
  const { server_emoji_data_url } = await new Phone(await server.as('mel')).register();
  const response = await fetch(server_emoji_data_url);
  assert.ok(response.headers.get('cache-control') || response.headers.get('etag'), 'it can be cached');
  const { code_to_names } = read(emojiData, 'emoji data', response.status, await response.text());
  assert.ok(code_to_names.get('1f419')?.includes('octopus'));
});

test('a quiet queue gets heartbeats', async () => {
  const quiet = await startTestServer({ heartbeatMilliseconds: 50 });
  const phone = new Phone(await quiet.as('mel'));
  await phone.register();
  const [beat] = await phone.nextEvents();
  assert.equal(beat?.type, 'heartbeat');
});
