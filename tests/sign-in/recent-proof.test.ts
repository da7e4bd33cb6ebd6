// People who log in with a provider prove their identity there: the provider makes them log in again, and only the owner
// of the session can prove anything.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { accountRowById, updateAccount } from '../../src/stores/accounts/account-store.ts';
import { ageProof } from '../support/age-proof.ts';
import { Browser } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';
import { directoryConfiguration, PASSWORD, startLdap, withoutSlapd } from './ldap-stand-in.ts';
import { startOpenId } from './open-id-stand-in.ts';
import { formOf, goBack, samlConfiguration, signInBySaml, startSaml } from './saml-stand-in.ts';
import { COMPLETE, openIdConfiguration, redirectBack, signIn } from './support.ts';

const company = await startOpenId();
const staff = await startSaml();
const ldap = withoutSlapd ? undefined : await startLdap();
const server = await startTestServer({
  signIn: {
    providers: [...openIdConfiguration(company.url).providers, ...samlConfiguration(staff).providers],
    directories: ldap ? directoryConfiguration(ldap.url).directories : [],
  },
});
company.allow(`${server.url}${COMPLETE}`);
const mel = await server.as('mel');
const mia = await server.as('mia');
const PROVE = '/accounts/prove/social/oidc/company';
const PROVE_SAML = '/accounts/prove/social/saml/staff';

const byMia = { nameId: 'mia-of-the-staff', attributes: { email: 'mia@example.com' } };
const withInstant = (xml: string, ago: number) =>
  xml.replace(/AuthnInstant="[^"]+"/, `AuthnInstant="${new Date(Date.now() - ago * 1000).toISOString()}"`);

const isProven = async (browser: Browser): Promise<boolean> =>
  (await browser.ok('GET', '/users/me/proof')).proven_until !== null;
const age = (accountId: number) => ageProof(server, accountId, limits.recentProofSeconds);

/** A browser that logged in with the provider long ago. */
async function byOpenId(): Promise<Browser> {
  company.person = { sub: 'mel-of-the-company', email: 'mel@example.com', email_verified: true };
  const browser = new Browser(server.url);
  assert.equal((await signIn(browser, company.url)).status, 302);
  await age(mel.userId);
  return browser;
}

test('OpenID Connect: the provider asks for the login again, and the browser returns to the same page', async () => {
  const browser = await byOpenId();
  const { providers } = await browser.ok('GET', '/users/me/proof');
  assert.deepEqual(providers, [{ display_name: 'Company', display_icon: null, url: PROVE }]);
  assert.equal(await isProven(browser), false);
  const providerUrl = new URL((await browser.get(`${PROVE}?next=/%23settings`)).headers.location ?? '');
  assert.deepEqual(
    [providerUrl.searchParams.get('prompt'), providerUrl.searchParams.get('max_age')],
    ['login', '0'],
  );
  const answer = await signIn(browser, company.url, `${PROVE}?next=/%23settings`);
  assert.deepEqual([answer.status, answer.headers.location], [302, '/#settings'], answer.text);
  assert.equal(await isProven(browser), true);
  await browser.ok('POST', '/users/me/api_key/regenerate');
});

test('OpenID Connect: a login as someone else at the provider proves nothing, and creates no account', async () => {
  const browser = await byOpenId();
  company.person = { sub: 'another-person', email: 'mia@example.com', email_verified: true };
  const answer = await signIn(browser, company.url, PROVE);
  assert.equal(answer.status, 400);
  assert.match(answer.text, /You are logged in to Company as someone else/);
  assert.equal(await isProven(browser), false);
});

test('a login at a provider proves identity as of the provider’s last check', async () => {
  const browser = await byOpenId();
  await browser.send('POST', '/accounts/logout/');
  // The provider still has a session, and does not report when it started.
  await signIn(browser, company.url);
  assert.equal(await isProven(browser), false);
  for (const [ago, proven] of [
    [3600, false],
    [0, true],
  ] as const) {
    staff.changedClaims = { ...byMia, before: (xml) => withInstant(xml, ago) };
    await signInBySaml(browser);
    assert.equal(await isProven(browser), proven, `${ago} seconds ago`);
  }
});

test('a provider without authentication times proves identity only where no other proof is possible', async () => {
  const { database } = server.server.services;
  const silent = (xml: string) => xml.replace(/ AuthnInstant="[^"]+"/, '');
  staff.changedClaims = { ...byMia };
  const browser = new Browser(server.url);
  await signInBySaml(browser);
  await age(mia.userId);
  staff.changedClaims = { ...byMia, before: silent };
  const answer = await signInBySaml(browser, PROVE_SAML);
  assert.equal(answer.status, 400);
  assert.match(answer.text, /Staff does not report when you logged in. Confirm with your password/);
  assert.equal(await isProven(browser), false);
  const hash = (await accountRowById(database.reader(1), mia.userId))?.password_hash ?? null;
  await database.write(1, (writer) => updateAccount(writer, mia.userId, { password_hash: null }));
  assert.equal((await signInBySaml(browser, PROVE_SAML)).status, 302);
  assert.equal(await isProven(browser), true);
  await database.write(1, (writer) => updateAccount(writer, mia.userId, { password_hash: hash }));
});

test('where passwords are disabled, a stored one proves nothing', async () => {
  const olive = await server.as('olive');
  const browser = await byOpenId();
  const others = { 'OpenID Connect': true, SAML: true, LDAP: true, Dev: true };
  await olive.ok('PATCH', '/realm', { authentication_methods: { ...others, Email: false } });
  const { body } = await browser.send('POST', '/json/users/me/proof', { password: 'demo-password' });
  assert.match(body.msg, /cannot confirm your identity with a password/);
  assert.equal((await browser.ok('GET', '/users/me/proof')).password, false);
  await olive.ok('PATCH', '/realm', { authentication_methods: { ...others, Email: true } });
  await browser.ok('POST', '/users/me/proof', { password: 'demo-password' });
});

test('a phone app gets the key only from a login that was started for the app', async () => {
  const browser = new Browser(server.url);
  const login = (kind: string) => `/accounts/login/social/${kind}?mobile_flow_otp=${'a1'.repeat(32)}`;
  const providerUrl = new URL((await browser.get(login('oidc/company'))).headers.location ?? '');
  assert.deepEqual(
    [providerUrl.searchParams.get('prompt'), providerUrl.searchParams.get('max_age')],
    ['login', '0'],
  );
  // The provider may not have asked, since the browser can remove the parameter that requires it.
  staff.changedClaims = { ...byMia, before: (xml) => withInstant(xml, 3600) };
  const old = await signInBySaml(browser, login('saml/staff'));
  assert.match(staff.requests.at(-1)?.xml ?? '', /ForceAuthn="true"/);
  assert.match(old.text, /Staff did not ask you to log in again/);
  staff.changedClaims = { ...byMia };
  const answer = await signInBySaml(browser, login('saml/staff'));
  assert.match(answer.headers.location ?? '', /^zulip:\/\/login\?otp_encrypted_api_key=/);
});

test('a page of another site cannot start a proof', async () => {
  const browser = await byOpenId();
  for (const path of [PROVE, PROVE_SAML]) {
    const answer = await browser.send('GET', path, {}, { 'sec-fetch-site': 'cross-site' });
    assert.equal(answer.status, 400);
    assert.match(answer.text, /not from another site/);
  }
});

test('OpenID Connect: only the session that asked for a proof gets it, and asking requires a session', async () => {
  const browser = await byOpenId();
  const anonymous = await new Browser(server.url).get(PROVE);
  assert.equal(anonymous.status, 401);
  const back = await redirectBack(browser, company.url, PROVE);
  // Another person logs in to the same browser meanwhile.
  await browser.send('POST', '/login/', { username: 'mia@example.com', password: 'demo-password' });
  await age(mia.userId);
  const answer = await browser.send('GET', back, {}, { 'sec-fetch-site': 'cross-site' });
  assert.equal(answer.status, 400);
  assert.equal(await isProven(browser), false);
});

test('SAML: the provider asks for the login again, and an older login there proves nothing', async () => {
  staff.changedClaims = { nameId: 'mia-of-the-staff', attributes: { email: 'mia@example.com' } };
  const browser = new Browser(server.url);
  assert.equal((await signInBySaml(browser)).status, 302);
  await age(mia.userId);
  const { providers } = await browser.ok('GET', '/users/me/proof');
  assert.deepEqual(providers, [{ display_name: 'Staff', display_icon: null, url: PROVE_SAML }]);
  const longAgo = new Date(Date.now() - 3_600_000).toISOString();
  staff.changedClaims = {
    ...staff.changedClaims,
    before: (xml) => xml.replace(/AuthnInstant="[^"]+"/, `AuthnInstant="${longAgo}"`),
  };
  const form = await formOf(browser, PROVE_SAML);
  assert.match(staff.requests.at(-1)?.xml ?? '', /ForceAuthn="true"/);
  const old = await goBack(browser, form);
  assert.match(old.text, /Staff did not ask you to log in again/);
  assert.equal(await isProven(browser), false);
  staff.changedClaims = { nameId: 'mia-of-the-staff', attributes: { email: 'mia@example.com' } };
  const answer = await signInBySaml(browser, `${PROVE_SAML}?next=/%23settings`);
  assert.deepEqual([answer.status, answer.headers.location], [302, '/#settings'], answer.text);
  assert.equal(await isProven(browser), true);
  await signInBySaml(browser);
  assert.doesNotMatch(staff.requests.at(-1)?.xml ?? '', /ForceAuthn="true"/);
});

test('LDAP: the password of the directory is a proof', { skip: withoutSlapd }, async () => {
  const browser = new Browser(server.url);
  assert.equal((await browser.logIn('max.m', PASSWORD)).status, 302);
  const { user_id: maxId } = await browser.ok('GET', '/users/me');
  await age(maxId);
  const { password, providers } = await browser.ok('GET', '/users/me/proof');
  assert.deepEqual([password, providers], [true, []]);
  const refusal = await browser.send('POST', '/json/users/me/proof', { password: 'demo-password' });
  assert.equal(refusal.body.msg, 'Wrong password!');
  await browser.ok('POST', '/users/me/proof', { password: PASSWORD });
  assert.equal(await isProven(browser), true);
});
