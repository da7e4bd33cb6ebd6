// Sensitive actions in a browser session need a proof of identity from the last ten minutes. API keys never do.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOperations } from '../../src/api/all-operations.ts';
import { limits } from '../../src/api-contract/limits.ts';
import type { Method } from '../../src/api-contract/operation.ts';
import { ageProof } from '../support/age-proof.ts';
import { enableSecondFactor } from '../support/authenticator.ts';
import { Browser, loggedIn } from '../support/browser.ts';
import type { Json } from '../support/client.ts';
import { mailTo } from '../support/mail.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { needsPostgres, startTwoServers } from '../support/two-servers.ts';

const PASSWORD = 'demo-password';
const server = await startTestServer();
const olive = await server.as('olive');
const mel = await server.as('mel');
const mia = await server.as('mia');

/** A browser that logged in longer ago than a proof is valid. */
async function oldBrowser(name: string, accountId: number): Promise<Browser> {
  const browser = await loggedIn(server.url, `${name}@example.com`);
  await ageProof(server, accountId, limits.recentProofSeconds);
  return browser;
}

function send(browser: Browser, method: Method, path: string, form: Json = {}) {
  const texts = Object.entries(form).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return browser.send(method, `/json${path}`, Object.fromEntries(texts));
}

async function asksForProof(browser: Browser, method: Method, path: string, form: Json = {}): Promise<void> {
  const { status, body } = await send(browser, method, path, form);
  assert.deepEqual([status, body?.code], [403, 'RECENT_PROOF_REQUIRED'], `${method} ${path}`);
}

/** Requests of an owner that need a proof; explained in docs/design/sessions.md. */
const protectedCalls: Readonly<Record<string, readonly [Method, string, Json?]>> = {
  'regenerate-api-key': ['POST', '/users/me/api_key/regenerate'],
  'update-settings': ['PATCH', '/settings', { email: 'elsewhere@example.com' }],
  'end-own-session': ['DELETE', '/users/me/sessions/1'],
  'end-own-sessions': ['DELETE', '/users/me/sessions', { keep_current: true }],
  'deactivate-own-user': ['DELETE', '/users/me'],
  'create-bot': ['POST', '/bots', { full_name: 'A new bot', short_name: 'another' }],
  'update-bot': ['PATCH', '/bots/1', { role: 200 }],
  'create-event-subscription': [
    'POST',
    '/bots/1/event_subscriptions',
    { address: 'https://hooks.example.com/', event_types: ['message'] },
  ],
  'update-event-subscription': [
    'PATCH',
    '/bots/1/event_subscriptions/1',
    { address: 'https://hooks.example.com/' },
  ],
  'get-bots': ['GET', '/bots'],
  'get-bot-api-key': ['GET', '/bots/1/api_key'],
  'regenerate-bot-api-key': ['POST', '/bots/1/api_key/regenerate'],
  'get-webhook-address': ['GET', '/bots/1/webhook_address'],
  'create-user': [
    'POST',
    '/users',
    { email: 'new@example.com', password: 'a long pass phrase', full_name: 'New' },
  ],
  'update-user': ['PATCH', `/users/${mia.userId}`, { new_email: 'elsewhere@example.com' }],
  'erase-user': ['POST', `/users/${mia.userId}/erase`],
  'remove-second-factor': ['DELETE', `/users/${mia.userId}/second_factor`],
  'deactivate-user': ['DELETE', `/users/${mia.userId}`],
  'reactivate-user': ['POST', `/users/${mia.userId}/reactivate`],
  'update-organization': ['PATCH', '/realm', { authentication_methods: { Email: true } }],
  'export-realm': ['POST', '/export/realm'],
  'register-push-device': ['POST', '/mobile_push/register', { device_id: 1 }],
  'add-fcm-token': ['POST', '/users/me/android_gcm_reg_id', { token: 'a-device-elsewhere' }],
  'add-apns-token': ['POST', '/users/me/apns_device_token', { token: 'aabb', appid: 'an.app' }],
  'deactivate-organization': ['POST', '/realm/deactivate'],
  'create-invite-link': ['POST', '/invites/multiuse', { invite_as: 100 }],
  'send-invites': ['POST', '/invites', { invitee_emails: 'x@example.com', stream_ids: [], invite_as: 200 }],
};

test('actions that give lasting access need a proof in a browser, and others do not', async () => {
  const declared = allOperations.filter(({ needsRecentProof }) => needsRecentProof !== undefined);
  assert.deepEqual(declared.map(({ name }) => name).sort(), Object.keys(protectedCalls).sort());
  const browser = await oldBrowser('olive', olive.userId);
  for (const [method, path, form] of Object.values(protectedCalls))
    await asksForProof(browser, method, path, form);
  for (const [path, form] of [
    [`/users/${mia.userId}`, { role: 100 }],
    ['/bots/1', { bot_owner_id: olive.userId }],
    ['/bots/1', { service_payload_url: 'https://hooks.example.com/' }],
    ['/bots/1/event_subscriptions/1', { new_secret: true }],
    ['/realm', { second_factor_required_for: 'everyone' }],
  ] as const)
    await asksForProof(browser, 'PATCH', path, form);
  assert.equal((await olive.ok('GET', '/users/me')).delivery_email, 'olive@example.com');
});

test('a rule names parameters of its operation', () => {
  for (const { name, needsRecentProof: rule, parameters } of allOperations) {
    if (rule === undefined || rule === true) continue;
    const parameterNames = 'unless' in rule ? [rule.unless] : Object.keys(rule.when);
    for (const one of parameterNames) assert.ok(Object.hasOwn(parameters, one), `${name}: ${one}`);
  }
});

test('a password in the request is a proof, and harmless changes need none', async () => {
  const browser = await oldBrowser('mel', mel.userId);
  for (const [method, path, form] of [
    ['PATCH', '/settings', { full_name: 'Mel Still' }],
    ['PATCH', '/settings', { twenty_four_hour_time: true }],
    ['POST', '/users/me/status', { status_text: 'here' }],
    ['GET', '/users/me/sessions'],
  ] as const) {
    const { status, text } = await send(browser, method, path, form);
    assert.equal(status, 200, `${method} ${path}: ${text}`);
  }
  const passwords = { old_password: 'wrong', new_password: 'a rather long pass phrase' };
  assert.equal((await send(browser, 'PATCH', '/settings', passwords)).body.msg, 'Wrong password!');
  const refusal = await send(browser, 'POST', '/users/me/api_key/regenerate', { password: 'wrong' });
  assert.equal(refusal.body.msg, 'Wrong password!');
  const renewalAnswer = await send(browser, 'POST', '/users/me/api_key/regenerate', { password: PASSWORD });
  assert.match(renewalAnswer.body.api_key, /^[A-Za-z0-9]{32}$/);
});

test('an API key needs no proof', async () => {
  const max = await server.as('max');
  await max.ok('PATCH', '/settings', { email: 'max.elsewhere@example.com' });
  await max.ok('GET', '/bots');
  await max.ok('DELETE', '/users/me/sessions');
  await max.refused('POST', '/users/me/proof', { password: PASSWORD }, 'BAD_REQUEST', /need no proof/);
  assert.equal((await max.ok('GET', '/users/me/proof')).proven_until, null);
  await max.ok('POST', '/users/me/api_key/regenerate');
});

test('bound recentProofSeconds: a login is a proof for that long', async () => {
  const browser = await loggedIn(server.url, 'mia@example.com');
  const { proven_until: until } = await browser.ok('GET', '/users/me/proof');
  assert.ok(until > Date.now() / 1000);
  await browser.ok('GET', '/bots');
  await ageProof(server, mia.userId, limits.recentProofSeconds - 60);
  await browser.ok('GET', '/bots');
  await ageProof(server, mia.userId, limits.recentProofSeconds);
  await asksForProof(browser, 'GET', '/bots');
  assert.equal((await browser.ok('GET', '/users/me/proof')).proven_until, null);
});

test('the password is a proof, only for the browser that sent it', async () => {
  const other = await loggedIn(server.url, 'mia@example.com');
  const browser = await oldBrowser('mia', mia.userId);
  const methods = await browser.ok('GET', '/users/me/proof');
  assert.deepEqual(methods.providers, []);
  assert.deepEqual([methods.password, methods.code, methods.passkey], [true, false, false]);
  const prove = (form: Json) => send(browser, 'POST', '/users/me/proof', form);
  assert.equal((await prove({ password: 'wrong' })).body.msg, 'Wrong password!');
  assert.match((await prove({})).body.msg, /Send your password, a code/);
  assert.match((await prove({ code: '123456' })).body.msg, /not set up two-factor authentication/);
  await asksForProof(browser, 'GET', '/bots');
  const { body } = await prove({ password: PASSWORD });
  assert.ok(body.proven_until > Date.now() / 1000, JSON.stringify(body));
  await browser.ok('GET', '/bots');
  await asksForProof(other, 'GET', '/bots');
});

test('a proof from before the clock was set back is invalid', async () => {
  const browser = await loggedIn(server.url, 'mia@example.com');
  await ageProof(server, mia.userId, -3600);
  await asksForProof(browser, 'GET', '/bots');
});

test('a link that confirms a new address is not a proof', async () => {
  const gus = await server.as('gus');
  const browser = await loggedIn(server.url, 'gus@example.com');
  await browser.ok('PATCH', '/settings', { email: 'gus.elsewhere@example.com' });
  const text = (await mailTo(server, 'gus.elsewhere@example.com')).at(-1)?.text ?? '';
  const link = /\/accounts\/confirm_new_email\/\w+/.exec(text)?.[0] ?? '';
  await ageProof(server, gus.userId, limits.recentProofSeconds);
  assert.equal((await browser.send('POST', link)).status, 302);
  assert.equal((await browser.ok('GET', '/users/me')).email, 'gus.elsewhere@example.com');
  assert.equal((await browser.ok('GET', '/users/me/proof')).proven_until, null);
});

test('a page of another site cannot prove anything', async () => {
  const browser = await oldBrowser('mia', mia.userId);
  for (const site of ['cross-site', 'same-site']) {
    const headers = { 'sec-fetch-site': site, origin: 'https://evil.example' };
    const answer = await browser.send('POST', '/json/users/me/proof', { password: PASSWORD }, headers);
    assert.deepEqual([answer.status, answer.body.code], [403, 'CSRF_FAILED']);
  }
  await asksForProof(browser, 'GET', '/bots');
});

test('a second factor is a proof, once', async () => {
  const mona = await server.as('mona');
  const { recoveryCodes } = await enableSecondFactor(mona, PASSWORD);
  const browser = await oldBrowser('mona', mona.userId);
  assert.equal((await browser.ok('GET', '/users/me/proof')).code, true);
  const [code = ''] = recoveryCodes;
  const prove = (given: string) => send(browser, 'POST', '/users/me/proof', { code: given });
  assert.match((await prove('000000')).body.msg, /wrong/);
  await asksForProof(browser, 'GET', '/bots');
  assert.equal((await prove(code)).status, 200);
  await browser.ok('GET', '/bots');
  await ageProof(server, mona.userId, limits.recentProofSeconds);
  assert.match((await prove(code)).body.msg, /wrong/);
});

test('a proof survives a restart', async () => {
  const storage = { dataDirectory: temporaryFolder(), databaseUrl: await freshDatabase() };
  const first = await startTestServer(storage);
  const browser = new Browser(first.url);
  await browser.logIn('mel@example.com');
  const { userId } = await first.as('mel');
  await ageProof(first, userId, limits.recentProofSeconds);
  await browser.ok('POST', '/users/me/proof', { password: PASSWORD });
  await first.close();
  const second = await startTestServer(storage);
  const atSecond = new Browser(second.url);
  for (const [name, value] of browser.cookies) atSecond.cookies.set(name, value);
  await atSecond.ok('GET', '/bots');
  await ageProof(second, userId, limits.recentProofSeconds);
  await asksForProof(atSecond, 'GET', '/bots');
});

test('a proof at one server is valid at the other', needsPostgres, async () => {
  const { one, two, as } = await startTwoServers();
  const [somebody] = await as('mel');
  const atFirst = await loggedIn(one.url, 'mel@example.com');
  const atSecond = new Browser(two.url);
  for (const [name, value] of atFirst.cookies) atSecond.cookies.set(name, value);
  await ageProof(one, somebody.userId, limits.recentProofSeconds);
  await asksForProof(atSecond, 'GET', '/bots');
  await atFirst.ok('POST', '/users/me/proof', { password: PASSWORD });
  await atSecond.ok('GET', '/bots');
});
