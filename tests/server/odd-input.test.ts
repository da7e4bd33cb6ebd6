// Requests that no client would send: each gets a clear error, none counts as a failure of the server.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const authorization = `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}`;

async function statusOf(path: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(`${server.url}${path}`, {
    ...init,
    headers: { authorization, ...init.headers },
  });
  await response.arrayBuffer();
  return response.status;
}

const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const bodies: Record<string, RequestInit> = {
  'very deep JSON': { headers: json, body: `{"type":${deep}}` },
  'a list for a body': { headers: json, body: '[1]' },
  'null for a body': { headers: json, body: 'null' },
  'broken JSON': { headers: json, body: '{"type":' },
  'deep JSON in a field': { headers: form, body: `type=channel&topic=x&content=x&to=${deep}` },
  'a prototype': { headers: json, body: '{"__proto__":{"type":"channel"},"constructor":1}' },
  NUL: { headers: form, body: 'type=channel&to=general&topic=%00&content=%00' },
  'bytes that are no text': { headers: form, body: 'type=channel&to=general&topic=%ff%fe&content=%c3%28' },
  'a lone surrogate': {
    headers: json,
    body: '{"type":"channel","to":"general","topic":"\\ud800","content":"\\udfff"}',
  },
  'multipart without a boundary': { headers: { 'content-type': 'multipart/form-data' }, body: 'x' },
  'multipart cut short': {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b\r\ncontent-disposition: form-data; name="type"\r\n\r\nch',
  },
  'an id beyond every number': {
    headers: form,
    body: `type=channel&to=${'9'.repeat(400)}&topic=x&content=x`,
  },
};

for (const [name, init] of Object.entries(bodies)) {
  test(`POST with ${name} is refused clearly`, async () => {
    const status = await statusOf('/api/v1/messages', { method: 'POST', ...init });
    assert.ok(status < 500, `status ${status}`);
  });
}

const paths = [
  '/api/v1/messages/%00',
  '/api/v1/messages/%ff',
  '/api/v1/messages/99999999999999999999',
  '/api/v1/users/me/..%2f..%2fsecret',
  '/user_avatars/1/emoji/images/..%2f..%2f..%2fsecret',
  '/user_avatars/..%2f..%2f/emoji/images/x.png',
  '/user_avatars/1/realm/icon.png?version=../../secret',
  '/user_avatars/1/realm/icon.png?version=1&version=2',
  '/static/../secret',
  `/api/v1/messages?narrow=${encodeURIComponent('['.repeat(20_000))}`,
  '/api/v1/events?queue_id=%0d%0ax-injected:1&last_event_id=-1',
  '/new?token[]=1',
];

for (const path of paths) {
  test(`GET ${path.slice(0, 60)} is refused clearly`, async () => {
    const status = await statusOf(path);
    assert.ok(status >= 400 && status < 500, `status ${status}`);
  });
}

test('malformed credentials of every kind are refused with 401', async () => {
  for (const header of [
    'Basic',
    'Basic !!!',
    `Basic ${btoa('no colon')}`,
    `Basic ${btoa(':')}`,
    'Bearer x',
    `Basic ${btoa(`${mel.email}:\0`)}`,
  ]) {
    assert.equal(await statusOf('/api/v1/users/me', { headers: { authorization: header } }), 401, header);
  }
});

test('a Host header of any form does no harm', async () => {
  for (const host of ['', 'a b', '<script>', '[::1', `${'x'.repeat(5000)}`]) {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.server.port, '127.0.0.1');
      let text = '';
      socket
        .on('data', (chunk) => (text += chunk))
        .on('end', () => resolve(text))
        .on('error', reject);
      socket.write(`GET /api/v1/server_settings HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    });
    assert.match(answer, /^HTTP\/1\.1 [24]/, host.slice(0, 20));
  }
});

/** The server's answer to bytes on a bare connection, until it is closed. */
async function answerTo(
  bytes: string,
): Promise<{ status: string | undefined; body: Record<string, unknown> }> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(bytes);
  const answer = Buffer.concat(await Array.fromAsync(socket)).toString();
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: head.split(' ')[1], body: JSON.parse(body) };
}

test('input that is not HTTP, or too long for it, is refused in the error envelope', async () => {
  const long = await answerTo(
    `GET /api/v1/messages?narrow=${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  );
  assert.equal(long.status, '431');
  assert.deepEqual([long.body.result, long.body.code], ['error', 'REQUEST_TOO_LARGE']);
  assert.match(String(long.body.msg), /too large/);
  const garbage = await answerTo('HELLO THERE\r\n\r\n');
  assert.equal(garbage.status, '400');
  assert.deepEqual([garbage.body.result, garbage.body.code], ['error', 'BAD_REQUEST']);
});
