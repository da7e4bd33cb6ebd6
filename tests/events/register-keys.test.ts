// POST /register sends every documented key, with its type, to every account; fetching one name sends only its keys.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { object, parseJson } from '../clients/mobile/decoder.ts';
import type { ApiClient } from '../support/client.ts';
import { type DemoName, startTestServer } from '../support/server.ts';
import { alwaysThere, registerKeys } from './register-keys.ts';

const server = await startTestServer();

const capabilities = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  linkifier_url_template: true,
  archived_channels: true,
  empty_topic_name: true,
  calls: true,
};

/** The answer, with integers and fractional numbers distinguished. */
async function register(
  client: ApiClient,
  parameters: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const pairs = {
    client_capabilities: capabilities,
    slim_presence: true,
    client_gravatar: false,
    ...parameters,
  };
  const response = await fetch(`${server.url}/api/v1/register`, {
    method: 'POST',
    headers: client.email ? { authorization: `Basic ${btoa(`${client.email}:${client.apiKey}`)}` } : {},
    body: new URLSearchParams(Object.entries(pairs).map(([name, value]) => [name, JSON.stringify(value)])),
  });
  assert.equal(response.status, 200);
  return parseJson(await response.text()) as Record<string, unknown>;
}

const unread = 'unread_msgs';
const everyKey = new Set([
  unread,
  ...Object.keys(alwaysThere),
  ...Object.values(registerKeys).flatMap(Object.keys),
]);

function expectComplete(answer: Record<string, unknown>, hasQueue: boolean): void {
  object(alwaysThere)(answer, 'register');
  for (const [name, kinds] of Object.entries(registerKeys)) object(kinds)(answer, `register of ${name}`);
  assert.ok(answer[unread]);
  const expected = hasQueue ? [...everyKey, 'idle_queue_timeout_secs'] : [...everyKey];
  assert.deepEqual(Object.keys(answer).sort(), expected.sort(), 'all documented keys, and no others');
}

for (const name of ['olive', 'adam', 'mona', 'mel', 'gus', 'helper'] satisfies DemoName[]) {
  test(`${name} gets every key`, async () => {
    expectComplete(await register(await server.as(name), {}), true);
  });
}

test('each account gets its own role and permissions', async () => {
  const roleFlags = async (name: DemoName) => {
    const one = await register(await server.as(name), { fetch_event_types: ['realm_user'] });
    return [one.is_owner, one.is_admin, one.is_moderator, one.is_guest];
  };
  assert.deepEqual(await roleFlags('olive'), [true, true, true, false]);
  assert.deepEqual(await roleFlags('adam'), [false, true, true, false]);
  assert.deepEqual(await roleFlags('mona'), [false, false, true, false]);
  assert.deepEqual(await roleFlags('mel'), [false, false, false, false]);
  assert.deepEqual(await roleFlags('gus'), [false, false, false, true]);
});

test('an anonymous viewer gets every key too, and no queue', async () => {
  const answer = await register(server.anonymous, {});
  expectComplete(answer, false);
  assert.equal(answer.queue_id, null);
  assert.deepEqual(answer.presences, {});
  assert.deepEqual(answer.recent_private_conversations, []);
});

test('each name fetched alone sends its own keys', async () => {
  const mel = await server.as('mel');
  for (const [name, kinds] of Object.entries(registerKeys)) {
    const answer = await register(mel, { fetch_event_types: [name] });
    const expected = [...Object.keys(alwaysThere), 'idle_queue_timeout_secs', ...Object.keys(kinds)];
    assert.deepEqual(Object.keys(answer).sort(), expected.sort(), name);
  }
});

test('unread messages need two names, and muting needs no other name', async () => {
  const mel = await server.as('mel');
  const both = await register(mel, { fetch_event_types: ['message', 'update_message_flags'] });
  assert.ok(unread in both);
  const topics = await register(mel, { fetch_event_types: ['user_topic', 'muted_topics'] });
  assert.ok('user_topics' in topics && !('muted_topics' in topics));
});

test('unknown names are ignored', async () => {
  const answer = await register(await server.as('mel'), {
    fetch_event_types: ['alert_words', 'no_such_thing'],
  });
  assert.deepEqual(answer.alert_words, []);
});
