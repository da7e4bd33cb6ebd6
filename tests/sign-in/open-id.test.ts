// Signing in with OpenID Connect, against a real provider: which account it opens, who may join, and what apps get.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Browser } from '../support/browser.ts';
import { mailTo } from '../support/mail.ts';
import { startTestServer } from '../support/server.ts';
import { type OpenIdStandIn, startOpenId } from './open-id-stand-in.ts';
import {
  assertRefused,
  COMPLETE,
  LOGIN,
  openIdConfiguration,
  REGISTER,
  redirectBack,
  sealedClaimsIn,
  signIn,
} from './support.ts';

const company = await startOpenId();
const icon = { bytes: Buffer.from('iVBORw0KGgo=', 'base64'), type: 'image/png' };
const server = await startTestServer({ signIn: openIdConfiguration(company.url, { icon }) });
company.allow(`${server.url}${COMPLETE}`);
const olive = await server.as('olive');

const someone = (person: OpenIdStandIn['person']) => {
  company.person = person;
  return new Browser(server.url);
};
const signInAs = (sub: string, email: string, name = 'Ann Archer') =>
  someone({ sub, email, email_verified: true, name });

test('login methods are announced to clients, each with a button on the login page', async () => {
  const settings = await server.anonymous.ok('GET', '/server_settings');
  assert.deepEqual(settings.external_authentication_methods, [
    {
      name: 'oidc:company',
      display_name: 'Company',
      display_icon: '/accounts/sign-in/icon/company',
      login_url: LOGIN,
      signup_url: REGISTER,
    },
  ]);
  assert.equal(settings.authentication_methods['openid connect'], true);
  assert.equal(settings.authentication_methods.github, false);
  const { realm_authentication_methods: methods } = await olive.ok('POST', '/register', {
    fetch_event_types: ['realm'],
  });
  assert.deepEqual(methods['OpenID Connect'], { enabled: true, available: true });
  assert.equal('GitHub' in methods, false);
  const page = await new Browser(server.url).get('/login/?next=/%23inbox');
  assert.match(page.text, /href="\/accounts\/login\/social\/oidc\/company\?next=%2F%23inbox"/);
  assert.match(page.text, /Continue with Company/);
  assert.match(String(page.headers['content-security-policy']), /img-src 'self'/);
  const picture = await fetch(`${server.url}/accounts/sign-in/icon/company`);
  assert.deepEqual(Buffer.from(await picture.arrayBuffer()), icon.bytes);
  assert.equal(picture.headers.get('content-type'), 'image/png');
});

test('the first login uses a verified address, later ones the subject, whatever the address', async () => {
  const browser = signInAs('mel-of-the-company', 'mel@example.com');
  const answer = await signIn(browser, company.url, `${LOGIN}?next=/%23inbox`);
  assert.deepEqual([answer.status, answer.headers.location], [302, '/#inbox'], answer.text);
  assert.equal((await browser.ok('GET', '/users/me')).email, 'mel@example.com');
  assert.equal(browser.cookies.has('parley_sign_in'), false);

  const withNewAddress = someone({
    sub: 'mel-of-the-company',
    email: 'mia@example.com',
    email_verified: true,
  });
  assert.equal((await signIn(withNewAddress, company.url)).status, 302);
  assert.equal((await withNewAddress.ok('GET', '/users/me')).email, 'mel@example.com');
  const without = someone({ sub: 'mel-of-the-company' });
  assert.equal((await signIn(without, company.url)).status, 302);
});

test('an unverified address, or one of another subject, does not log in', async () => {
  for (const email_verified of [false, undefined, 'false', 1]) {
    const browser = someone({ sub: 'intruder', email: 'olive@example.com', email_verified });
    assertRefused(
      await signIn(browser, company.url),
      browser,
      /does not confirm that your email address is verified/,
    );
  }
  const withoutAddress = someone({ sub: 'intruder', name: 'No Address' });
  assertRefused(
    await signIn(withoutAddress, company.url),
    withoutAddress,
    /did not provide your email address/,
  );
  const heir = signInAs('who-has-the-address-now', 'mel@example.com');
  assertRefused(await signIn(heir, company.url), heir, /is linked to someone else at Company/);
  // The dotless i equals an i in names, but is another mailbox.
  const lookalike = signInAs('lookalike', 'm\u0131a@example.com');
  assertRefused(await signIn(lookalike, company.url), lookalike, /is linked to someone else/);
  const bot = signInAs('program', 'helper-bot@example.com');
  assertRefused(await signIn(bot, company.url), bot, /Bots cannot log in here/);
});

test('a new person needs an invitation or an open organization, and an allowed address', async () => {
  const newPerson = signInAs('ann', 'ann@example.org');
  assertRefused(
    await signIn(newPerson, company.url),
    newPerson,
    /no account for ann@example\.org\. You need an invitation/,
  );
  await olive.ok('POST', '/invites', {
    invitee_emails: 'ann@example.org',
    stream_ids: [],
    invite_as: 600,
    include_realm_default_subscriptions: true,
  });
  const answer = await signIn(newPerson, company.url);
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.text, /value="ann@example\.org"/);
  const person = sealedClaimsIn(answer);
  const refusal = await newPerson.send('POST', '/accounts/sign-in/join/', { person, full_name: 'A' });
  assert.equal(refusal.status, 400);
  assert.match(refusal.text, /name is too short/);
  const other = new Browser(server.url);
  const form = { person: sealedClaimsIn(refusal), full_name: 'Ann Archer' };
  assertRefused(
    await other.send('POST', '/accounts/sign-in/join/', form),
    other,
    /This login attempt is no longer valid/,
  );
  const joinAnswer = await newPerson.send('POST', '/accounts/sign-in/join/', form);
  assert.deepEqual([joinAnswer.status, joinAnswer.headers.location], [302, '/'], joinAnswer.text);
  const me = await newPerson.ok('GET', '/users/me');
  assert.deepEqual([me.full_name, me.role, me.delivery_email], ['Ann Archer', 600, 'ann@example.org']);
  const otherBrowser = new Browser(server.url);
  assertRefused(
    await otherBrowser.send('POST', '/accounts/sign-in/join/', form),
    otherBrowser,
    /This login attempt is no longer valid/,
  );

  await olive.ok('PATCH', '/realm', { invite_required: false });
  const ben = signInAs('ben', 'ben@example.org', 'Ben <b>Baker</b>');
  const open = await signIn(ben, company.url, REGISTER);
  assert.equal(open.status, 200);
  assert.match(open.text, /value="Ben &lt;b&gt;Baker&lt;\/b&gt;"/);
  const disposable = signInAs('gone-soon', 'x@mailinator.com');
  const unwanted = await signIn(disposable, company.url);
  const rejection = await disposable.send('POST', '/accounts/sign-in/join/', {
    person: sealedClaimsIn(unwanted),
    full_name: 'Gone Soon',
  });
  assert.equal(rejection.status, 400);
  assert.match(rejection.text, /real email address/);
  await olive.ok('PATCH', '/realm', { invite_required: true });
});

test('people can join with an invitation link and a provider', async () => {
  const { invite_link: link } = await olive.ok('POST', '/invites/multiuse', { stream_ids: [] });
  const key = String(link).split('/').filter(Boolean).at(-1);
  const browser = signInAs('cleo', 'cleo@example.org', 'Cleo Cook');
  const answer = await signIn(browser, company.url, `${REGISTER}?multiuse_object_key=${key}`);
  assert.equal(answer.status, 200, answer.text);
  const form = { person: sealedClaimsIn(answer), full_name: 'Cleo Cook' };
  assert.equal((await browser.send('POST', '/accounts/sign-in/join/', form)).status, 302);
  assert.equal((await browser.ok('GET', '/users/me')).full_name, 'Cleo Cook');
});

test('sign-up pages show providers with the key of their link, and passwords only where accepted', async () => {
  const { invite_link: link } = await olive.ok('POST', '/invites/multiuse', { stream_ids: [] });
  const key = String(link).split('/').filter(Boolean).at(-1);
  const { invite_link: other } = await olive.ok('POST', '/invites/multiuse', { stream_ids: [] });
  const revoked = String(other).split('/').filter(Boolean).at(-1);
  const { invites } = await olive.ok('GET', '/invites');
  await olive.ok('DELETE', `/invites/multiuse/${invites.at(-1).id}`);
  await olive.ok('POST', '/invites', { invitee_emails: 'frida@example.org', stream_ids: [] });
  const [mail] = await mailTo(server, 'frida@example.org');
  const [invitation = ''] = /\/accounts\/do_confirm\/\w+\/?/.exec(mail?.text ?? '') ?? [];
  const browser = signInAs('frida', 'frida@example.org', 'Frida Frost');
  const withKey = new RegExp(`href="${REGISTER}\\?multiuse_object_key=${key}"[^>]*>.*Join with Company`);

  assert.match((await browser.get(`/join/${key}/`)).text, withKey);
  assert.match((await browser.get(`/join/${key}/`)).text, /name="email"/);
  assert.match((await browser.get(invitation)).text, /name="password".*Join with Company/s);

  await olive.ok('PATCH', '/realm', {
    authentication_methods: { 'OpenID Connect': true, Email: false, Dev: false },
  });
  const page = await browser.get(`/join/${key}/`);
  assert.equal(page.status, 200);
  assert.match(page.text, withKey);
  assert.doesNotMatch(page.text, /name="email"/);
  assert.equal((await browser.get(`/join/${revoked}/`)).status, 404);
  const invited = await browser.get(invitation);
  assert.equal(invited.status, 200);
  assert.match(invited.text, /frida@example\.org\..*Join with Company/s);
  assert.doesNotMatch(invited.text, /name="password"/);
  assert.equal((await browser.get('/register/')).status, 403);
  await olive.ok('PATCH', '/realm', { invite_required: false });
  assert.match((await browser.get('/register/')).text, new RegExp(`href="${REGISTER}"`));
  await olive.ok('PATCH', '/realm', { invite_required: true });

  const answer = await signIn(browser, company.url, REGISTER);
  const form = { person: sealedClaimsIn(answer), full_name: 'Frida Frost' };
  assert.equal((await browser.send('POST', '/accounts/sign-in/join/', form)).status, 302);
  await olive.ok('PATCH', '/realm', {
    authentication_methods: { 'OpenID Connect': false, Email: true, Dev: true },
  });
  assert.doesNotMatch((await browser.get(`/join/${key}/`)).text, /Join with/);
  await olive.ok('PATCH', '/realm', { authentication_methods: { 'OpenID Connect': true } });
});

test('a deactivated account is refused', async () => {
  const max = await server.as('max');
  await olive.ok('DELETE', `/users/${max.userId}`);
  const browser = signInAs('max', 'max@example.com');
  assertRefused(await signIn(browser, company.url), browser, /deactivated/, 401);
  await olive.ok('POST', `/users/${max.userId}/reactivate`);
});

test('a phone app gets the key, encrypted with its one-time pad, and the browser no session', async () => {
  const otp = randomBytes(32).toString('hex');
  const browser = signInAs('mel-of-the-company', 'mel@example.com');
  const answer = await signIn(browser, company.url, `${LOGIN}?mobile_flow_otp=${otp}`);
  assert.equal(answer.status, 302);
  const url = new URL(answer.headers.location ?? '');
  assert.equal(`${url.protocol}//${url.host}`, 'zulip://login');
  const encryptedKey = url.searchParams.get('otp_encrypted_api_key') ?? '';
  assert.match(encryptedKey, /^[0-9a-f]{64}$/);
  const digits = [...encryptedKey].map((digit, at) =>
    (Number.parseInt(digit, 16) ^ Number.parseInt(otp.charAt(at), 16)).toString(16),
  );
  const key = Buffer.from(digits.join(''), 'hex').toString('ascii');
  const mel = await server.as('mel');
  assert.equal(url.searchParams.get('email'), 'mel@example.com');
  assert.equal(url.searchParams.get('user_id'), String(mel.userId));
  assert.equal(url.searchParams.get('realm'), server.url);
  assert.equal((await server.client('mel@example.com', key).ok('GET', '/users/me')).user_id, mel.userId);
  assert.equal(browser.cookies.has('sessionid'), false);
  const [entry] = (await olive.ok('GET', '/audit_log', { kind: 'log_in', limit: 1 })).entries;
  assert.deepEqual(entry.details, { door: 'mobile_flow', provider: 'Company' });
  assert.equal(entry.acting_user_id, mel.userId);
});

test('a new person returns to their phone app through the sign-up form', async () => {
  await olive.ok('POST', '/invites', { invitee_emails: 'dora@example.org', stream_ids: [] });
  const otp = randomBytes(32).toString('hex');
  const browser = signInAs('dora', 'dora@example.org', 'Dora Dune');
  const answer = await signIn(browser, company.url, `${REGISTER}?mobile_flow_otp=${otp}`);
  assert.match(String(answer.headers['content-security-policy']), /form-action 'self' zulip:/);
  const form = { person: sealedClaimsIn(answer), full_name: 'Dora Dune' };
  const joinAnswer = await browser.send('POST', '/accounts/sign-in/join/', form);
  assert.match(joinAnswer.headers.location ?? '', /^zulip:\/\/login\?otp_encrypted_api_key=/);
  assert.equal(browser.cookies.has('sessionid'), false);
});

test('invalid one-time pads are refused before any redirect', async () => {
  const browser = new Browser(server.url);
  const otp = 'a'.repeat(64);
  for (const query of [
    'mobile_flow_otp=abc',
    `desktop_flow_otp=${'g'.repeat(64)}`,
    'mobile_flow_otp=',
    `mobile_flow_otp=${otp}&mobile_flow_otp=${otp}`,
    `desktop_flow_otp=${otp}&desktop_flow_otp=`,
  ])
    assertRefused(await browser.get(`${LOGIN}?${query}`), browser, /did not start this login correctly/);
  const both = await browser.get(`${LOGIN}?mobile_flow_otp=${otp}&desktop_flow_otp=${otp}`);
  assertRefused(both, browser, /did not start this login correctly/);
});

test('a state is valid once, and only in the browser that it was issued to', async () => {
  const victim = signInAs('mel-of-the-company', 'mel@example.com');
  const path = await redirectBack(new Browser(server.url), company.url);
  assertRefused(await victim.get(path), victim, /This login attempt is no longer valid/);
  const own = await redirectBack(victim, company.url);
  const brokenUrl = own.replace(/state=[^&]+/, 'state=AAAA');
  assertRefused(await victim.get(brokenUrl), victim, /This login attempt is no longer valid/);
  assert.equal((await victim.get(own)).status, 302);
  const thief = new Browser(server.url);
  assertRefused(await thief.get(own), thief, /This login attempt is no longer valid/);
  // An unredeemed code of another visit does not fit this one's verifier.
  const [, code = ''] = /code=([^&]+)/.exec(await redirectBack(victim, company.url)) ?? [];
  assert.notEqual(code, '');
  const other = await redirectBack(thief, company.url);
  assertRefused(
    await thief.get(other.replace(/code=[^&]+/, `code=${code}`)),
    thief,
    /Login with [^<]* failed/,
  );
  for (const path of [COMPLETE, `${COMPLETE}?state=`, `${COMPLETE}?state=a&state=b`, '/complete/github/'])
    assertRefused(await thief.get(path), thief, /This login attempt is no longer valid/);
});

test('a state is valid only at the address of the provider that it was issued for', async () => {
  const browser = signInAs('mel-of-the-company', 'mel@example.com');
  const path = await redirectBack(browser, company.url);
  const another = path.replace('/oidc/company/', '/oidc/another/');
  assert.notEqual(another, path);
  assertRefused(await browser.get(another), browser, /This login attempt is no longer valid/);
});

test('without consent no one is signed in', async () => {
  company.givesConsent = false;
  const browser = signInAs('mel-of-the-company', 'mel@example.com');
  assertRefused(
    await signIn(browser, company.url),
    browser,
    /Login with Company failed: access was not granted/,
  );
  company.givesConsent = true;
});

test('keys that the provider rotated are used at once', async () => {
  const browser = signInAs('mel-of-the-company', 'mel@example.com');
  assert.equal((await signIn(browser, company.url)).status, 302);
  company.allow(`${server.url}${COMPLETE}`);
  const later = new Browser(server.url);
  assert.equal((await signIn(later, company.url)).status, 302);
});

test('an organization can disable passwords and providers, but not the last login method', async () => {
  const off = { 'OpenID Connect': false, Email: false, Dev: false };
  await olive.refused('PATCH', '/realm', { authentication_methods: off }, 'BAD_REQUEST');
  const only = { 'OpenID Connect': true, Email: false, Dev: false };
  await olive.ok('PATCH', '/realm', { authentication_methods: only });
  const login = { username: 'mel@example.com', password: 'demo-password' };
  await server.anonymous.refused('POST', '/fetch_api_key', login, 'PASSWORD_AUTH_DISABLED');
  const page = await new Browser(server.url).get('/login/');
  assert.doesNotMatch(page.text, /name="password"/);
  assert.match(page.text, /Continue with Company/);
  const browser = signInAs('mel-of-the-company', 'mel@example.com');
  assert.equal((await signIn(browser, company.url)).status, 302);

  const midLogin = new Browser(server.url);
  const returnPath = await redirectBack(midLogin, company.url);
  const change = { 'OpenID Connect': false, Email: true, Dev: true };
  await olive.ok('PATCH', '/realm', { authentication_methods: change });
  const settings = await server.anonymous.ok('GET', '/server_settings');
  assert.deepEqual(settings.external_authentication_methods, []);
  assert.equal(settings.authentication_methods['openid connect'], false);
  assertRefused(await midLogin.get(returnPath), midLogin, /is turned off in this organization/);
  assertRefused(await midLogin.get(LOGIN), midLogin, /is turned off in this organization/);
  assert.doesNotMatch((await midLogin.get('/login/')).text, /Continue with/);
  await olive.ok('PATCH', '/realm', { authentication_methods: { 'OpenID Connect': true } });
});
