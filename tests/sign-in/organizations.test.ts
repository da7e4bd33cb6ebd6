// Providers for some of a server's organizations, and people who move between organizations.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondOrganization } from '../access/support.ts';
import { Browser } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';
import { startOpenId } from './open-id-stand-in.ts';
import {
  assertRefused,
  COMPLETE,
  openIdConfiguration,
  recordedLog,
  redirectBack,
  sealedClaimsIn,
  signIn,
} from './support.ts';

const ISSUER = 'https://id.example.com';

test('an organization without a host is identified by that of --url', async () => {
  const { log, lines } = recordedLog();
  const server = await startTestServer({
    publicUrl: 'https://chat.example.com:8443',
    signIn: openIdConfiguration(ISSUER, { organizations: ['chat.example.com'] }),
    log,
  });
  const { external_authentication_methods: loginMethods } = await server.anonymous.ok(
    'GET',
    '/server_settings',
  );
  assert.deepEqual(
    loginMethods.map(({ name }: { name: string }) => name),
    ['oidc:company'],
  );
  assert.doesNotMatch(lines.join('\n'), /names an unknown organization/);
});

test('a provider for a missing organization is reported at the start', async () => {
  const { log, lines } = recordedLog();
  const organizations = ['chat.example.com', 'caht.example.com'];
  const signIn = openIdConfiguration(ISSUER, { organizations });
  await startTestServer({ publicUrl: 'https://chat.example.com', signIn, log });
  const warnings = lines.filter((line) => line.includes('names an unknown organization'));
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /"provider":"company","host":"caht\.example\.com"/);
});

/** Two organizations of one server, with a provider for both, and one for the second only. */
async function twoOrganizations() {
  const company = await startOpenId();
  const other = { id: 'elsewhere', name: 'Elsewhere', organizations: ['localhost'] };
  const server = await startTestServer({
    signIn: {
      directories: [],
      providers: [company.url, ISSUER].flatMap(
        (issuer) => openIdConfiguration(issuer, issuer === ISSUER ? other : {}).providers,
      ),
    },
  });
  const elsa = await secondOrganization(server);
  const urls = { one: server.url, two: server.url.replace('127.0.0.1', 'localhost') };
  company.allow(`${urls.one}${COMPLETE}`, `${urls.two}${COMPLETE}`);
  return { company, server, elsa, urls };
}

test('a login that starts at one organization signs no one in at another', async () => {
  const { company, server, elsa, urls } = await twoOrganizations();
  company.person = { sub: 'mel', email: 'mel@example.com', email_verified: true };
  const path = await redirectBack(new Browser(urls.one), company.url);
  const atTwo = new Browser(urls.two);
  assertRefused(await atTwo.get(path), atTwo, /This login attempt is no longer valid/);
  assert.equal((await signIn(new Browser(urls.one), company.url)).status, 302);
  const samePerson = new Browser(urls.two);
  assertRefused(
    await signIn(samePerson, company.url),
    samePerson,
    /Elsewhere has no account for mel@example\.com/,
  );

  // A login of the second organization is redirected from the first to where its browser's cookie is.
  company.person = { sub: 'elsa', email: elsa.email, email_verified: true };
  const own = new Browser(urls.two);
  const back = await redirectBack(own, company.url);
  const atOne = new Browser(urls.one);
  const { status, headers } = await atOne.get(back);
  const { hostname, pathname, search } = new URL(headers.location ?? '');
  assert.deepEqual([status, hostname, pathname + search], [302, 'localhost', back]);
  assert.equal(atOne.cookies.size, 0);
  assert.equal((await own.get(back)).status, 302);
  assert.equal((await own.ok('GET', '/users/me')).delivery_email, elsa.email);

  const olive = await server.as('olive');
  for (const inviter of [olive, elsa])
    await inviter.ok('POST', '/invites', { invitee_emails: 'ann@example.org', stream_ids: [] });
  company.person = { sub: 'ann', email: 'ann@example.org', email_verified: true };
  const ann = new Browser(urls.one);
  const form = { person: sealedClaimsIn(await signIn(ann, company.url)), full_name: 'Ann Archer' };
  const otherBrowser = new Browser(urls.two);
  for (const [name, value] of ann.cookies) otherBrowser.cookies.set(name, value);
  const answer = await otherBrowser.send('POST', '/accounts/sign-in/join/', form);
  assertRefused(answer, otherBrowser, /This login attempt is no longer valid/);
  assert.equal((await ann.send('POST', '/accounts/sign-in/join/', form)).status, 302);
});

test('a provider for one organization is neither offered nor accepted at another', async () => {
  const { server, elsa, urls } = await twoOrganizations();
  const offeredMethods = async (client: typeof server.anonymous) => {
    const { external_authentication_methods: loginMethods } = await client.ok('GET', '/server_settings');
    return loginMethods.map(({ name }: { name: string }) => name);
  };
  assert.deepEqual(await offeredMethods(server.anonymous), ['oidc:company']);
  assert.deepEqual(await offeredMethods(elsa), ['oidc:company', 'oidc:elsewhere']);
  const browser = new Browser(urls.one);
  for (const path of ['/accounts/login/social/oidc/elsewhere', '/accounts/register/social/oidc/elsewhere'])
    assertRefused(await browser.get(path), browser, /This login method is not available/, 404);
});
