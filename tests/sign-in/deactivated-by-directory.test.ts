// A directory that deactivated an account reactivates it when the person returns there, nothing else does, and a directory
// reactivates no other account.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Attribute, Change } from 'ldapts';
import { Provider, scimClient, USER } from '../scim/support.ts';
import { Browser } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';
import { directoryConfiguration, PASSWORD, startLdap, withoutSlapd } from './ldap-stand-in.ts';
import { startOpenId } from './open-id-stand-in.ts';
import { samlConfiguration, signInBySaml, startSaml } from './saml-stand-in.ts';
import { assertRefused, COMPLETE, openIdConfiguration, signIn } from './support.ts';

const DEACTIVATED = /account is deactivated/i;
const JWT_KEY = 'a key that two systems share and nobody else';
const FILTER = '(&(objectClass=inetOrgPerson)(!(employeeType=disabled)))';

async function start() {
  const [ldap, company, staff] = [await startLdap(), await startOpenId(), await startSaml()];
  let ahead = 0;
  const sync = {
    everySeconds: 3600,
    filter: FILTER,
    maxDeactivated: 10,
    maxDeactivatedPercent: 50,
    reactivates: true,
  };
  const server = await startTestServer({
    jwtKey: JWT_KEY,
    clock: () => Date.now() / 1000 + ahead,
    signIn: {
      providers: [...openIdConfiguration(company.url).providers, ...samlConfiguration(staff).providers],
      directories: directoryConfiguration(ldap.url, { sync }).directories,
      scim: [scimClient()],
    },
  });
  company.allow(`${server.url}${COMPLETE}`);
  const olive = await server.as('olive');
  return {
    server,
    olive,
    scim: new Provider(server.url),
    byDirectory: (username: string) =>
      server.anonymous.request('POST', '/fetch_api_key', { username, password: PASSWORD }),
    async byOpenId() {
      company.person = { sub: 'mia-there', email: 'mia@example.com', email_verified: true };
      const browser = new Browser(server.url);
      return { browser, answer: await signIn(browser, company.url) };
    },
    async bySaml() {
      staff.changedClaims = { nameId: 'mia-there', attributes: { email: 'mia@example.com' } };
      const browser = new Browser(server.url);
      return { browser, answer: await signInBySaml(browser) };
    },
    byToken(email: string) {
      const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const claims = { email, exp: Math.floor(Date.now() / 1000) + 3600, aud: new URL(server.url).host };
      const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
      const token = `${signed}.${createHmac('sha256', JWT_KEY).update(signed).digest('base64url')}`;
      return server.anonymous.request('POST', '/jwt/fetch_api_key', { token });
    },
    isActive: async (id: number) => (await olive.ok('GET', `/users/${id}`)).user.is_active,
    async employ(uid: string, type: 'disabled' | 'staff') {
      const modification = new Attribute({ type: 'employeeType', values: [type] });
      await ldap.change((client) =>
        client.modify(ldap.dnOf(uid), new Change({ operation: 'replace', modification })),
      );
      ahead += 3700;
      await server.server.scheduler.runDue();
    },
  };
}

const at = withoutSlapd ? undefined : await start();

test('an account that the directory deactivated is reactivated only by the directory', {
  skip: withoutSlapd,
}, async () => {
  assert.ok(at);
  for (const uid of ['mel.m', 'max.m']) assert.equal((await at.byDirectory(uid)).status, 200);
  const id = (await at.byDirectory('mia.m')).body.user_id;
  for (const arrive of [at.byOpenId, at.bySaml]) assert.equal((await arrive()).answer.status, 302);
  await at.employ('mia.m', 'disabled');
  assert.equal(await at.isActive(id), false);
  for (const arrive of [at.byOpenId, at.bySaml]) {
    const { browser, answer } = await arrive();
    assertRefused(answer, browser, DEACTIVATED, 401);
  }
  assert.equal((await at.byToken('mia@example.com')).body.code, 'USER_DEACTIVATED');
  assert.notEqual((await at.byDirectory('mia.m')).status, 200);
  const active = { schemas: [USER], userName: 'mia@example.com', active: true };
  await at.scim.refused('PUT', `/Users/${id}`, active, { status: 403, detail: /not by SCIM/ });
  assert.equal(await at.isActive(id), false);
  await at.employ('mia.m', 'staff');
  assert.equal(await at.isActive(id), true);
  for (const arrive of [at.byOpenId, at.bySaml]) assert.equal((await arrive()).answer.status, 302);
  assert.equal((await at.byToken('mia@example.com')).status, 200);
  assert.equal((await at.byDirectory('mia.m')).body.user_id, id);
});

test('a directory reactivates no account that SCIM or an administrator deactivated', {
  skip: withoutSlapd,
}, async () => {
  assert.ok(at);
  const id = (await at.byDirectory('mia.m')).body.user_id;
  const turn = (active: boolean) =>
    at.scim.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: active }]);
  await turn(false);
  await at.employ('mia.m', 'disabled');
  await at.employ('mia.m', 'staff');
  assert.equal(await at.isActive(id), false);
  assert.equal((await turn(true)).active, true);
  await at.olive.ok('DELETE', `/users/${id}`);
  // SCIM reporting an account inactive that already is does not count as its own deactivation.
  await turn(false);
  const active = { Operations: [{ op: 'replace', path: 'active', value: true }] };
  await at.scim.refused('PATCH', `/Users/${id}`, active, { status: 403, detail: /not by SCIM/ });
  await at.employ('mia.m', 'disabled');
  await at.employ('mia.m', 'staff');
  assert.equal(await at.isActive(id), false);
  const { browser, answer } = await at.byOpenId();
  assertRefused(answer, browser, DEACTIVATED, 401);
});
