// Signing in with GitHub, against a stand-in that answers as GitHub documents it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startStandIn } from '../calls/stand-in.ts';
import { Browser, type BrowserAnswer } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';
import { assertRefused, CLIENT_ID, CLIENT_SECRET } from './support.ts';

const hub = await startStandIn();
const url = hub.url.slice(0, -1);
const server = await startTestServer({
  signIn: {
    directories: [],
    providers: [
      {
        kind: 'github',
        id: 'github',
        name: 'GitHub',
        icon: undefined,
        clientId: CLIENT_ID,
        clientSecret: CLIENT_SECRET,
        organizations: [],
        domains: ['example.com'],
        signUp: false,
        issuer: url,
        apiUrl: `${url}/api`,
      },
    ],
  },
});

const verified = (email: string) => ({ email, primary: true, verified: true });
let person: unknown = { id: 583_231, login: 'mel', name: 'Mel Member' };
let emails: unknown = [];
let token: unknown = { access_token: 'of-the-visit', token_type: 'bearer' };

hub.answer = ({ url: { pathname }, headers }) => {
  if (pathname === '/login/oauth/access_token') return { body: token };
  if (headers.authorization !== 'Bearer of-the-visit') return { status: 401, body: {} };
  return { body: pathname === '/api/user' ? person : emails };
};

async function signIn(browser = new Browser(server.url)): Promise<[BrowserAnswer, Browser]> {
  const redirect = await browser.send('GET', '/accounts/login/social/github', {}, {});
  const { origin, pathname, searchParams } = new URL(redirect.headers.location ?? '');
  assert.equal(origin + pathname, `${url}/login/oauth/authorize`);
  assert.equal(searchParams.get('scope'), 'read:user user:email');
  assert.equal(searchParams.get('code_challenge_method'), 'S256');
  assert.equal(searchParams.get('redirect_uri'), `${server.url}/complete/github/`);
  return [await browser.get(`/complete/github/?code=x&state=${searchParams.get('state')}`), browser];
}

test('GitHub is announced to clients', async () => {
  const settings = await server.anonymous.ok('GET', '/server_settings');
  assert.equal(settings.authentication_methods.github, true);
  assert.equal(settings.authentication_methods['openid connect'], false);
  assert.deepEqual(settings.external_authentication_methods, [
    {
      name: 'github',
      display_name: 'GitHub',
      display_icon: null,
      login_url: '/accounts/login/social/github',
      signup_url: '/accounts/register/social/github',
    },
  ]);
});

test('the first login uses a verified primary address of an allowed domain, later ones the id', async () => {
  emails = [
    { email: 'mel@example.com', primary: true, verified: false },
    { ...verified('olive@example.com'), primary: false },
  ];
  const [unverified, first] = await signIn();
  assertRefused(unverified, first, /does not confirm that your email address is verified/);
  emails = [verified('mel@example.org')];
  const [outside, second] = await signIn();
  assertRefused(outside, second, /is not trusted to confirm addresses of your domain/);
  emails = [verified('mel@example.com')];
  const [answer, browser] = await signIn();
  assert.equal(answer.status, 302, answer.text);
  assert.equal((await browser.ok('GET', '/users/me')).email, 'mel@example.com');
  emails = [verified('olive@example.com')];
  const [again, same] = await signIn();
  assert.equal(again.status, 302);
  assert.equal((await same.ok('GET', '/users/me')).email, 'mel@example.com');
});

test('no one joins through a provider that is for existing accounts', async () => {
  const olive = await server.as('olive');
  await olive.ok('PATCH', '/realm', { invite_required: false });
  person = { id: 9, login: 'ann', name: null };
  emails = [verified('ann@example.com')];
  const [answer, browser] = await signIn();
  assertRefused(answer, browser, /no account for ann@example\.com, and GitHub does not create accounts/);
});

test('malformed answers sign no one in', async () => {
  for (const [odd, defect] of [
    [null, 'expected an object, got null'],
    [[], 'expected an object, got a list'],
    ['"x"', 'expected an object, got a string'],
    [{ id: 'text' }, 'id: expected a whole number from 0, got a string'],
    [{ id: 1.5 }, 'id: expected a whole number from 0, got a number'],
    [{ login: 'mel' }, 'id: is missing'],
  ]) {
    person = odd;
    const [answer, browser] = await signIn();
    const sentence = `Login with GitHub failed: the response does not identify a user \\(${defect}\\)\\.`;
    assertRefused(answer, browser, new RegExp(sentence));
  }
  person = { id: 10, login: 'x' };
  for (const odd of [
    null,
    {},
    '"x"',
    [7],
    [{ primary: true, verified: true, email: 7 }],
    [{ primary: true, verified: 'yes', email: 'mel@example.com' }],
  ]) {
    emails = odd;
    const [answer, browser] = await signIn();
    assertRefused(answer, browser, /did not provide your email address|is verified/);
  }
  token = { access_token: 7 };
  const [number, first] = await signIn();
  assertRefused(number, first, /\(access_token: expected a string, got a number\)/);
  token = { error: 'bad_verification_code', error_description: 'very-secret-word' };
  const [answer, browser] = await signIn();
  assertRefused(answer, browser, /rejected its own login code/);
});
