// E9: the caller's status.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { assertSuccessOnly } from './lookups.ts';

const server = await startTestServer();
const [mel, mia, gus, helper] = await Promise.all([
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
  server.as('helper'),
]);
const path = '/users/me/status';
const statusOf = async ({ userId }: { userId: number }) =>
  (await mia.ok('GET', `/users/${userId}/status`)).status;

beforeEach(() => mel.ok('POST', path, { status_text: '', emoji_name: '', away: false }));

test("E9.1 sets the caller's status and returns no data", async () => {
  for (const client of [mel, gus, helper]) {
    assertSuccessOnly(await client.ok('POST', path, { status_text: 'In a meeting' }));
    assert.deepEqual(await statusOf(client), { status_text: 'In a meeting' });
  }
});

test('E9.2 accepts a text alone', async () => {
  await mel.ok('POST', path, { status_text: 'Only words' });
  assert.deepEqual(await statusOf(mel), { status_text: 'Only words' });
});

test('E9.3 accepts the name of an emoji alone', async () => {
  await mel.ok('POST', path, { emoji_name: 'car' });
  assert.deepEqual(await statusOf(mel), {
    emoji_name: 'car',
    emoji_code: '1f697',
    reaction_type: 'unicode_emoji',
  });
});

test('E9.4 accepts the code and namespace of an emoji', async () => {
  const emoji = { emoji_name: 'house', emoji_code: '1f3e0', reaction_type: 'unicode_emoji' };
  await mel.ok('POST', path, emoji);
  assert.deepEqual(await statusOf(mel), emoji);
});

test('E9.5 hides presence with away', async () => {
  for (const away of [true, false]) {
    await mel.ok('POST', path, { away });
    assert.equal((await mel.registerQueue()).snapshot.user_settings.presence_enabled, !away);
  }
});

test('E9.6 keeps omitted values', async () => {
  await mel.ok('POST', path, { status_text: 'Driving', emoji_name: 'car' });
  await mel.ok('POST', path, { status_text: 'Parking' });
  assert.equal((await statusOf(mel)).emoji_name, 'car');
  await mel.ok('POST', path, { emoji_name: 'house' });
  assert.equal((await statusOf(mel)).status_text, 'Parking');
});

test('E9.7 sets exactly the given status if all parts are sent', async () => {
  await mel.ok('POST', path, { status_text: 'Driving', emoji_name: 'car' });
  const whole = {
    status_text: 'Home',
    emoji_name: 'house',
    emoji_code: '1f3e0',
    reaction_type: 'unicode_emoji',
  };
  await mel.ok('POST', path, whole);
  assert.deepEqual(await statusOf(mel), whole);
});

test('E9.8 accepts 60 code points', async () => {
  const text = '🦉'.repeat(60);
  await mel.ok('POST', path, { status_text: text });
  assert.equal((await statusOf(mel)).status_text, text);
});

test('E9.9 removes the text with an empty string', async () => {
  await mel.ok('POST', path, { status_text: 'Here' });
  await mel.ok('POST', path, { status_text: '' });
  assert.deepEqual(await statusOf(mel), {});
});
