// Errors as the mobile client reads them: always a 4xx with code and message in JSON.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../../support/server.ts';
import { done, messages, sent } from './decoders/answers.ts';
import { events } from './decoders/events.ts';
import { snapshot } from './decoders/snapshot.ts';
import { Phone, RequestError, raw, registration } from './phone.ts';

const server = await startTestServer();
const mel = new Phone(await server.as('mel'));
await mel.register();

async function expectRefused(work: Promise<unknown>): Promise<RequestError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof RequestError) return error;
    throw error;
  }
  assert.fail('it was not refused');
}

const send = (parameters: Record<string, unknown>) => mel.post(sent, 'messages', parameters);

test('an expired queue makes the client register again', async () => {
  const error = await expectRefused(
    mel.get(events, 'events', { queue_id: raw('no-such-queue'), last_event_id: 5 }),
  );
  assert.deepEqual(
    [error.status, error.code, error.more.queue_id],
    [400, 'BAD_EVENT_QUEUE_ID', 'no-such-queue'],
  );
});

test('another account’s queue is refused like an unknown one', async () => {
  const mia = new Phone(await server.as('mia'));
  await mia.register();
  const error = await expectRefused(
    mel.get(events, 'events', { queue_id: raw(mia.queueId), last_event_id: -1, dont_block: true }),
  );
  assert.equal(error.code, 'BAD_EVENT_QUEUE_ID');
});

test('a wrong key logs the account out', async () => {
  const { email } = await server.as('mel');
  const wrongKeyPhone = new Phone(server.client(email, 'x'.repeat(32)));
  const error = await expectRefused(wrongKeyPhone.post(snapshot, 'register', registration));
  assert.deepEqual([error.status, error.code], [401, 'INVALID_API_KEY']);
});

test('an anonymous viewer has no queue, whatever they may read', async () => {
  const anonymousPhone = new Phone(server.anonymous);
  const error = await expectRefused(
    anonymousPhone.get(events, 'events', { queue_id: raw('x'), last_event_id: -1 }),
  );
  assert.equal(error.status, 401);
});

test('a wrong password is refused', async () => {
  const anonymousPhone = new Phone(server.anonymous);
  const error = await expectRefused(
    anonymousPhone.post(done, 'fetch_api_key', { username: raw('mel@example.com'), password: raw('no') }),
  );
  assert.deepEqual([error.status, error.code], [401, 'AUTHENTICATION_FAILED']);
});

test('a deactivated account is refused', async () => {
  const max = new Phone(await server.as('max'));
  await max.register();
  const { user_id } = max.snapshot;
  await (await server.as('olive')).ok('DELETE', `/users/${user_id}`, {});
  const error = await expectRefused(max.post(snapshot, 'register', registration));
  assert.deepEqual([error.status, error.code], [401, 'USER_DEACTIVATED']);
});

test('messages to missing conversations, empty and too long ones are refused', async () => {
  const general = mel.snapshot.streams.find(({ name }) => name === 'general')?.stream_id;
  const stream = { type: raw('stream'), to: general, topic: raw('t') };
  assert.equal(
    (await expectRefused(send({ ...stream, to: 999_999, content: raw('x') }))).code,
    'STREAM_DOES_NOT_EXIST',
  );
  for (const content of ['', '   ', 'a\u0000b']) {
    assert.equal(
      (await expectRefused(send({ ...stream, content: raw(content) }))).status,
      400,
      JSON.stringify(content),
    );
  }
  for (const to of [[], [999_999], {}]) {
    assert.equal(
      (await expectRefused(send({ type: raw('direct'), to, content: raw('x') }))).status,
      400,
      JSON.stringify(to),
    );
  }
  const { id } = await send({ ...stream, content: raw('x'.repeat(10_000)) });
  assert.ok(id > 0);
  await send({ ...stream, content: raw('x'.repeat(10_100)) }).catch((error: unknown) =>
    assert.ok(error instanceof RequestError),
  );
});

test('missing things and forbidden actions are refused', async () => {
  const cases: readonly (readonly ['get' | 'post' | 'patch' | 'delete', string, Record<string, unknown>])[] =
    [
      ['get', 'messages/999999', { allow_empty_topic_name: true }],
      ['get', 'messages/nonsense', {}],
      ['get', 'no/such/route', {}],
      ['post', 'no/such/route', {}],
      ['patch', 'messages/999999', { content: raw('x') }],
      ['patch', 'messages/1', { content: raw('x') }],
      ['delete', 'messages/1', {}],
      ['delete', 'register', {}],
      ['post', 'messages/flags', { messages: [1], op: raw('toggle'), flag: raw('read') }],
      ['post', 'messages/flags', { messages: 'all', op: raw('add'), flag: raw('read') }],
      [
        'post',
        'messages/1/reactions',
        { emoji_name: raw('nothing'), emoji_code: raw('1f419'), reaction_type: raw('unicode_emoji') },
      ],
      ['post', 'typing', { op: raw('start'), type: raw('private'), to: [1] }],
      ['post', 'user_topics', { stream_id: 999_999, topic: raw('x'), visibility_policy: 1 }],
      ['patch', 'realm', { name: raw('Mine now') }],
      ['get', 'users/me/999999/topics', { allow_empty_topic_name: true }],
    ];
  for (const [method, path, parameters] of cases) {
    const error = await expectRefused(mel[method](done, path, parameters));
    assert.ok(error.status >= 400 && error.status < 500, `${method} ${path}`);
  }
});

test('invalid narrows are refused', async () => {
  const page = (narrow: unknown) =>
    mel.get(messages, 'messages', {
      narrow,
      anchor: raw('newest'),
      num_before: 5,
      num_after: 0,
      allow_empty_topic_name: true,
    });
  for (const narrow of [
    [{ operator: 'stream', operand: 999_999 }],
    [{ operator: 'dm', operand: [999_999] }],
    [{ operator: 'is', operand: 'unknown' }],
    [{ operator: 'no-such', operand: 'x' }],
  ]) {
    const { code, message } = await expectRefused(page(narrow));
    assert.equal(code, 'BAD_NARROW', `${JSON.stringify(narrow)}: ${message}`);
  }
  assert.equal((await expectRefused(page('everything'))).code, 'BAD_REQUEST');
});
