// A provider's answers are accepted only if every part is valid. The provider here is a stand-in that returns whatever a
// test sets.

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { before, test } from 'node:test';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { limits } from '../../src/api-contract/limits.ts';
import { type Answered, type RecordedRequest, startStandIn } from '../calls/stand-in.ts';
import { Browser, type BrowserAnswer } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';
import {
  assertRefused,
  CLIENT_ID,
  CLIENT_SECRET,
  COMPLETE,
  LOGIN,
  openIdConfiguration,
  recordedLog,
} from './support.ts';

const standIn = await startStandIn();
const internal = await startStandIn(() => ({ body: {} }));
const issuer = standIn.url.slice(0, -1);
const { lines, log } = recordedLog();
const [good, other] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
const now = () => Math.floor(Date.now() / 1000);

/** The provider's answer, as changed by a test; each test starts with valid values. */
const validAnswer = {
  metadata: {} as Record<string, unknown>,
  key: good.privateKey as CryptoKey,
  claims: {} as JWTPayload,
  /** Replaces the token that is otherwise built from the rest. */
  token: undefined as unknown,
  userInfo: { sub: 'mel', email: 'mel@example.com', email_verified: true } as Record<string, unknown>,
  /** Replaces the answers of paths. */
  answers: {} as Record<string, (request: RecordedRequest) => Answered | Promise<Answered>>,
};
let providerClaims = structuredClone({
  ...validAnswer,
  key: undefined,
  answers: {},
}) as unknown as typeof validAnswer;
let nonce = '';

async function idToken(): Promise<unknown> {
  if (providerClaims.token !== undefined) return providerClaims.token;
  const claims = {
    iss: issuer,
    aud: CLIENT_ID,
    sub: 'mel',
    iat: now(),
    exp: now() + 300,
    nonce,
    email: 'mel@example.com',
    email_verified: true,
    ...providerClaims.claims,
  };
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(providerClaims.key);
}

standIn.answer = async (request) => {
  const path = request.url.pathname;
  const configuredAnswer = providerClaims.answers[path];
  if (configuredAnswer) return configuredAnswer(request);
  if (path === '/.well-known/openid-configuration') {
    return {
      body: {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
        ...providerClaims.metadata,
      },
    };
  }
  if (path === '/keys') return { body: { keys: [{ ...(await exportJWK(good.publicKey)), kid: 'one' }] } };
  if (path === '/token') return { body: { id_token: await idToken(), access_token: 'access-secret-word' } };
  if (path === '/userinfo') return { body: providerClaims.userInfo };
  return { status: 404, body: '' };
};

/** A server that has not contacted its provider yet. */
async function freshServer() {
  return startTestServer({ signIn: openIdConfiguration(issuer), log });
}
let server: Awaited<ReturnType<typeof freshServer>>;
before(async () => {
  server = await freshServer();
});

/** Signs in while the provider returns something invalid. */
async function signInWith(
  changes: Partial<typeof validAnswer>,
  query = '',
  at = server,
): Promise<[BrowserAnswer, Browser]> {
  providerClaims = { ...validAnswer, ...changes };
  const browser = new Browser(at.url);
  const redirect = await browser.send('GET', LOGIN, {}, {});
  if (redirect.status !== 302) return [redirect, browser];
  const { searchParams } = new URL(redirect.headers.location ?? '');
  nonce = searchParams.get('nonce') ?? '';
  const state = searchParams.get('state') ?? '';
  return [await browser.get(`${COMPLETE}?state=${state}&code=code-secret-word${query}`), browser];
}

async function expectRefused(
  changes: Partial<typeof validAnswer>,
  reason: RegExp,
  query = '',
): Promise<void> {
  const [answer, browser] = await signInWith(changes, query);
  assertRefused(answer, browser, reason);
}

test('a valid answer is accepted: the request uses PKCE, and the secret is sent to the provider only', async () => {
  const [answer] = await signInWith({});
  assert.equal(answer.status, 302, answer.text);
  const tokenRequest = standIn.requests.find(({ url }) => url.pathname === '/token');
  const form = new URLSearchParams(tokenRequest?.body);
  assert.equal(form.get('redirect_uri'), `${server.url}${COMPLETE}`);
  assert.match(form.get('code_verifier') ?? '', /^[\w-]{43}$/);
  const [id, secret] = Buffer.from(tokenRequest?.headers.authorization?.slice(6) ?? '', 'base64')
    .toString()
    .split(':');
  assert.deepEqual([id, decodeURIComponent(secret?.replaceAll('+', ' ') ?? '')], [CLIENT_ID, CLIENT_SECRET]);
});

test('a token of another issuer, audience or attempt, or one too old, is refused', async () => {
  await expectRefused({ claims: { iss: 'https://elsewhere.example.com' } }, /claim iss is not valid/);
  await expectRefused({ claims: { aud: 'another-program' } }, /claim aud is not valid/);
  await expectRefused({ claims: { aud: [CLIENT_ID, 'another'] } }, /meant for another application/);
  await expectRefused(
    { claims: { aud: [CLIENT_ID, 'another'], azp: 'another' } },
    /meant for another application/,
  );
  await expectRefused({ claims: { azp: 'another' } }, /meant for another application/);
  await expectRefused({ claims: { exp: now() - 120 } }, /it has expired/);
  await expectRefused({ claims: { iat: now() - 3600 } }, /it has expired/);
  await expectRefused({ claims: { iat: now() + 3600 } }, /claim iat is not valid/);
  await expectRefused({ claims: { nbf: now() + 3600 } }, /claim nbf is not valid/);
  await expectRefused({ claims: { nonce: 'of another attempt' } }, /belongs to another login attempt/);
  await expectRefused(
    { claims: { nonce: undefined } as unknown as JWTPayload },
    /belongs to another login attempt/,
  );
  for (const claim of ['sub', 'exp', 'iat'])
    await expectRefused({ claims: { [claim]: undefined } }, new RegExp(`claim ${claim} is not valid`));
});

test('a token that was used before is refused', async () => {
  providerClaims = { ...validAnswer };
  const first = await idToken();
  await expectRefused({ token: first }, /belongs to another login attempt/);
});

test('a token signed with another key, a shared secret or not at all is refused', async () => {
  await expectRefused({ key: other.privateKey }, /a key that is not the provider/);
  const claims = { iss: issuer, aud: CLIENT_ID, sub: 'mel', iat: now(), exp: now() + 300 };
  await expectRefused({ token: new UnsecuredJWT(claims).encode() }, /cannot be trusted/);
  const shared = new TextEncoder().encode(CLIENT_SECRET);
  const symmetric = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(shared);
  await expectRefused({ token: symmetric }, /not signed, or its signature algorithm is not accepted/);
  const unknown = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid: 'two' })
    .sign(good.privateKey);
  await expectRefused({ token: unknown }, /a key that is not the provider/);
  for (const token of ['', 'a.b.c', 'x'.repeat(1000)]) await expectRefused({ token }, /cannot be trusted/);
  for (const token of [7, null, {}])
    await expectRefused({ token }, /does not identify a user \(id_token: expected a string, got /);
});

test('keys are fetched again, once, when the provider has replaced them', async () => {
  const fresh = await freshServer();
  const fetches = () => standIn.requests.filter(({ url }) => url.pathname === '/keys').length;
  const before = fetches();
  const status = async (changes: Partial<typeof validAnswer>) =>
    (await signInWith(changes, '', fresh))[0].status;
  assert.deepEqual([await status({}), await status({})], [302, 302]);
  assert.equal(fetches(), before + 1);
  const replaced = {
    key: other.privateKey,
    answers: {
      '/keys': async () => ({ body: { keys: [{ ...(await exportJWK(other.publicKey)), kid: 'one' }] } }),
    },
  };
  assert.deepEqual([await status(replaced), await status(replaced)], [302, 302]);
  assert.equal(fetches(), before + 2);
  // An answer that is invalid for another reason fetches nothing.
  assert.notEqual(await status({ ...replaced, claims: { aud: 'another' } }), 302);
  assert.equal(fetches(), before + 2);
  await fresh.close();
});

test('invalid subjects and answers about another subject are refused', async () => {
  await expectRefused(
    { claims: { sub: '' }, userInfo: { sub: '' } },
    /does not identify a user \(sub: expected/,
  );
  await expectRefused(
    { claims: { sub: 'm\u0000l' }, userInfo: { sub: 'm\u0000l' } },
    /does not identify a user/,
  );
  const without = { email: undefined, email_verified: undefined };
  await expectRefused({ claims: without, userInfo: { sub: 'adam' } }, /identify different users/);
  await expectRefused(
    { claims: { ...without, sub: 'new' }, userInfo: { sub: 'new' } },
    /did not provide your email address/,
  );
});

test('bound signInSubjectCharacters: a subject has a bounded length', async () => {
  const longestSubject = 's'.repeat(limits.signInSubjectCharacters);
  const [answer] = await signInWith({
    claims: { sub: longestSubject, email: 'adam@example.com' },
    userInfo: { sub: longestSubject },
  });
  assert.equal(answer.status, 302, answer.text);
  await expectRefused(
    { claims: { sub: `${longestSubject}s` }, userInfo: { sub: `${longestSubject}s` } },
    /does not identify a user/,
  );
});

test('an answer that claims to come from another provider is refused', async () => {
  await expectRefused({}, /came from another provider/, '&iss=https%3A%2F%2Felsewhere.example.com');
});

test('a provider with inconsistent metadata is not contacted further', async () => {
  const metadata = async (changes: Record<string, unknown>, reason: RegExp) => {
    const fresh = await freshServer();
    const [answer, browser] = await signInWith({ metadata: changes }, '', fresh);
    assertRefused(answer, browser, reason);
    await fresh.close();
  };
  await metadata({ issuer: `${issuer}/` }, /issuer differs from the one configured/);
  await metadata(
    { authorization_endpoint: 'javascript:alert(1)' },
    /\(authorization_endpoint: expected an HTTPS address, got a string\)/,
  );
  await metadata({ token_endpoint: undefined }, /\(token_endpoint: is missing\)/);
  await metadata({ jwks_uri: 'file:///etc/passwd' }, /\(jwks_uri: expected an HTTPS address/);
  // It must not lead to addresses that only this server reaches.
  await metadata({ token_endpoint: `${internal.url}token` }, /the address is not public/);
  await metadata({ jwks_uri: `${internal.url}keys` }, /the address is not public/);
  assert.deepEqual(internal.requests, []);
  await metadata({ authorization_response_iss_parameter_supported: true }, /came from another provider/);
});

test('a failing provider is contacted once for all attempts within seconds', async () => {
  const fresh = await freshServer();
  const path = '/.well-known/openid-configuration';
  const times = () => standIn.requests.filter(({ url }) => url.pathname === path).length;
  const before = times();
  for (let visits = 0; visits < 3; visits++) {
    const answers = { [path]: () => ({ status: 503, body: '' }) };
    const [answer, browser] = await signInWith({ answers }, '', fresh);
    assertRefused(answer, browser, /returned status 503/);
  }
  assert.equal(times() - before, 1);
});

test('bound signInAnswerBytes: huge, truncated, non-JSON and redirecting answers are refused', async () => {
  const large = 'x'.repeat(limits.signInAnswerBytes);
  await expectRefused({ answers: { '/token': () => ({ body: { large } }) } }, /the response is too large/);
  await expectRefused({ answers: { '/token': () => ({ body: '<html>' }) } }, /did not return JSON/);
  await expectRefused(
    { answers: { '/token': () => ({ body: [] }) } },
    /does not identify a user \(expected an object, got a list\)/,
  );
  await expectRefused(
    { answers: { '/token': () => ({ body: '['.repeat(100_000) }) } },
    /did not return JSON/,
  );
  await expectRefused({ answers: { '/token': () => ({ status: 302, body: '' }) } }, /returned status 302/);
  const invalid = { status: 400, body: { error: 'invalid_grant', error_description: 'very-secret-word' } };
  await expectRefused({ answers: { '/token': () => invalid } }, /returned status 400/);
  await expectRefused({ answers: { '/token': () => ({ status: 500, body: 'out of order' }) } }, /status 500/);
  const fresh = await freshServer();
  for (const keys of ['no list', Array.from({ length: 101 }, () => ({})), [7]]) {
    const answers = { '/keys': () => ({ body: { keys } }) };
    const [answer, browser] = await signInWith({ answers }, '', fresh);
    assertRefused(answer, browser, /the signing keys cannot be read \(keys/);
  }
});

test('a short or broken key signs no one in, and the log says so', async () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const rsa = { kty: 'RSA', kid: 'one', e: 'AQAB' };
  const ec = { kty: 'EC', kid: 'one', crv: 'P-256' };
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = (alg: string) => `${part({ alg, kid: 'one' })}.${part({})}.${part('signature')}`;
  const fresh = await freshServer();
  for (const [key, alg] of [
    [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }, 'RS256'],
    [{ ...rsa, n: 'AA' }, 'RS256'],
    [{ ...rsa, n: '!' }, 'RS256'],
    [{ ...rsa, n: 7 }, 'RS256'],
    [rsa, 'RS256'],
    [{ ...ec, x: 'AA', y: 'AA' }, 'ES256'],
    [{ ...ec, x: {} }, 'ES256'],
  ] as const) {
    const before = lines.length;
    const answers = { '/keys': () => ({ body: { keys: [key] } }) };
    const [answer, browser] = await signInWith({ answers, token: signed(alg) }, '', fresh);
    assertRefused(answer, browser, /cannot be used|cannot be trusted/);
    assert.match(lines.slice(before).join('\n'), /"event":"sign_in_failed".*cannot be (used|trusted)/);
  }
  assert.match(lines.join('\n'), /RSA keys need at least 2048 bits/);
});

test('the address and its verification are taken from the same answer', async () => {
  const olives = { email: 'olive@example.com', email_verified: undefined };
  const intruder = { sub: 'intruder', email: 'intruder@example.com', email_verified: true };
  await expectRefused(
    { claims: { sub: 'intruder', ...olives }, userInfo: intruder },
    /account for intruder@/,
  );
  assert.match(lines.at(-1) ?? '', /"event":"sign_in_failed".*no account for intruder@example\.com/);
  await expectRefused(
    { claims: { sub: 'intruder', ...olives }, userInfo: { sub: 'intruder', email_verified: true } },
    /did not provide your email address/,
  );
  const only = { sub: 'mia', email: 'mia@example.com' };
  const [answer] = await signInWith({
    claims: { ...only, email_verified: undefined },
    userInfo: { ...only, email_verified: true },
  });
  assert.equal(answer.status, 302, answer.text);
});

test('bound signInVisitsPerMinute: a network that signs in too often must wait', async () => {
  await withLimit('signInVisitsPerMinute', 2, async () => {
    const fresh = await freshServer();
    const browser = new Browser(fresh.url);
    for (let count = 0; count < 2; count++) assert.equal((await browser.get(LOGIN)).status, 302);
    const before = lines.length;
    assertRefused(await browser.get(LOGIN), browser, /./, 429);
    // Other servers of this file write to the same log.
    assert.deepEqual(
      lines.slice(before).filter((line) => line.includes('sign_in_failed')),
      [],
    );
  });
});

test('a slow or unreachable provider does not block requests for long, and no secret is logged', async () => {
  const slow = { '/token': () => ({ isSilent: true, body: '' }) as const };
  await expectRefused({ answers: slow }, /the request timed out/);
  await standIn.stop();
  await expectRefused({}, /the connection was refused/);
  const fresh = await freshServer();
  const browser = new Browser(fresh.url);
  assertRefused(await browser.get(LOGIN), browser, /the connection was refused/);
  assert.ok(lines.some((line) => line.includes('"event":"sign_in_failed"')));
  for (const line of lines) assert.doesNotMatch(line, /secret-word|eyJ|code=|state=/);
});
