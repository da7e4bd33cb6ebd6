// The table of errors: the code and message of each.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Method } from '../../src/api-contract/operation.ts';
import type { ApiClient, Json } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { farFuture } from '../support/waiting.ts';
import { registerPhone, startRelay } from './push-devices.ts';
import { channelIdOf } from './reading.ts';

const relay = await startRelay();
const server = await startTestServer({ pushRelay: relay.configuration });
const [olive, adam, mona, mel, mia, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);
const general = await channelIdOf(mel, 'general');
const leadership = await channelIdOf(olive, 'leadership');
const restricted = (
  await adam.ok('POST', '/realm/profile_fields', {
    name: 'Badge',
    hint: '',
    field_type: 1,
    editable_by_user: false,
  })
).id;
const messageId = await mel.sendToChannel('general', 'errors', 'stays');
await mel.ok('POST', '/navigation_views', { fragment: 'inbox', is_pinned: true });

const scheduled = (to: unknown, type = 'channel') => ({
  type,
  to,
  topic: 'later',
  content: 'x',
  scheduled_delivery_timestamp: farFuture(),
});

type Row = readonly [id: string, ApiClient, Method, string, Json, code: string, message: string | RegExp];

const status: readonly (readonly [string, Json, string])[] = [
  ['X.6', {}, 'Client did not pass any new values.'],
  ['X.7', { status_text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
  ['X.7', { status_text: '🦉'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
  [
    'X.8',
    { emoji_code: '1f697' },
    'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
  ],
  [
    'X.8',
    { status_text: 'x', reaction_type: 'unicode_emoji' },
    'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
  ],
  ['X.9', { emoji_name: 'no_such_emoji' }, "Emoji 'no_such_emoji' does not exist"],
  ['X.10', { emoji_name: 'car', emoji_code: '1f600', reaction_type: 'unicode_emoji' }, 'Invalid emoji name.'],
  ['X.11', { emoji_name: 'own', emoji_code: '999', reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
];

const rows: readonly Row[] = [
  [
    'X.3',
    mel,
    'POST',
    '/scheduled_messages',
    scheduled(999_999),
    'STREAM_DOES_NOT_EXIST',
    "Channel with ID '999999' does not exist",
  ],
  [
    'X.4',
    mel,
    'POST',
    '/scheduled_messages',
    scheduled([999_999], 'direct'),
    'BAD_REQUEST',
    'Invalid user ID 999999',
  ],
  [
    'X.5',
    mona,
    'POST',
    `/users/${mel.userId}/status`,
    { status_text: 'x' },
    'BAD_REQUEST',
    'Insufficient permission',
  ],
  ...status.flatMap(([id, sent, message]): Row[] => [
    [id, mel, 'POST', '/users/me/status', sent, 'BAD_REQUEST', message],
    [id, adam, 'POST', `/users/${mel.userId}/status`, sent, 'BAD_REQUEST', message],
  ]),
  [
    'X.12',
    olive,
    'PATCH',
    `/users/${gus.userId}`,
    { role: 200 },
    'BAD_REQUEST',
    'Guests cannot be organization administrators',
  ],
  [
    'X.13',
    mona,
    'POST',
    `/streams/${general}/delete_topic`,
    { topic_name: 'errors' },
    'UNAUTHORIZED_PRINCIPAL',
    'Must be an organization administrator',
  ],
  [
    'X.14',
    mel,
    'PATCH',
    '/users/me/profile_data',
    { data: [{ id: restricted, value: 'x' }] },
    'BAD_REQUEST',
    /not allowed to change this field.*administrator/,
  ],
  [
    'X.15',
    mel,
    'PATCH',
    '/users/me/profile_data',
    { data: [{ id: 999_999, value: 'x' }] },
    'BAD_REQUEST',
    'Field id 999999 not found.',
  ],
  [
    'X.16',
    olive,
    'DELETE',
    `/users/${olive.userId}`,
    {},
    'BAD_REQUEST',
    'Cannot deactivate the only organization owner',
  ],
  [
    'X.17',
    mel,
    'PATCH',
    '/navigation_views/inbox',
    { name: 'Mine' },
    'BAD_REQUEST',
    'Built-in views cannot have a custom name',
  ],
  [
    'X.18',
    mel,
    'PATCH',
    '/navigation_views/narrow/is/alerted',
    { is_pinned: true },
    'NOT_FOUND',
    'Navigation view does not exist.',
  ],
  ['X.19', mel, 'GET', '/streams/999999/email_address', {}, 'BAD_REQUEST', 'Invalid channel ID'],
  ['X.19', mel, 'GET', `/streams/${leadership}/email_address`, {}, 'BAD_REQUEST', 'Invalid channel ID'],
  ['X.20', mel, 'DELETE', '/messages/999999', {}, 'BAD_REQUEST', 'Invalid message(s)'],
  [
    'X.21',
    mia,
    'DELETE',
    `/messages/${messageId}`,
    {},
    'BAD_REQUEST',
    "You don't have permission to delete this message",
  ],
];

for (const [id, client, method, path, parameters, code, message] of rows) {
  test(`${id} ${method} ${path} ${JSON.stringify(parameters).slice(0, 60)} is refused`, async () => {
    await client.refused(method, path, parameters, code, message);
  });
}

test('X.1 every error has the three fields', async () => {
  for (const [, client, method, path, parameters] of rows) {
    const { status: httpStatus, body } = await client.request(method, path, parameters);
    assert.ok(httpStatus >= 400 && httpStatus < 500);
    assert.equal(body.result, 'error');
    assert.equal(typeof body.msg, 'string');
    assert.equal(typeof body.code, 'string');
  }
});

test('X.2 an unknown channel is named in the error', async () => {
  const body = await mel.refused('POST', '/scheduled_messages', scheduled(999_999), 'STREAM_DOES_NOT_EXIST');
  assert.equal(body.stream_id, 999_999);
});

const testNotification = '/mobile_push/e2ee/test_notification';

test('X.22 E21 is refused without a registered device', async () => {
  const message = 'No active registered push device';
  await mia.refused('POST', testNotification, {}, 'NO_ACTIVE_PUSH_DEVICE', message);
  const { deviceId } = await registerPhone(mel);
  const others = { device_id: deviceId };
  await mia.refused('POST', testNotification, others, 'NO_ACTIVE_PUSH_DEVICE', message);
});

const refusedByRelay = (status: number, code: string) => ({
  status,
  body: { result: 'error', msg: '', code },
});

for (const [cause, instead] of [
  ['wrong credentials', refusedByRelay(401, 'INVALID_ZULIP_SERVER')],
  ['an expired plan', refusedByRelay(400, 'PUSH_NOTIFICATIONS_DISALLOWED')],
  ['an organization that is not registered', refusedByRelay(403, 'MISSING_REMOTE_REALM')],
] as const) {
  test(`X.23 E21 refers to the administrator or a later attempt, with ${cause}`, async () => {
    await registerPhone(mel);
    relay.instead = instead;
    await mel.refused(
      'POST',
      testNotification,
      {},
      'ADMIN_ACTION_REQUIRED',
      /contact the server administrator or retry later/,
    );
    relay.instead = undefined;
  });
}

test('X.25 E21 says to retry later if the relay fails', async () => {
  await registerPhone(mel);
  relay.instead = { status: 503, body: '' };
  const code = 'INTERNAL_SERVER_ERROR_ON_BOUNCER';
  await mel.refused('POST', testNotification, {}, code, /retry later/);
  relay.instead = undefined;
});

test('X.24 E21 reports a network error if the relay is unreachable', async () => {
  await registerPhone(mel);
  await relay.standIn.stop();
  await mel.refused('POST', testNotification, {}, 'FAILED_TO_CONNECT_BOUNCER', /[Nn]etwork error/);
});
