// E7: an administrator changes another user's status.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { assertSuccessOnly, described } from './lookups.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('gus'),
  server.as('helper'),
]);
const path = `/users/${mel.userId}/status`;
const statusOfMel = async () => (await gus.ok('GET', path)).status;

beforeEach(() => mel.ok('POST', '/users/me/status', { status_text: '', emoji_name: '' }));

test('E7.1 sets the status of another person and returns no data', async () => {
  assertSuccessOnly(await adam.ok('POST', path, { status_text: 'At the dentist' }));
  assert.deepEqual(await statusOfMel(), { status_text: 'At the dentist' });
});

test('E7.2 exists since level 407', async () => {
  assert.match((await described(adam, 'POST', '/users/{user_id}/status')).description, /\b407\b/);
});

test('E7.3 rejects a path without a user id', async () => {
  await adam.refused('POST', '/users/mel/status', { status_text: 'x' }, 'BAD_REQUEST', /user_id/);
});

test('E7.4 accepts a text alone', async () => {
  await adam.ok('POST', path, { status_text: 'Only words' });
  assert.deepEqual(await statusOfMel(), { status_text: 'Only words' });
});

test('E7.5 accepts the name of an emoji alone', async () => {
  await adam.ok('POST', path, { emoji_name: 'car' });
  assert.deepEqual(await statusOfMel(), {
    emoji_name: 'car',
    emoji_code: '1f697',
    reaction_type: 'unicode_emoji',
  });
});

test('E7.6 accepts the code and namespace of an emoji', async () => {
  const emoji = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' };
  await adam.ok('POST', path, emoji);
  assert.deepEqual(await statusOfMel(), emoji);
});

test('E7.7 keeps omitted values', async () => {
  await adam.ok('POST', path, { status_text: 'Driving', emoji_name: 'car' });
  await adam.ok('POST', path, { status_text: 'Parking' });
  assert.equal((await statusOfMel()).emoji_name, 'car');
  await adam.ok('POST', path, { emoji_name: 'house' });
  assert.equal((await statusOfMel()).status_text, 'Parking');
});

test('E7.8 is for administrators and owners', async () => {
  for (const client of [olive, adam]) await client.ok('POST', path, { status_text: client.email });
  for (const client of [mona, gus]) await client.refused('POST', path, { status_text: 'x' }, 'BAD_REQUEST');
  await mel.refused('POST', `/users/${gus.userId}/status`, { status_text: 'x' }, 'BAD_REQUEST');
  assert.equal((await statusOfMel()).status_text, adam.email);
});

test('E7.9 allows bots that are administrators', async () => {
  await helper.refused('POST', path, { status_text: 'x' }, 'BAD_REQUEST', 'Insufficient permission');
  await olive.ok('PATCH', `/users/${helper.userId}`, { role: 200 });
  await helper.ok('POST', path, { status_text: 'Set by a bot' });
  assert.equal((await statusOfMel()).status_text, 'Set by a bot');
});

test('E7.10 accepts 60 code points', async () => {
  const text = '🦉'.repeat(60);
  await adam.ok('POST', path, { status_text: text });
  assert.equal((await statusOfMel()).status_text, text);
});

test('E7.11 removes the text with an empty string', async () => {
  await adam.ok('POST', path, { status_text: 'Here' });
  await adam.ok('POST', path, { status_text: '' });
  assert.deepEqual(await statusOfMel(), {});
});
