// A desktop app logs in with a token that a browser showed: for whom, how long, and never through a link.

import assert from 'node:assert/strict';
import { createDecipheriv, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Browser } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';
import { startOpenId } from './open-id-stand-in.ts';
import { assertRefused, COMPLETE, LOGIN, openIdConfiguration, signIn } from './support.ts';

const company = await startOpenId();
const server = await startTestServer({ signIn: openIdConfiguration(company.url) });
company.allow(`${server.url}${COMPLETE}`);
const olive = await server.as('olive');

/** The address that an app opens, from the token that a person's browser showed. */
async function addressFor(name: string): Promise<string> {
  company.person = { sub: name, email: `${name}@example.com`, email_verified: true };
  const otp = randomBytes(32);
  const browser = new Browser(server.url);
  const page = await signIn(browser, company.url, `${LOGIN}?desktop_flow_otp=${otp.toString('hex')}`);
  assert.equal(page.status, 200, page.text);
  assert.equal(browser.cookies.has('sessionid'), false);
  const [, encryptedToken = ''] = /<input readonly value="([0-9a-f]+)"/.exec(page.text) ?? [];
  const bytes = Buffer.from(encryptedToken, 'hex');
  const decipher = createDecipheriv('aes-256-gcm', otp, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(-16));
  const token = `${decipher.update(bytes.subarray(12, -16), undefined, 'utf8')}${decipher.final('utf8')}`;
  return `/accounts/login/subdomain/${token}`;
}

test('the address shows a confirmation first, and its form starts one session', async () => {
  const address = await addressFor('mel');
  const app = new Browser(server.url);
  const answer = await app.send('GET', address, {}, { 'sec-fetch-site': 'none' });
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.text, /<h1>Log in as Mel Member\?<\/h1>.*mel@example\.com.*<form method="post">/s);
  assert.equal((await app.send('POST', address)).status, 302);
  assert.equal((await app.ok('GET', '/users/me')).email, 'mel@example.com');
  // The provider may not have asked for credentials.
  assert.equal((await app.ok('GET', '/users/me/proof')).proven_until, null);
  for (const method of ['GET', 'POST'] as const) {
    const second = new Browser(server.url);
    assertRefused(await second.send(method, address), second, /link is no longer valid/);
  }
});

test('a link in a message, or on a page of another site, logs no one in', async () => {
  const address = await addressFor('mel');
  const reader = new Browser(server.url);
  assert.equal((await reader.send('POST', '/login/', { demo_user: 'mia@example.com' })).status, 302);
  assert.match((await reader.get(address)).text, /Log in as Mel Member\?/);
  assert.equal((await reader.ok('GET', '/users/me')).email, 'mia@example.com');
  const victim = new Browser(server.url);
  for (const method of ['GET', 'POST'] as const) {
    const answer = await victim.send(method, address, {}, { 'sec-fetch-site': 'cross-site' });
    assertRefused(answer, victim, /Open this link in the app/);
  }
});

test('bound loginTokenSeconds: the token for an app is valid for that long', async () => {
  await withLimit('loginTokenSeconds', 0, async () => {
    const address = await addressFor('mel');
    const browser = new Browser(server.url);
    assertRefused(await browser.get(address), browser, /link is no longer valid/);
    assertRefused(await browser.send('POST', address), browser, /link is no longer valid/);
  });
});

test('a token becomes invalid when access to its account is revoked or the account is deactivated', async () => {
  const max = await server.as('max');
  const expectRefused = async (address: string) => {
    const app = new Browser(server.url);
    assertRefused(await app.get(address), app, /link is no longer valid/);
    assertRefused(await app.send('POST', address), app, /link is no longer valid/);
  };
  const before = await addressFor('max');
  await olive.ok('DELETE', `/users/${max.userId}`);
  await expectRefused(before);
  await olive.ok('POST', `/users/${max.userId}/reactivate`);
  await expectRefused(before);
});

test('a deactivated organization accepts no token', async () => {
  const address = await addressFor('mel');
  await olive.ok('POST', '/realm/deactivate');
  const app = new Browser(server.url);
  for (const method of ['GET', 'POST'] as const)
    assertRefused(await app.send(method, address), app, /is deactivated/, 401);
});
