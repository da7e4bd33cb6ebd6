// The parts of a status.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { gif, sendFiles } from '../uploads/support.ts';

const server = await startTestServer();
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
const set = (values: Record<string, unknown>) => mel.ok('POST', '/users/me/status', values);
const path = `/users/${mel.userId}/status`;
const status = async () => (await mia.ok('GET', path)).status;

test('R-status.1 a text has up to sixty code points', async () => {
  const longest = '🌊'.repeat(60);
  await set({ status_text: longest });
  assert.equal((await status()).status_text, longest);
  await mel.refused('POST', '/users/me/status', { status_text: `${longest}!` }, 'BAD_REQUEST', /60/);
});

test('R-status.2 an empty string clears the text', async () => {
  await set({ status_text: 'here' });
  await set({ status_text: '' });
  assert.deepEqual(await status(), {});
});

test('R-status.3 an emoji is in one of three namespaces', async () => {
  await set({ emoji_name: 'car' });
  assert.deepEqual(await status(), {
    emoji_name: 'car',
    emoji_code: '1f697',
    reaction_type: 'unicode_emoji',
  });
  await sendFiles(mel, '/realm/emoji/ours', [{ name: 'ours.gif', bytes: gif(1), type: 'image/gif' }]);
  await set({ emoji_name: 'ours' });
  assert.equal((await status()).reaction_type, 'realm_emoji');
  await set({ emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'service_extra_emoji' });
  const { body } = await mia.request('GET', path, {}, { 'user-agent': 'my-program/1.0' });
  assert.equal(body.status.reaction_type, 'service_extra_emoji');
});

test('R-status.4 away is the presence setting', async () => {
  const enabled = async () => (await mel.registerQueue()).snapshot.user_settings.presence_enabled;
  await set({ away: true });
  assert.equal(await enabled(), false);
  await set({ away: false });
  assert.equal(await enabled(), true);
});

test('R-status.5 the presence setting is returned as away', async () => {
  await set({ status_text: 'quiet' });
  await mel.ok('PATCH', '/settings', { presence_enabled: false });
  assert.equal((await status()).away, true);
  await mel.ok('PATCH', '/settings', { presence_enabled: true });
  assert.ok(!(await status()).away);
});
