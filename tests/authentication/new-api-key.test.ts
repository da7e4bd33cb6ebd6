// Requesting a new API key in a browser: accounts with two-factor authentication confirm password and second factor again,
// so that a stolen session cannot be turned into a key that outlives it. Programs with a key are not affected.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enableSecondFactor, forgetUsedCodes } from '../support/authenticator.ts';
import { loggedIn } from '../support/browser.ts';
import { DEMO_PASSWORD as PASSWORD, rehashCheaply } from '../support/demo-passwords.ts';
import { startTestServer } from '../support/server.ts';

const PATH = '/users/me/api_key/regenerate';
const server = await startTestServer();
await rehashCheaply(server);

test('a browser with two-factor authentication must confirm its identity, and a program need not', async () => {
  const mel = await server.as('mel');
  const browser = await loggedIn(server.url, mel.email);
  const { authenticator, recoveryCodes } = await enableSecondFactor(mel, PASSWORD);
  await forgetUsedCodes(server);
  for (const [form, why] of [
    [{}, /Confirm your identity/],
    [{ code: authenticator.code() }, /Confirm your identity/],
    [{ password: PASSWORD }, /second factor is also required/],
    [{ password: 'wrong', code: authenticator.code() }, /Wrong password/],
    [{ password: PASSWORD, code: authenticator.wrongCode() }, /The code is wrong/],
  ] as [Record<string, string>, RegExp][]) {
    const { status, body } = await browser.send('POST', `/json${PATH}`, form);
    assert.equal(status, 400, JSON.stringify(form));
    assert.match(body.msg, why);
  }
  await mel.ok('GET', '/users/me');
  const proof = { password: PASSWORD, code: recoveryCodes[0] ?? '' };
  const { api_key: key } = await browser.ok('POST', PATH, proof);
  await mel.refused('GET', '/users/me', {}, 'INVALID_API_KEY');
  const program = server.client(mel.email, key, mel.userId);
  const { api_key: next } = await program.ok('POST', PATH);
  await server.client(mel.email, next, mel.userId).ok('GET', '/users/me');
});

test('a browser without a second factor gets a key as before', async () => {
  const max = await server.as('max');
  const browser = await loggedIn(server.url, max.email);
  const { api_key: key } = await browser.ok('POST', PATH);
  await server.client(max.email, key, max.userId).ok('GET', '/users/me');
});
