// A deactivated account cannot be reopened by signing in, whatever changes at the provider or directory: it is refused as
// when logging in, and no second account is created. Reactivation by an administrator reopens the same account.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Attribute, Change } from 'ldapts';
import { replaceApiKey } from '../../src/api/authentication/new-api-key.ts';
import { Provider, scimClient, USER } from '../scim/support.ts';
import { Browser } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';
import { directoryConfiguration, PASSWORD, startLdap, withoutSlapd } from './ldap-stand-in.ts';
import { startOpenId } from './open-id-stand-in.ts';
import { samlConfiguration, signInBySaml, startSaml } from './saml-stand-in.ts';
import { assertRefused, COMPLETE, openIdConfiguration, REGISTER, sealedClaimsIn, signIn } from './support.ts';

const DEACTIVATED = /account is deactivated/i;
const JWT_KEY = 'a key that two systems share and nobody else';
const company = await startOpenId();
const staff = await startSaml();
const ldap = withoutSlapd ? undefined : await startLdap();
const server = await startTestServer({
  jwtKey: JWT_KEY,
  signIn: {
    providers: [...openIdConfiguration(company.url).providers, ...samlConfiguration(staff).providers],
    directories: ldap ? directoryConfiguration(ldap.url).directories : [],
    scim: [scimClient()],
  },
});
company.allow(`${server.url}${COMPLETE}`);
const olive = await server.as('olive');
const directory = new Provider(server.url);
// Anyone may join, so that only the deactivation refuses them.
await olive.ok('PATCH', '/realm', { invite_required: false });

const byOpenId = (sub: string, email: string, path?: string) => {
  company.person = { sub, email, email_verified: true, name: 'Kim Kept' };
  const browser = new Browser(server.url);
  return signIn(browser, company.url, path).then((answer) => ({ browser, answer }));
};
const bySaml = async (nameId: string, email: string) => {
  staff.changedClaims = { nameId, attributes: { email, displayName: 'Kim Kept' } };
  const browser = new Browser(server.url);
  return { browser, answer: await signInBySaml(browser) };
};
const loginMethods = { 'OpenID Connect': byOpenId, SAML: bySaml };

/** The number of accounts, to check that none was added. */
async function people(): Promise<number> {
  return (await olive.ok('GET', '/users')).members.length;
}

async function idOf(browser: Browser): Promise<number> {
  return (await browser.ok('GET', '/users/me')).user_id;
}

for (const [name, arrive] of Object.entries(loginMethods)) {
  test(`${name}: neither another address nor another subject reopens a deactivated account`, async () => {
    const createdUser = await directory.makeUser(`kim${name.length}@example.com`);
    const address = createdUser.userName;
    const userId = Number(createdUser.id);
    const first = await arrive(`kim-${name}`, address);
    assert.equal(first.answer.status, 302, first.answer.text);
    assert.equal(await idOf(first.browser), userId);
    await olive.ok('DELETE', `/users/${userId}`);
    const before = await people();
    for (const [subject, email] of [
      [`kim-${name}`, address],
      [`kim-${name}`, 'kim.elsewhere@example.com'],
      [`another-kim-${name}`, address],
    ] as const) {
      const { browser, answer } = await arrive(subject, email);
      assertRefused(answer, browser, DEACTIVATED, 401);
    }
    assert.equal(await people(), before);
    await olive.ok('POST', `/users/${userId}/reactivate`);
    const back = await arrive(`kim-${name}`, 'kim.elsewhere@example.com');
    assert.equal(await idOf(back.browser), userId);
  });

  test(`${name}: a subject whose link had ended before is refused too`, async () => {
    const createdUser = await directory.makeUser(`pat${name.length}@example.com`);
    const userId = Number(createdUser.id);
    await arrive(`pat-${name}`, createdUser.userName);
    // A new key, like a new password, ends the provider's access.
    const { database, keyring } = server.server.services;
    await database.write(1, (writer) => replaceApiKey(writer, keyring, userId));
    await olive.ok('DELETE', `/users/${userId}`);
    const { browser, answer } = await arrive(`pat-${name}`, 'pat.elsewhere@example.com');
    assertRefused(answer, browser, DEACTIVATED, 401);
    await olive.ok('POST', `/users/${userId}/reactivate`);
    const returnAnswer = await arrive(`pat-${name}`, createdUser.userName);
    assert.equal(await idOf(returnAnswer.browser), userId, 'by the address, as before');
  });
}

for (const [name, arrive] of Object.entries(loginMethods)) {
  test(`${name}: an erased person can only join with an invitation, as someone new`, async () => {
    const createdUser = await directory.makeUser(`era${name.length}@example.com`);
    const address = createdUser.userName;
    await arrive(`era-${name}`, address);
    await olive.ok('POST', `/users/${createdUser.id}/erase`);
    const before = await people();
    const uninvited = /You need an invitation to join/;
    for (const [subject, email] of [
      [`era-${name}`, 'era.elsewhere@example.com'],
      [`another-era-${name}`, address],
    ] as const) {
      const { browser, answer } = await arrive(subject, email);
      assertRefused(answer, browser, uninvited, 400);
    }
    assert.equal(await people(), before);
    await olive.ok('POST', '/invites', { invitee_emails: address, stream_ids: [1] });
    const { answer } = await arrive(`era-${name}`, address);
    assert.ok(sealedClaimsIn(answer));
  });
}

test('SCIM creates no account for an erased person, by address or external id', async () => {
  const erased = { schemas: [USER], userName: 'gone.scim@example.com', externalId: 'gone-1', active: true };
  const { body } = await directory.send('POST', '/Users', erased);
  await olive.ok('POST', `/users/${body.id}/erase`);
  for (const change of [{}, { userName: 'gone.elsewhere@example.com' }, { externalId: 'gone-2' }]) {
    const answer = await directory.send('POST', '/Users', { ...erased, ...change });
    assert.equal(answer.status, 409);
    assert.match(answer.body.detail, /was erased/);
  }
  assert.equal((await directory.send('GET', `/Users/${body.id}`)).status, 404);
});

test('a sign-up form opened before the deactivation creates no account', async () => {
  const createdUser = await directory.makeUser('lou@example.com');
  await byOpenId('lou', 'lou@example.com');
  const { database, keyring } = server.server.services;
  const userId = Number(createdUser.id);
  await database.write(1, (writer) => replaceApiKey(writer, keyring, userId));
  const { browser, answer } = await byOpenId('lou', 'lou.elsewhere@example.com', REGISTER);
  const person = sealedClaimsIn(answer);
  await olive.ok('DELETE', `/users/${userId}`);
  const before = await people();
  const form = { person, full_name: 'Lou Later' };
  assertRefused(await browser.send('POST', '/accounts/sign-in/join/', form), browser, DEACTIVATED, 401);
  assert.equal(await people(), before);
});

test('LDAP: another address, and another entry with the old one, are refused', {
  skip: withoutSlapd,
}, async () => {
  assert.ok(ldap);
  const fetchKey = (username: string) =>
    server.anonymous.request('POST', '/fetch_api_key', { username, password: PASSWORD });
  const setMail = (uid: string, mail: string) =>
    ldap.change((client) =>
      client.modify(
        ldap.dnOf(uid),
        new Change({ operation: 'replace', modification: new Attribute({ type: 'mail', values: [mail] }) }),
      ),
    );
  const { user_id: userId } = (await fetchKey('mia.m')).body;
  await olive.ok('DELETE', `/users/${userId}`);
  const before = await people();
  const cannotLogIn = async (name: string) => {
    const { status, body } = await fetchKey(name);
    assert.deepEqual([status, body.code], [401, 'USER_DEACTIVATED'], JSON.stringify(body));
    assert.match(body.msg, DEACTIVATED);
  };
  await cannotLogIn('mia.m');
  await setMail('mia.m', 'mia.elsewhere@example.com');
  await cannotLogIn('mia.m');
  await setMail('far.f', 'mia@example.com');
  await cannotLogIn('far.f');
  assert.equal(await people(), before);
  await olive.ok('POST', `/users/${userId}/reactivate`);
  assert.equal((await fetchKey('mia.m')).body.user_id, userId);
});

test('SCIM does not undo an administrator’s deactivation and creates no second account', async () => {
  const createdUser = await directory.makeUser('sam@example.com', {
    externalId: 'S-1',
    displayName: 'Sam Stays',
  });
  const path = `/Users/${createdUser.id}`;
  await olive.ok('DELETE', `/users/${createdUser.id}`);
  const before = await people();
  const active = { schemas: [USER], userName: 'sam@example.com', externalId: 'S-1', active: true };
  await directory.refused('PUT', path, active, { status: 403, detail: /deactivated in .*, not by SCIM/ });
  const conflict = { status: 409, scimType: 'uniqueness' };
  await directory.refused('POST', '/Users', active, conflict);
  const elsewhere = { ...active, userName: 'sam.elsewhere@example.com' };
  await directory.refused('POST', '/Users', elsewhere, { ...conflict, detail: /deactivated .* externalId/ });
  // Deleting and recreating does not help either.
  await directory.ok('DELETE', path, undefined, 204);
  await directory.refused('POST', '/Users', active, { status: 403 });
  await directory.refused('POST', '/Users', elsewhere, conflict);
  assert.equal(await people(), before);
  assert.equal((await olive.ok('GET', `/users/${createdUser.id}`)).user.is_active, false);
  await olive.ok('POST', `/users/${createdUser.id}/reactivate`);
  assert.equal((await directory.ok('PUT', path, elsewhere)).userName, 'sam.elsewhere@example.com');
});

test('SCIM reactivates accounts that it deactivated, until an administrator deactivates them', async () => {
  const { id } = await directory.makeUser('toni@example.com');
  const turn = (active: boolean) =>
    directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: active }]);
  assert.equal((await turn(false)).active, false);
  assert.equal((await turn(true)).active, true);
  await turn(false);
  await olive.ok('POST', `/users/${id}/reactivate`);
  await olive.ok('DELETE', `/users/${id}`);
  await directory.refused(
    'PATCH',
    `/Users/${id}`,
    { Operations: [{ op: 'replace', path: 'active', value: true }] },
    { status: 403 },
  );
});

test('accounts that SCIM deactivated are refused at the provider too', async () => {
  const { id, userName } = await directory.makeUser('uli@example.com');
  await byOpenId('uli', userName);
  await directory.patch(`/Users/${id}`, [
    { op: 'replace', path: 'userName', value: 'uli.elsewhere@example.com' },
    { op: 'replace', path: 'active', value: false },
  ]);
  const { browser, answer } = await byOpenId('uli', 'uli.new@example.com');
  assertRefused(answer, browser, DEACTIVATED, 401);
});

test('a token of a trusted system neither logs in to a deactivated account nor creates one', async () => {
  const { id, userName } = await directory.makeUser('jo@example.com');
  await olive.ok('DELETE', `/users/${id}`);
  const before = await people();
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const tokenFor = (email: string) => {
    const claims = { email, exp: Math.floor(Date.now() / 1000) + 3600, aud: new URL(server.url).host };
    const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
    return `${signed}.${createHmac('sha256', JWT_KEY).update(signed).digest('base64url')}`;
  };
  const ask = (email: string) =>
    server.anonymous.request('POST', '/jwt/fetch_api_key', { token: tokenFor(email) });
  assert.equal((await ask(userName)).body.code, 'USER_DEACTIVATED');
  assert.equal((await ask('jo.elsewhere@example.com')).body.code, 'AUTHENTICATION_FAILED');
  assert.equal(await people(), before);
});
