// Signing in with SAML, against an identity provider on loopback: which account it opens, who may join, and what apps get.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Browser } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';
import {
  formOf,
  goBack,
  PERSISTENT,
  post,
  SAML_COMPLETE,
  SAML_LOGIN,
  type SamlClaims,
  samlConfiguration,
  signInBySaml,
  startSaml,
} from './saml-stand-in.ts';
import { assertRefused, sealedClaimsIn } from './support.ts';

const staff = await startSaml();
const server = await startTestServer({ signIn: samlConfiguration(staff) });
const olive = await server.as('olive');

/** A browser of a person with this name at the provider. */
function someone(
  nameId: string,
  attributes: SamlClaims['attributes'],
  changes: Partial<SamlClaims> = {},
): Browser {
  staff.changedClaims = { nameId, attributes, ...changes };
  return new Browser(server.url);
}
const mel = () => someone('mel-of-the-staff', { email: 'mel@example.com', displayName: 'Mel Member' });

test('the SAML login method is announced to clients, with a button on the login page', async () => {
  const settings = await server.anonymous.ok('GET', '/server_settings');
  assert.deepEqual(settings.external_authentication_methods, [
    {
      name: 'saml:staff',
      display_name: 'Staff',
      display_icon: null,
      login_url: SAML_LOGIN,
      signup_url: '/accounts/register/social/saml/staff',
    },
  ]);
  assert.equal(settings.authentication_methods.saml, true);
  const { realm_authentication_methods: methods } = await olive.ok('POST', '/register', {
    fetch_event_types: ['realm'],
  });
  assert.deepEqual(methods.SAML, { enabled: true, available: true });
  const page = await new Browser(server.url).get('/login/');
  assert.match(page.text, /href="\/accounts\/login\/social\/saml\/staff[^"]*"[^>]*>Continue with Staff/);
});

test('the provider’s metadata has the URL for answers and the requirements for them', async () => {
  const answer = await fetch(`${server.url}/saml/staff/metadata.xml`);
  assert.equal(answer.headers.get('content-type'), 'application/samlmetadata+xml');
  const xml = await answer.text();
  assert.match(xml, new RegExp(`entityID="${server.url}/saml/staff/metadata\\.xml"`));
  assert.match(xml, new RegExp(`Location="${server.url}${SAML_COMPLETE}"`));
  assert.match(xml, /WantAssertionsSigned="true"/);
  assert.match(xml, /HTTP-POST/);
  assert.equal((await fetch(`${server.url}/saml/other/metadata.xml`)).status, 404);
});

test('the first login uses the address, later ones the persistent name, whatever the address', async () => {
  const browser = mel();
  const answer = await signInBySaml(browser, `${SAML_LOGIN}?next=/%23inbox`);
  assert.deepEqual([answer.status, answer.headers.location], [302, '/#inbox'], answer.text);
  assert.equal((await browser.ok('GET', '/users/me')).email, 'mel@example.com');
  assert.deepEqual(
    [...browser.cookies.keys()].filter((name) => name.includes('sign_in')),
    [],
  );
  const question = staff.requests.at(-1);
  assert.match(question?.xml ?? '', new RegExp(`Format="${PERSISTENT}"`));
  assert.ok((question?.relayState.length ?? 100) <= 80);

  const withNewAddress = someone('mel-of-the-staff', { email: 'mia@example.com' });
  assert.equal((await signInBySaml(withNewAddress)).status, 302);
  assert.equal((await withNewAddress.ok('GET', '/users/me')).email, 'mel@example.com');
  const heir = someone('who-has-the-address-now', { email: 'mel@example.com' });
  assertRefused(await signInBySaml(heir), heir, /is linked to someone else at Staff/);
  const [entry] = (await olive.ok('GET', '/audit_log', { kind: 'log_in', limit: 1 })).entries;
  assert.deepEqual(entry.details, { door: 'provider', provider: 'Staff' });
});

test('an address is trusted only within the provider’s domains', async () => {
  const foreignDomain = someone('somebody', { email: 'somebody@elsewhere.example.net' });
  assertRefused(
    await signInBySaml(foreignDomain),
    foreignDomain,
    /is not trusted to confirm addresses of your domain/,
  );
  const without = someone('somebody', { displayName: 'No Address' });
  assertRefused(await signInBySaml(without), without, /did not provide your email address/);
});

test('a new person needs an invitation, and joins with the provider’s name', async () => {
  const ann = { email: 'ann@example.org', displayName: 'Ann <Archer>' };
  const newcomer = someone('ann', ann);
  assertRefused(
    await signInBySaml(newcomer),
    newcomer,
    /no account for ann@example\.org\. You need an invitation/,
  );
  await olive.ok('POST', '/invites', { invitee_emails: 'ann@example.org', stream_ids: [] });
  const answer = await signInBySaml(newcomer, '/accounts/register/social/saml/staff');
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.text, /value="Ann &lt;Archer&gt;"/);
  const form = { person: sealedClaimsIn(answer), full_name: 'Ann Archer' };
  const joinAnswer = await newcomer.send('POST', '/accounts/sign-in/join/', form);
  assert.deepEqual([joinAnswer.status, joinAnswer.headers.location], [302, '/'], joinAnswer.text);
  assert.equal((await newcomer.ok('GET', '/users/me')).delivery_email, 'ann@example.org');
});

test('phone and desktop apps get their key or token', async () => {
  const otp = randomBytes(32).toString('hex');
  const phone = mel();
  const answer = await signInBySaml(phone, `${SAML_LOGIN}?mobile_flow_otp=${otp}`);
  assert.match(
    answer.headers.location ?? '',
    /^zulip:\/\/login\?otp_encrypted_api_key=[0-9a-f]{64}&email=mel/,
  );
  assert.equal(phone.cookies.has('sessionid'), false);
  const desk = mel();
  const page = await signInBySaml(desk, `${SAML_LOGIN}?desktop_flow_otp=${otp}`);
  assert.match(page.text, /Copy this code, then return to the app/);
  assert.equal(desk.cookies.has('sessionid'), false);
});

test('an answer is valid once, and only in the browser that asked and delivered it', async () => {
  const victim = mel();
  const other = mel();
  const form = await formOf(victim);
  assertRefused(await goBack(other, form), other, /This login attempt is no longer valid/);
  // The answer was already delivered, by a browser that could not use it.
  assertRefused(await post(form), victim, /response was already used/);
  assertRefused(await victim.get(SAML_COMPLETE), victim, /This login attempt is no longer valid/);

  const own = mel();
  const postAnswer = await post(await formOf(own));
  const onward = new URL(postAnswer.headers.location ?? '', server.url);
  const returnPath = onward.pathname + onward.search;
  assert.equal((await own.get(returnPath)).status, 302);
  assert.equal(await own.isLoggedIn(), true);
  const unrelated = new Browser(server.url);
  assertRefused(await unrelated.get(returnPath), unrelated, /This login attempt is no longer valid/);

  // A person whom another site makes post an attacker's answer during their own login stays themselves.
  const otherBrowser = mel();
  await formOf(otherBrowser);
  const foreignForm = await formOf(mel());
  assertRefused(
    await goBack(otherBrowser, foreignForm),
    otherBrowser,
    /This login attempt is no longer valid/,
  );
});

for (const [flow, query] of [
  ['a browser', ''],
  ['a phone app', `?mobile_flow_otp=${'0a'.repeat(32)}`],
  ['a desktop app', `?desktop_flow_otp=${'0a'.repeat(32)}`],
] as const) {
  test(`an attacker gains nothing if someone else completes the sign-in: ${flow}`, async () => {
    const thief = mel();
    // The victim opens the attacker's address at the provider, which makes the victim's browser post the answer.
    const postAnswer = await post(await formOf(thief, `${SAML_LOGIN}${query}`));
    assert.equal(postAnswer.status, 303);
    const onward = new URL(postAnswer.headers.location ?? '', server.url);
    const victim = new Browser(server.url);
    assertRefused(
      await victim.get(onward.pathname + onward.search),
      victim,
      /This login attempt is no longer valid/,
    );
    assertRefused(await thief.get(SAML_COMPLETE), thief, /This login attempt is no longer valid/);
    const guessed = `${SAML_COMPLETE}?answer=${'A'.repeat(43)}`;
    assertRefused(await thief.get(guessed), thief, /This login attempt is no longer valid/);
  });
}

test('an answer that is not picked up in time expires', async () => {
  const login = mel();
  const postAnswer = await post(await formOf(login));
  await server.server.services.database.write(1, async (writer) => {
    await writer.db.updateTable('sign_in_answer').set({ expires_at: writer.now }).execute();
  });
  const { pathname, search } = new URL(postAnswer.headers.location ?? '', server.url);
  assertRefused(await login.get(pathname + search), login, /This login attempt is no longer valid/);
});

test('a wrong guess of an answer’s key does not use it up', async () => {
  const own = mel();
  const postAnswer = await post(await formOf(own));
  assertRefused(
    await own.get(`${SAML_COMPLETE}?answer=${'A'.repeat(43)}`),
    own,
    /This login attempt is no longer valid/,
  );
  const onward = new URL(postAnswer.headers.location ?? '', server.url);
  assert.equal((await own.get(onward.pathname + onward.search)).status, 302);
});

test('an organization can disable the login method', async () => {
  const under = mel();
  const form = await formOf(under);
  await olive.ok('PATCH', '/realm', { authentication_methods: { SAML: false, Email: true } });
  assertRefused(await goBack(under, form), under, /is turned off in this organization/);
  assertRefused(await under.get(SAML_LOGIN), under, /is turned off in this organization/);
  assert.deepEqual(
    (await server.anonymous.ok('GET', '/server_settings')).external_authentication_methods,
    [],
  );
  await olive.ok('PATCH', '/realm', { authentication_methods: { SAML: true } });
});
