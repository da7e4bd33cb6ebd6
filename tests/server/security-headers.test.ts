// Security headers for browsers on every response: of the API, pages, files, errors and requests that are not HTTP.

import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { load, upload } from '../uploads/support.ts';

const server = await startTestServer();
const secured = await startTestServer({ publicUrl: 'https://chat.example.com' });
const mel = await server.as('mel');
const { url: uploadedUrl } = await upload(mel, 'page.html', '<script>alert(1)</script>');

const PATHS = [
  '/',
  '/login/',
  '/join/nothing',
  '/accounts/password/reset/',
  '/health',
  '/metrics',
  '/api/',
  '/api/v1/server_settings',
  '/api/v1/messages',
  '/api/v1/nothing',
  '/json/users/me',
  '/nothing',
  '/%ff',
  '/static/nothing.js',
  '/user_uploads/1/ab/nothing.txt',
  '/user_avatars/1/nothing.png',
  '/avatar/1',
  '/external_content/a/b',
  '/api/v1/tus/nothing',
] as const;

async function headersOf(base: string, path: string, method = 'GET'): Promise<Headers> {
  const response = await fetch(base + path, { redirect: 'manual', method });
  await response.arrayBuffer();
  return response.headers;
}

for (const path of PATHS) {
  test(`${path} has the security headers`, async () => {
    for (const method of ['GET', 'OPTIONS', 'POST']) {
      const headers = await headersOf(server.url, path, method);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', method);
      assert.match(headers.get('referrer-policy') ?? '', /^(?:no-referrer|same-origin)$/, method);
      assert.equal(headers.get('strict-transport-security'), null, method);
    }
  });
}

test('an uploaded file has the security headers', async () => {
  const { headers } = await load(mel, uploadedUrl);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
});

test('browsers have to use HTTPS if the public address uses it', async () => {
  for (const path of ['/login/', '/api/v1/server_settings', '/nothing']) {
    const headers = await headersOf(secured.url, path);
    assert.equal(headers.get('strict-transport-security'), `max-age=${365 * 86_400}`, path);
  }
});

for (const [what, request, status] of [
  ['no HTTP', 'nonsense\r\n\r\n', 400],
  ['larger than headers may be', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  ['without a host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  [
    'with an unknown expectation',
    'POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 0\r\n\r\n',
    417,
  ],
] as const)
  test(`a refused request (${what}) has the security headers`, async () => {
    const socket = connect(Number(new URL(secured.url).port), '127.0.0.1');
    socket.end(request);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const header of [
      'x-content-type-options: nosniff',
      'referrer-policy: no-referrer',
      'strict-transport-security: max-age=',
    ])
      assert.ok(answer.includes(`\r\n${header}`), `${header}: ${answer}`);
  });
