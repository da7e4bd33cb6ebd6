// Errors before any operation runs: credentials, method and body; and how clients name themselves and format what they
// send.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { clientName } from '../../src/server/http/client-name.ts';
import { startTestServer } from '../support/server.ts';

describe('a request', async () => {
  const server = await startTestServer();
  const mel = await server.as('mel');

  for (const [name, authorization, code, message] of [
    ['another scheme', 'Bearer abcdef', 'UNAUTHORIZED', 'This endpoint requires HTTP basic authentication.'],
    ['a scheme alone', 'Basic', 'UNAUTHORIZED', 'Invalid authorization header for basic auth'],
    ['no base64', 'Basic !!!', 'UNAUTHORIZED', 'Invalid authorization header for basic auth'],
    [
      'no colon',
      `Basic ${btoa('mel@example.com')}`,
      'UNAUTHORIZED',
      'Invalid authorization header for basic auth',
    ],
    ['a short key', `Basic ${btoa('mel@example.com:abc')}`, 'INVALID_API_KEY', 'Malformed API key'],
    [
      'a key of other characters',
      `Basic ${btoa(`mel@example.com:${'-'.repeat(32)}`)}`,
      'INVALID_API_KEY',
      'Malformed API key',
    ],
    [
      'an unknown key',
      `Basic ${btoa(`mel@example.com:${'a'.repeat(32)}`)}`,
      'INVALID_API_KEY',
      'Invalid API key',
    ],
    [
      'the key of another',
      `Basic ${btoa(`mia@example.com:${mel.apiKey}`)}`,
      'INVALID_API_KEY',
      'Invalid API key',
    ],
  ] as const) {
    test(`with ${name} as credentials is refused`, async () => {
      const response = await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization } });
      assert.equal(response.status, 401);
      assert.deepEqual(await response.json(), { result: 'error', msg: message, code });
    });
  }

  const sendJson = (method: string, path: string, body: string) => {
    const authorization = `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    return fetch(`${server.url}/api/v1${path}`, { method, headers, body });
  };

  for (const body of ['{bad', '{']) {
    test(`with a body that only claims to be JSON is refused: ${body}`, async () => {
      const response = await sendJson('POST', '/messages', body);
      assert.equal(response.status, 400);
      assert.deepEqual(await response.json(), {
        result: 'error',
        msg: 'Malformed JSON',
        code: 'INVALID_JSON',
      });
    });
  }

  test('with an empty body, whatever type it claims, has no parameters', async () => {
    assert.equal((await sendJson('PATCH', '/settings', '')).status, 200);
  });

  for (const method of ['PUT', 'OPTIONS']) {
    test(`with the unsupported method ${method} is answered with the supported ones`, async () => {
      const response = await fetch(`${server.url}/api/v1/messages`, { method });
      assert.equal(response.status, 405);
      assert.equal(response.headers.get('allow'), 'GET, POST');
      const body = (await response.json()) as { msg: string; allowed_methods: string[] };
      assert.equal(body.msg, 'Method Not Allowed');
      assert.deepEqual(body.allowed_methods, ['GET', 'POST']);
    });
  }

  test('with a value of the wrong type is refused in the same way everywhere', async () => {
    const channels = [{ name: 'a new one' }];
    const refuse = (
      method: 'POST' | 'PATCH',
      path: string,
      parameters: Record<string, unknown>,
      value: string,
    ) => mel.refused(method, path, parameters, 'BAD_REQUEST', `${value} is not an allowed_type`);
    await refuse(
      'POST',
      '/users/me/subscriptions',
      { subscriptions: channels, principals: [true] },
      'principals[0]',
    );
    await refuse(
      'POST',
      '/users/me/subscriptions',
      { subscriptions: channels, can_send_message_group: '"x"' },
      'can_send_message_group',
    );
    await refuse('POST', '/register', { idle_queue_timeout: '"desktop"' }, 'idle_queue_timeout');
    await refuse('PATCH', '/users/me/profile_data', { data: [{ id: 1, value: 5 }] }, 'data[0]["value"]');
  });

  test('may put the id of an event queue in quotes', async () => {
    const queue = await mel.ok('POST', '/register', { event_types: ['message'], fetch_event_types: [] });
    const queueId = JSON.stringify(queue.queue_id);
    const message = {
      type: 'channel',
      to: 'general',
      topic: 'echo',
      content: 'x',
      queue_id: queueId,
      local_id: '"7.01"',
    };
    await mel.ok('POST', '/messages', message);
    const polled = await mel.ok('GET', '/events', {
      queue_id: queueId,
      last_event_id: queue.last_event_id,
      dont_block: true,
    });
    assert.equal(polled.queue_id, queue.queue_id);
    assert.deepEqual(
      polled.events.map((event: { local_message_id: string }) => event.local_message_id),
      ['"7.01"'],
    );
    await mel.ok('DELETE', '/events', { queue_id: queueId });
    await mel.refused('DELETE', '/events', { queue_id: queue.queue_id }, 'BAD_EVENT_QUEUE_ID');
  });
});

describe('the name of a client', () => {
  for (const [agent, name] of [
    ['ZulipMobile/27.1 (Android 14)', 'ZulipMobile'],
    ['ZulipFlutter/30.0.0+12 (iOS 18)', 'ZulipFlutter'],
    ['go-zulip/0.3', 'go-zulip'],
    ['irc2chat/1.0', 'irc2chat'],
    ['My Own Program/2.0 (Linux)', 'My Own Program'],
    ['Helper (Linux; 6.1)', 'Helper'],
    ['Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101', 'website'],
    ['/nothing', 'Unspecified'],
    ['', 'Unspecified'],
    [`${'long'.repeat(10)}/1`, 'long'.repeat(10).slice(0, 30)],
  ] as const) {
    test(`for the user agent ${JSON.stringify(agent)} is ${name}`, () => {
      assert.equal(clientName(undefined, agent), name);
    });
  }

  test('comes from the request’s parameter, if there is one', () => {
    assert.equal(clientName('My Program/3', 'curl/8.5.0'), 'My Program/3');
  });
});
