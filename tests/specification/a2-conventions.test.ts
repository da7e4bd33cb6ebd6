// Conventions of every operation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { channelIdOf, messageFor } from './reading.ts';

const server = await startTestServer();
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
const authorization = `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}`;

async function send(path: string, init: RequestInit = {}) {
  const response = await fetch(`${server.url}${path}`, {
    ...init,
    headers: { authorization, ...(init.headers as Record<string, string>) },
  });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

test('C.1 paths start with /api/v1', async () => {
  assert.equal((await send('/api/v1/users/me')).status, 200);
  assert.equal((await send('/users/me')).status, 404);
});

test('C.2 parameters are form encoded, in the query or the body', async () => {
  const answer = await send(`/api/v1/users?user_ids=${encodeURIComponent(`[${mia.userId}]`)}`);
  assert.equal(JSON.parse(answer.text).members.length, 1);
  const statusAnswer = await send('/api/v1/users/me/status', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'status_text=on+the+road%21',
  });
  assert.equal(statusAnswer.status, 200, statusAnswer.text);
  const { status } = await mia.ok('GET', `/users/${mel.userId}/status`);
  assert.equal(status.status_text, 'on the road!');
});

test('C.3 lists and objects are JSON text', async () => {
  const answer = await mel.ok('GET', '/users', { user_ids: `[${mia.userId}, ${mel.userId}]` });
  assert.equal(answer.members.length, 2);
  await mel.refused('GET', '/users', { user_ids: `${mia.userId} ${mel.userId}` }, 'BAD_REQUEST', /JSON/);
});

test('C.4 some parameters are part of the path', async () => {
  assert.deepEqual((await mel.ok('GET', `/users/${mia.userId}/status`)).status, {});
});

test('C.5 success has a result, an empty message and the data', async () => {
  const { type, text } = await send('/api/v1/realm/linkifiers');
  assert.match(type ?? '', /^application\/json/);
  const { linkifiers, ...envelope } = JSON.parse(text);
  assert.deepEqual(envelope, { result: 'success', msg: '' });
  assert.equal(linkifiers.length, 2);
});

test('C.6 an error has a result, a message and a code', async () => {
  const { type, text } = await send('/api/v1/messages/1', { method: 'DELETE' });
  assert.match(type ?? '', /^application\/json/);
  const { result, msg, code } = JSON.parse(text);
  assert.deepEqual([result, typeof msg, typeof code], ['error', 'string', 'string']);
  assert.ok(msg.length > 0 && /^[A-Z_]+$/.test(code));
});

test('C.7 unknown parameters are named', async () => {
  const some = await mel.ok('GET', '/users/me', { shape: 'round', size: 3 });
  assert.deepEqual(some.ignored_parameters_unsupported.sort(), ['shape', 'size']);
  const answerToPost = await mel.ok('POST', '/users/me/status', { status_text: 'x', mood: 'fine' });
  assert.deepEqual(answerToPost.ignored_parameters_unsupported, ['mood']);
  assert.ok(!('ignored_parameters_unsupported' in (await mel.ok('GET', '/users/me'))));
  assert.ok((await mel.ok('GET', '/server_settings')).zulip_feature_level >= 167);
});

test('C.8 times are integer seconds', async () => {
  const id = await mel.sendToChannel('general', 'times', 'now');
  await mel.ok('PATCH', `/messages/${id}`, { content: 'edited' });
  const message = await messageFor(mia, id);
  const now = Date.now() / 1000;
  for (const moment of [message.timestamp, message.last_edit_timestamp, message.edit_history[0].timestamp]) {
    assert.ok(Number.isInteger(moment) && Math.abs(moment - now) < 120, String(moment));
  }
});

test('C.9 older names call channels streams', async () => {
  const message = await messageFor(mia, await mel.sendToChannel('general', 'names', 'x'));
  assert.equal(message.type, 'stream');
  assert.equal(message.stream_id, await channelIdOf(mel, 'general'));
});
