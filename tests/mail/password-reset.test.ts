// Resetting a password by mail.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../support/client.ts';
import { mailTo } from '../support/mail.ts';
import { startTestServer } from '../support/server.ts';

const path = '/accounts/password/reset/';
const server = await startTestServer();
const adam = await server.as('adam');

function send(
  at: string,
  body: Record<string, string>,
  headers: Record<string, string> = {},
  url = server.url,
) {
  return fetch(url + at, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual', headers });
}

async function linkFor(email: string): Promise<string> {
  const mail = (await mailTo(server, email)).at(-1);
  assert.equal(mail?.subject, 'Password reset request for Parley Demo');
  return new RegExp(`${path}\\d+/\\w{24}/`).exec(mail.text ?? '')?.[0] ?? '';
}

test('a mailed link sets the password once and revokes the old one', async () => {
  assert.equal((await fetch(server.url + path)).status, 200);
  const response = await send(path, { email: 'Mel@Example.com' });
  assert.deepEqual([response.status, response.headers.get('location')], [302, `${path}done/`]);
  assert.equal((await fetch(`${server.url}${path}done/`)).status, 200);
  const link = await linkFor('mel@example.com');
  assert.equal((await fetch(server.url + link)).status, 200);
  const wrong: [string, string, RegExp][] = [
    ['correct horse', 'battery staple', /passwords do not match/],
    ['aaaaaaaa', 'aaaaaaaa', /too weak/],
    ['', '', /too weak/],
    ['127.0.0.1', '127.0.0.1', /or to those of the organization/],
    [`a1b2${'c3'.repeat(60)}`, `a1b2${'c3'.repeat(60)}`, /too long/],
  ];
  for (const [one, two, expected] of wrong) {
    const answer = await send(link, { new_password1: one, new_password2: two });
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), expected);
  }
  const set = await send(link, { new_password1: 'correct horse', new_password2: 'correct horse' });
  assert.deepEqual([set.status, set.headers.get('location')], [302, '/']);
  const { entries } = await (await server.as('olive')).ok('GET', '/audit_log', { limit: 3 });
  const melId = entries[0].affected_user_id;
  assert.deepEqual(
    entries.map((one: Json) => [one.kind, one.acting_user_id, one.affected_user_id, one.details]),
    [
      ['log_in', melId, melId, { door: 'mail' }],
      ['api_key_changed', melId, melId, {}],
      ['password_changed', melId, melId, { by: 'mail' }],
    ],
  );
  await server.anonymous.ok('POST', '/fetch_api_key', {
    username: 'mel@example.com',
    password: 'correct horse',
  });
  const old = { username: 'mel@example.com', password: 'demo-password' };
  await server.anonymous.refused('POST', '/fetch_api_key', old, 'AUTHENTICATION_FAILED');
  const secondReset = await send(link, { new_password1: 'another horse', new_password2: 'another horse' });
  assert.equal(secondReset.status, 400);
  assert.equal((await fetch(server.url + link)).status, 404);
});

test('only the newest link works, and no link works for a deactivated account', async () => {
  await send(path, { email: 'mia@example.com' });
  const first = await linkFor('mia@example.com');
  await send(path, { email: 'mia@example.com' });
  const second = await linkFor('mia@example.com');
  assert.equal((await fetch(server.url + first)).status, 404);
  await adam.ok('DELETE', `/users/${(await server.as('mia')).userId}`);
  const refusal = await send(second, { new_password1: 'correct horse', new_password2: 'correct horse' });
  assert.equal(refusal.status, 400);
});

test('every page of the reset links to the next or the previous step', async () => {
  const linksOf = async (address: string) =>
    [...(await (await fetch(`${server.url}${address}`)).text()).matchAll(/href="([^"]+)"/g)].map(
      ([, to]) => to,
    );
  assert.deepEqual(await linksOf(path), ['/login/']);
  assert.deepEqual(await linksOf(`${path}done/`), ['/login/']);
  assert.deepEqual(await linksOf(`${path}5/no-such-key/`), [path]);
});

test('an unknown address gets the same answer, and a mail that says so', async () => {
  const answer = await send(path, { email: 'nobody@example.org' });
  assert.deepEqual([answer.status, answer.headers.get('location')], [302, `${path}done/`]);
  const [mail] = await mailTo(server, 'nobody@example.org');
  assert.match(mail?.text ?? '', /No account/);
  assert.equal((await send(path, { email: 'nonsense' })).status, 400);
});

test('too many requests for an address, or by a caller, are refused', async () => {
  const other = await startTestServer();
  const request = async (email: string) => (await send(path, { email }, {}, other.url)).status;
  assert.deepEqual(
    [await request('max@example.com'), await request('max@example.com'), await request('MAX@example.com')],
    [302, 302, 429],
  );
  assert.deepEqual(
    [await request('gus@example.com'), await request('a@b.example'), await request('c@d.example')],
    [302, 302, 429],
  );
});

test('a request cannot redirect the link', async () => {
  const { request } = await import('node:http');
  const other = await startTestServer();
  const status = await new Promise((resolve, reject) => {
    const sending = request(
      `${other.url}${path}`,
      {
        method: 'POST',
        headers: { host: 'evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      },
      (answer) => resolve(answer.statusCode),
    );
    sending.on('error', reject);
    sending.end('email=mel%40example.com');
  });
  assert.equal(status, 302);
  await other.server.scheduler.runDue();
  const rows = await other.server.services.database
    .reader(1)
    .db.selectFrom('password_reset')
    .selectAll()
    .execute();
  assert.deepEqual(rows, []);
});
