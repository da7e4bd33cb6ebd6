// Answers with 401 have a challenge for programs, but not for requests of a page in a browser. Metrics are readable on this
// machine only.

import assert from 'node:assert/strict';
import { type IncomingMessage, request } from 'node:http';
import { describe, test } from 'node:test';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();

/** The answer to a request with exactly these headers, which `fetch` would change. */
async function get(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(server.url + path, { headers }, (answer) => resolve(answer.resume()));
    sent.on('error', reject).end();
  });
}

test('another error has no challenge', async () => {
  const { statusCode, headers } = await get('/api/v1/no-such-operation');
  assert.deepEqual([statusCode, headers['www-authenticate']], [404, undefined]);
});

describe('an answer with 401', () => {
  const wrongKey = { authorization: `Basic ${btoa(`mel@example.com:${'a'.repeat(32)}`)}` };
  for (const [what, headers] of [
    ['without credentials', {}],
    ['with a wrong key', wrongKey],
    ['with another scheme', { authorization: 'Bearer x' }],
    ['of a program that sends a fetch mode', { 'sec-fetch-mode': 'cors' }],
    ['of a person who typed the address', { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }],
  ] as const) {
    test(`to a request ${what} includes a challenge`, async () => {
      const { statusCode, headers: answerHeaders } = await get('/api/v1/users/me', headers);
      assert.deepEqual([statusCode, answerHeaders['www-authenticate']], [401, 'Basic realm="parley"']);
      const sessionAnswer = await get('/json/users/me', headers);
      assert.deepEqual(
        [sessionAnswer.statusCode, sessionAnswer.headers['www-authenticate']],
        [401, 'Session realm="parley"'],
      );
    });
  }

  for (const [what, headers] of [
    ["of a page's program", { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' }],
    ['of a picture in a page', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site' }],
    ['of a browser with a cookie', { cookie: 'a=b' }],
  ] as const) {
    test(`to a request ${what} opens no login dialog in the browser`, async () => {
      const { statusCode, headers: answerHeaders } = await get('/json/users/me', { ...wrongKey, ...headers });
      assert.deepEqual([statusCode, answerHeaders['www-authenticate']], [401, 'Session realm="parley"']);
    });
  }
});

test('metrics are returned to this machine only, and not through a web server on it', async () => {
  assert.equal((await get('/metrics')).statusCode, 200);
  for (const host of ['localhost', '127.0.0.1:9991', '[::1]:9991']) {
    assert.equal((await get('/metrics', { host })).statusCode, 200, host);
  }
  // As forwarded by a web server that adds no headers.
  for (const host of ['chat.example', 'localhost.example', '127.0.0.1.example', '192.0.2.1']) {
    assert.equal((await get('/metrics', { host })).statusCode, 404, host);
  }
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-proto']) {
    assert.equal((await get('/metrics', { [name]: '127.0.0.1' })).statusCode, 404, name);
  }
});
