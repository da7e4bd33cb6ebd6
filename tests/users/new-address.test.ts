// A new address is checked again when its link is opened.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordedLog } from '../sign-in/support.ts';
import type { ApiClient } from '../support/client.ts';
import { mailTo } from '../support/mail.ts';
import { startTestServer } from '../support/server.ts';

const { lines, log } = recordedLog();
const server = await startTestServer({ log });
const [olive, adam, mel, mia] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
]);

/** Requests a new address; returns the link mailed to it. */
async function linkFor(client: ApiClient, email: string): Promise<string> {
  await client.ok('PATCH', '/settings', { email });
  const mails = await mailTo(server, email);
  const path = /\/accounts\/confirm_new_email\/\w+/.exec(mails.at(-1)?.text ?? '')?.[0];
  assert.ok(path);
  return server.url + path;
}

const addressOf = async (client: ApiClient) => (await client.ok('GET', '/users/me')).delivery_email;

test('an address that the organization no longer accepts is refused', async () => {
  const before = await addressOf(mel);
  const link = await linkFor(mel, 'mel@elsewhere.example');
  await olive.ok('PATCH', '/realm', { emails_restricted_to_domains: true });
  const refusal = await fetch(link, { method: 'POST' });
  assert.equal(refusal.status, 400);
  assert.equal(await addressOf(mel), before);
  await olive.ok('PATCH', '/realm', { emails_restricted_to_domains: false });
  assert.equal((await fetch(link, { method: 'POST' })).status, 200);
  assert.equal(await addressOf(server.client('mel@elsewhere.example', mel.apiKey)), 'mel@elsewhere.example');
});

test('an address that another account has taken in the meantime is refused', async () => {
  const before = await addressOf(mia);
  const link = await linkFor(mia, 'first@elsewhere.example');
  const other = await linkFor(olive, 'first@elsewhere.example');
  assert.equal((await fetch(other, { method: 'POST' })).status, 200);
  assert.equal((await fetch(link, { method: 'POST' })).status, 400);
  assert.equal(await addressOf(mia), before);
});

test('a server failure changes nothing, and is in the log but not on the page', async (t) => {
  const before = await addressOf(adam);
  const link = await linkFor(adam, 'adam@elsewhere.example');
  const { database } = server.server.services;
  const failing = t.mock.method(database, 'write', () => Promise.reject(new Error('table 7 is broken')));
  const failedAnswer = await fetch(link, { method: 'POST' });
  failing.mock.restore();
  assert.equal(failedAnswer.status, 500);
  assert.doesNotMatch(await failedAnswer.text(), /table 7/);
  assert.ok(
    lines.some((line) => line.includes('table 7 is broken')),
    lines.join('\n'),
  );
  assert.equal(await addressOf(adam), before);
  assert.equal((await fetch(link, { method: 'POST' })).status, 200);
});
