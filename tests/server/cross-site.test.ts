// Requests that other sites make a browser send are refused; those of the server's own pages, applications and programs
// are accepted.

import assert from 'node:assert/strict';
import { type IncomingMessage, request } from 'node:http';
import { describe, test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { credentials } from '../uploads/support.ts';

const server = await startTestServer({
  publicUrl: 'https://chat.acme.example',
  trustedProxies: ['127.0.0.1'],
});
const mel = await server.as('mel');
const own = `127.0.0.1:${new URL(server.url).port}`;

/** A cookie header, as a browser adds it. */
const callCookie = { cookie: 'parley_call=x' };

interface Answered {
  readonly status: number | undefined;
  readonly code: string | undefined;
}

/** Sends a request with exactly these headers, which `fetch` would change. */
async function send(method: string, path: string, headers: Record<string, string>): Promise<Answered> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { method, headers }, resolve).on('error', reject);
    sent.end(method === 'GET' ? undefined : 'status_text=busy');
  });
  const text = Buffer.concat(await Array.fromAsync(answer)).toString();
  return { status: answer.statusCode, code: text.startsWith('{') ? JSON.parse(text).code : undefined };
}

const changing = (headers: Record<string, string>) =>
  send('POST', '/api/v1/users/me/status', {
    ...credentials(mel),
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  });

describe('a change with credentials that a browser may store', () => {
  for (const [client, headers] of [
    ['a form of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a form of another site in an old browser', { origin: 'http://evil.example' }],
    ['a frame without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a frame without an origin in an old browser', { origin: 'null' }],
    ['a neighboring host', { origin: 'https://evil.acme.example', 'sec-fetch-site': 'same-site' }],
    ['a neighboring port', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
    ['another site without an origin header', { 'sec-fetch-site': 'cross-site' }],
    ['an invalid origin', { origin: 'https://[' }],
  ] as const) {
    test(`is refused from ${client}`, async () => {
      assert.deepEqual(await changing(headers), { status: 403, code: 'CSRF_FAILED' });
      assert.deepEqual(await changing({ ...headers, ...callCookie }), { status: 403, code: 'CSRF_FAILED' });
    });
  }

  for (const [client, headers] of [
    ['a program', {}],
    ["the server's own page", { origin: `http://${own}`, 'sec-fetch-site': 'same-origin' }],
    ["the server's own page in an old browser", { origin: `http://${own}` }],
    ["the server's own page behind a proxy that changes the host", { origin: 'https://chat.acme.example' }],
    [
      "an organization's own page behind a proxy that reports the host",
      { origin: 'https://two.acme.example', 'x-forwarded-host': 'two.acme.example' },
    ],
    [
      'a page behind a proxy of a developer',
      { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin' },
    ],
    ['a person who typed the address', { 'sec-fetch-site': 'none' }],
    ['an application with pages of its own', { origin: 'file://', 'sec-fetch-site': 'cross-site' }],
    ['an extension', { origin: 'moz-extension://f0', 'sec-fetch-site': 'cross-site' }],
  ] as const) {
    test(`is accepted from ${client}`, async () => {
      assert.equal((await changing(headers)).status, 200);
    });
  }
});

describe('another site', () => {
  const other = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

  test('may send requests without the browser’s credentials', async () => {
    const { code } = await send('POST', '/api/v1/fetch_api_key', other);
    assert.equal(code, 'REQUEST_VARIABLE_MISSING');
  });

  test('is refused when it sends a cookie, for pages too', async () => {
    for (const path of ['/json/messages', '/calls/zoom/register', '/api/v1/tus/']) {
      assert.deepEqual(await send('POST', path, { ...other, ...callCookie }), {
        status: 403,
        code: 'CSRF_FAILED',
      });
    }
  });

  test('can read nothing at the addresses of sessions, and may link to everything else', async () => {
    const site = { 'sec-fetch-site': 'cross-site' };
    assert.equal((await send('GET', '/json/users/me', { ...site, ...callCookie })).status, 403);
    assert.equal((await send('GET', '/json/server_settings', site)).status, 200);
    assert.equal((await send('GET', '/api/v1/server_settings', { ...site, ...callCookie })).status, 200);
    assert.equal((await send('GET', '/json/server_settings', { ...callCookie })).status, 200);
  });
});
