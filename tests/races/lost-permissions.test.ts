// A permission that is withdrawn during a request that needs it: units of work check permissions when they run, in any order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Role } from '../../src/model/accounts/roles.ts';
import { newClient } from '../access/support.ts';
import type { ApiClient, Json } from '../support/client.ts';
import { sendConcurrently } from '../support/concurrent-requests.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const olive = await server.as('olive');
const mel = await server.as('mel');
const mia = await server.as('mia');

let count = 0;
const newAccount = (role: Role) => newClient(server, { key: `racer-${++count}`, role });
const demote = (client: ApiClient, role: Role) => () =>
  olive.request('PATCH', `/users/${client.userId}`, { role });
const deactivate = (client: ApiClient) => () => olive.request('DELETE', `/users/${client.userId}`);

type Call = readonly ['POST' | 'PATCH' | 'DELETE' | 'PUT', string, Json];

const forAdministrators: readonly Call[] = [
  ['POST', '/channel_folders/create', { name: 'made while demoted' }],
  ['POST', '/realm/filters', { pattern: 'RACE-(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' }],
  [
    'POST',
    '/realm/playgrounds',
    { name: 'p', pygments_language: 'Python', url_template: 'https://example.com/{code}' },
  ],
  ['POST', '/realm/profile_fields', { field_type: 1, name: 'raced' }],
  ['PATCH', '/realm', { description: 'raced' }],
  ['PATCH', '/realm/user_settings_defaults', { twenty_four_hour_time: true }],
  ['PATCH', '/settings', { target_users: { user_ids: [mel.userId] }, twenty_four_hour_time: true }],
  ['POST', `/users/${mel.userId}/status`, { status_text: 'raced' }],
  ['PATCH', `/users/${mel.userId}`, { full_name: 'Raced' }],
  ['DELETE', `/users/${mia.userId}`, {}],
  ['DELETE', '/realm/icon', {}],
  ['POST', '/realm/sample_content', {}],
  ['DELETE', '/realm/sample_content', {}],
];

for (const [method, path, parameters] of forAdministrators) {
  test(`an administrator demoted just before is refused: ${method} ${path.replace(/\d+/, '{id}')}`, async () => {
    const admin = await newAccount(Role.administrator);
    const [first, second] = await sendConcurrently(server, [
      demote(admin, Role.member),
      () => admin.request(method, path, parameters),
    ]);
    assert.equal(first?.status, 200, JSON.stringify(first?.body));
    assert.notEqual(second?.status, 200, 'it was carried out');
    assert.ok((second?.status ?? 500) < 500, JSON.stringify(second?.body));
    const other = await newAccount(Role.administrator);
    await other.ok(method, path, parameters);
  });
}

test('an owner demoted to administrator just before adds no domain', async () => {
  const owner = await newAccount(Role.owner);
  const [first, second] = await sendConcurrently(server, [
    demote(owner, Role.administrator),
    () => owner.request('POST', '/realm/domains', { domain: 'raced.example', allow_subdomains: false }),
  ]);
  assert.equal(first?.status, 200, JSON.stringify(first?.body));
  assert.equal(second?.body.code, 'UNAUTHORIZED_PRINCIPAL');
});

test('a member cannot request another address once addresses become fixed', async () => {
  const member = await newAccount(Role.member);
  const [first, second] = await sendConcurrently(server, [
    () => olive.request('PATCH', '/realm', { email_changes_disabled: true }),
    () => member.request('PATCH', '/settings', { email: 'raced@example.org' }),
  ]);
  assert.equal(first?.status, 200, JSON.stringify(first?.body));
  assert.equal(second?.body.msg, 'Email address changes are disabled in this organization.');
  await olive.ok('PATCH', '/realm', { email_changes_disabled: false });
});

const forMembers: readonly Call[] = [
  ['POST', '/bots', { full_name: 'Raced', short_name: 'raced' }],
  ['POST', '/channels/create', { name: 'made by a guest', subscribers: [] }],
  ['POST', '/user_groups/create', { name: 'made by a guest', description: '', members: [] }],
];

for (const [method, path, parameters] of forMembers) {
  for (const [how, lose] of [
    ['becomes a guest', (client: ApiClient) => demote(client, Role.guest)],
    ['is deactivated', deactivate],
  ] as const) {
    test(`a member who ${how} just before is refused: ${method} ${path}`, async () => {
      const member = await newAccount(Role.member);
      const [first, second] = await sendConcurrently(server, [
        lose(member),
        () => member.request(method, path, parameters),
      ]);
      assert.equal(first?.status, 200, JSON.stringify(first?.body));
      assert.notEqual(second?.status, 200, 'it was carried out');
      assert.ok((second?.status ?? 500) < 500, JSON.stringify(second?.body));
    });
  }
}

test('a deactivated account sends, reacts, subscribes and stores nothing', async () => {
  const id = await mel.sendToChannel('general', 'races', 'to be reacted to');
  const calls: readonly Call[] = [
    ['POST', '/messages', { type: 'channel', to: '"general"', topic: 'races', content: 'too late' }],
    ['POST', '/messages', { type: 'direct', to: [mel.userId], content: 'too late' }],
    ['POST', `/messages/${id}/reactions`, { emoji_name: 'heart' }],
    ['POST', '/users/me/subscriptions', { subscriptions: [{ name: 'general' }] }],
    [
      'POST',
      '/reminders',
      { message_id: id, scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 900 },
    ],
    ['POST', '/submessage', { message_id: id, msg_type: 'widget', content: '{}' }],
  ];
  for (const [method, path, parameters] of calls) {
    const member = await newAccount(Role.member);
    const [first, second] = await sendConcurrently(server, [
      deactivate(member),
      () => member.request(method, path, parameters),
    ]);
    assert.equal(first?.status, 200);
    assert.notEqual(second?.status, 200, `${method} ${path}`);
    assert.ok((second?.status ?? 500) < 500, JSON.stringify(second?.body));
  }
});

test('when the last two owners demote each other, one of them stays', async () => {
  const other = await newAccount(Role.owner);
  const answers = await sendConcurrently(server, [
    () => other.request('PATCH', `/users/${olive.userId}`, { role: Role.member }),
    () => olive.request('PATCH', `/users/${other.userId}`, { role: Role.member }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status === 200),
    [true, false],
  );
  assert.equal((await other.request('PATCH', `/users/${olive.userId}`, { role: Role.owner })).status, 200);
});

test('when the last two owners leave at once, one of them stays', async () => {
  const other = await newAccount(Role.owner);
  await olive.ok('PATCH', `/users/${other.userId}`, { role: Role.owner });
  const { members } = await olive.ok('GET', '/users');
  for (const person of members) {
    if (person.role !== Role.owner || [olive.userId, other.userId].includes(person.user_id)) continue;
    await olive.ok('PATCH', `/users/${person.user_id}`, { role: Role.member });
  }
  const answers = await sendConcurrently(server, [
    () => other.request('DELETE', '/users/me'),
    () => olive.request('DELETE', '/users/me'),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status === 200),
    [true, false],
  );
});
