// Logging in with a token of a trusted system (JWT).

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { startTestServer } from '../support/server.ts';

const KEY = 'a key that two systems share and nobody else';
const server = await startTestServer({ jwtKey: KEY });
const mel = await server.as('mel');
const { anonymous } = server;
/** When this file was loaded; its tests may run minutes later. */
const now = Math.floor(Date.now() / 1000);

const aud = new URL(server.url).host;
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function token(claims: unknown, key = KEY, header: unknown = { alg: 'HS256', typ: 'JWT' }): string {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

test('a token gets the API key of the account that it names', async () => {
  const answer = await anonymous.ok('POST', '/jwt/fetch_api_key', {
    token: token({ email: 'MEL@example.com', exp: now + 3600, nbf: now - 60, aud }),
  });
  assert.deepEqual(answer, { result: 'success', msg: '', api_key: mel.apiKey, email: 'mel@example.com' });
});

test('a token gets the account too if requested', async () => {
  const { user } = await anonymous.ok('POST', '/jwt/fetch_api_key', {
    token: token({ email: 'mel@example.com', exp: now + 3600, aud: ['elsewhere.example', aud] }),
    include_profile: true,
  });
  assert.equal(user.user_id, mel.userId);
  assert.equal(user.delivery_email, 'mel@example.com');
  assert.equal('profile_data' in user, false);
});

describe('refuses', () => {
  const claims = { email: 'mel@example.com', exp: now + 3600, aud };
  for (const [what, sent] of [
    ['text that is not a token', 'nonsense'],
    ['another key', token(claims, 'another key that is long enough, too')],
    [
      'other claims under the same signature',
      token(claims).replace(/\.[\w-]+\./, `.${encoded({ email: 'olive@example.com' })}.`),
    ],
    ['a token that is not signed', `${encoded({ alg: 'none' })}.${encoded(claims)}.`],
    ['another algorithm', token(claims, KEY, { alg: 'none' })],
    ['a token that has expired', token({ ...claims, exp: now - 1 })],
    ['a token that is not valid yet', token({ ...claims, nbf: now + 3600 })],
    ['an invalid time', token({ ...claims, exp: 'tomorrow' })],
    ['invalid claims', token([1])],
    ['a token without an expiry time', token({ email: claims.email, aud })],
    ['a token without an audience', token({ email: claims.email, exp: now + 3600 })],
    ['a token of another organization', token({ ...claims, aud: 'elsewhere.example' })],
  ] as const) {
    test(what, async () => {
      await anonymous.refused(
        'POST',
        '/jwt/fetch_api_key',
        { token: sent },
        'BAD_REQUEST',
        'Bad JSON web token',
      );
    });
  }

  test('a missing token and one without an address', async () => {
    await anonymous.refused(
      'POST',
      '/jwt/fetch_api_key',
      {},
      'BAD_REQUEST',
      'No JSON web token passed in request',
    );
    await anonymous.refused(
      'POST',
      '/jwt/fetch_api_key',
      { token: token({ sub: '7', exp: now + 3600, aud }) },
      'BAD_REQUEST',
      'No email specified in JSON web token claims',
    );
  });

  test('unknown people, bots and deactivated accounts', async () => {
    for (const email of ['stranger@example.com', 'helper-bot@example.com']) {
      await anonymous.refused(
        'POST',
        '/jwt/fetch_api_key',
        { token: token({ ...claims, email }) },
        'AUTHENTICATION_FAILED',
      );
    }
    const max = await server.as('max');
    await (await server.as('olive')).ok('DELETE', `/users/${max.userId}`);
    const deactivatedToken = token({ ...claims, email: 'max@example.com' });
    await anonymous.refused('POST', '/jwt/fetch_api_key', { token: deactivatedToken }, 'USER_DEACTIVATED');
  });

  test('everything if the server has no shared key', async () => {
    const plain = await startTestServer();
    await plain.anonymous.refused(
      'POST',
      '/jwt/fetch_api_key',
      { token: token(claims) },
      'BAD_REQUEST',
      'JWT authentication is not enabled for this organization',
    );
  });
});
