// What a new organization contains when it is created without a request.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { login, startRealServer } from '../server/real-organization.ts';
import { ApiClient } from '../support/client.ts';

test('a founder at the command line gets a welcome message, and the first channel a first message', async () => {
  let ahead = 0;
  const server = await startRealServer({ clock: () => Date.now() / 1000 + ahead });
  ahead = 60;
  await server.server.scheduler.runDue();
  const { api_key: key } = await server.anonymous.ok('POST', '/fetch_api_key', login);
  const bo = new ApiClient(server.url, login.username, key);
  const page = { anchor: 'newest', num_before: 10, num_after: 0 };
  const { messages } = await bo.ok('GET', '/messages', page);
  assert.deepEqual(
    messages.map((one: { type: string; subject: string }) => [one.type, one.subject]),
    [
      ['stream', 'greetings'],
      ['private', ''],
    ],
  );
  assert.match(messages[0].content, /first channel of Acme/);
  const { subscriptions } = await bo.ok('GET', '/users/me/subscriptions');
  assert.equal(subscriptions[0].invite_only, false);
  assert.match(messages[1].content, /welcome to Acme/);
  await bo.ok('POST', '/channels/create', { name: 'plans', subscribers: [], announce: true });
  const { messages: after } = await bo.ok('GET', '/messages', page);
  assert.equal(after.at(-1).display_recipient, 'general');
  assert.match(after.at(-1).content, /created a new channel/);
});
