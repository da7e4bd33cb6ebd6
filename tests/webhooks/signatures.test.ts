// How services authenticate their requests: each form of a signature, valid, invalid, missing and old.

import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { webhookServices } from '../../src/model/webhook-services/webhook-services.ts';

const SECRET = 'a secret';
const NOW = 1_800_000_000;
const body = Buffer.from('{"a":"é"}');
const url = 'https://chat.example/api/v1/external/trello?api_key=x';

type Digest = (...parts: readonly (string | Buffer)[]) => string;
const digest =
  (secret: string, algorithm = 'sha256', encoding: 'hex' | 'base64' = 'hex'): Digest =>
  (...parts) => {
    const hmac = createHmac(algorithm, secret);
    for (const part of parts) hmac.update(part);
    return hmac.digest(encoding);
  };

/** The headers of a signed request, as each service documents them. */
const signedBy: Readonly<Record<string, (secret: string, at: number) => Record<string, string>>> = {
  github: (secret) => ({ 'x-hub-signature-256': `sha256=${digest(secret)(body)}` }),
  gitlab: (secret) => ({ 'x-gitlab-token': secret }),
  gitea: (secret) => ({ 'x-gitea-signature': digest(secret)(body) }),
  gogs: (secret) => ({ 'x-gogs-signature': digest(secret)(body) }),
  taiga: (secret) => ({ 'x-taiga-webhook-signature': digest(secret, 'sha1')(body) }),
  shortcut: (secret) => ({ 'payload-signature': digest(secret)(body) }),
  clickup: (secret) => ({ 'x-signature': digest(secret)(body) }),
  forgejo: (secret) => ({ 'x-forgejo-signature': digest(secret)(body) }),
  bitbucket2: (secret) => ({ 'x-hub-signature': `sha256=${digest(secret)(body)}` }),
  bitbucket3: (secret) => ({ 'x-hub-signature': `sha256=${digest(secret)(body)}` }),
  jira: (secret) => ({ 'x-hub-signature': `sha256=${digest(secret)(body)}` }),
  linear: (secret) => ({ 'linear-signature': digest(secret)(body) }),
  trello: (secret) => ({ 'x-trello-webhook': digest(secret, 'sha1', 'base64')(body, url) }),
  sentry: (secret) => ({ 'sentry-hook-signature': digest(secret)(body) }),
  grafana: (secret) => ({ 'x-grafana-alerting-signature': digest(secret)(body) }),
  pagerduty: (secret) => ({ 'x-pagerduty-signature': `v1=${'0'.repeat(64)},v1=${digest(secret)(body)}` }),
  circleci: (secret) => ({ 'circleci-signature': `v1=${digest(secret)(body)}` }),
  buildkite: (secret, at) => ({
    'x-buildkite-signature': `timestamp=${at},signature=${digest(secret)(`${at}.`, body)}`,
  }),
  semaphore: (secret) => ({ 'x-semaphore-signature-256': `sha256=${digest(secret)(body)}` }),
  sonarqube: (secret) => ({ 'x-sonar-webhook-hmac-sha256': digest(secret)(body) }),
  harbor: (secret) => ({ authorization: secret }),
  heroku: (secret) => ({ 'heroku-webhook-hmac-sha256': digest(secret, 'sha256', 'base64')(body) }),
  netlify: (secret) => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const sha256 = createHash('sha256').update(body).digest('hex');
    const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'netlify', sha256 })}`;
    const signature = createHmac('sha256', secret).update(token).digest('base64url');
    return { 'x-webhook-signature': `${token}.${signature}` };
  },
  stripe: (secret, at) => ({ 'stripe-signature': `t=${at},v1=${digest(secret)(`${at}.`, body)},v0=x` }),
  intercom: (secret) => ({ 'x-hub-signature': `sha1=${digest(secret, 'sha1')(body)}` }),
  zendesk: (secret, at) => {
    const time = new Date(at * 1000).toISOString();
    return {
      'x-zendesk-webhook-signature': digest(secret, 'sha256', 'base64')(time, body),
      'x-zendesk-webhook-signature-timestamp': time,
    };
  },
  notion: (secret) => ({ 'x-notion-signature': `sha256=${digest(secret)(body)}` }),
  slack: (secret, at) => ({
    'x-slack-signature': `v0=${digest(secret)(`v0:${at}:`, body)}`,
    'x-slack-request-timestamp': String(at),
  }),
};
const stamped = new Set(['buildkite', 'stripe', 'zendesk', 'slack']);
/** Services that send the secret itself, which does not cover the body. */
const tokens = new Set(['gitlab', 'harbor']);

test('every service that signs its requests has a case here', () => {
  const signing = webhookServices.filter(({ signature }) => signature).map(({ name }) => name);
  assert.deepEqual(signing.sort(), Object.keys(signedBy).sort());
});

test('a token of Netlify names its issuer, and cannot choose another algorithm', () => {
  const signature = webhookServices.find(({ name }) => name === 'netlify')?.signature;
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sha256 = createHash('sha256').update(body).digest('hex');
  const problem = (head: object, claims: object) => {
    const token = `${part(head)}.${part(claims)}`;
    const signed = `${token}.${createHmac('sha256', SECRET).update(token).digest('base64url')}`;
    const headers = new Map([['x-webhook-signature', signed]]);
    return signature?.errorOf({ body, headers, url, secret: SECRET, now: NOW });
  };
  assert.equal(problem({ alg: 'HS256' }, { iss: 'netlify', sha256 }), undefined);
  for (const [head, claims] of [
    [{ alg: 'none' }, { iss: 'netlify', sha256 }],
    [{ alg: 'HS256' }, { iss: 'somebody', sha256 }],
    [{ alg: 'HS256' }, { iss: 'netlify' }],
    [[], 'netlify'],
  ] as const)
    assert.match(problem(head, claims as object) ?? '', /does not match the secret/);
});

for (const { name, signature } of webhookServices) {
  const sign = signedBy[name];
  if (!signature || !sign) continue;
  const problem = (headers: Record<string, string>, sent = body) =>
    signature.errorOf({
      body: sent,
      headers: new Map(Object.entries(headers)),
      url,
      secret: SECRET,
      now: NOW,
    });
  describe(name, () => {
    test('a valid signature is accepted', () => assert.equal(problem(sign(SECRET, NOW)), undefined));
    test('a signature with another secret is refused', () =>
      assert.match(problem(sign('another', NOW)) ?? '', /does not match the secret/));
    test('a missing signature is refused', () => assert.match(problem({}) ?? '', /is not signed/));
    test('an invalid signature is refused', () => {
      const invalid = Object.fromEntries(Object.keys(sign(SECRET, NOW)).map((header) => [header, ',=;é']));
      assert.match(problem(invalid) ?? '', /does not match the secret/);
    });
    test('a signature of another body is refused', () => {
      const found = problem(sign(SECRET, NOW), Buffer.from('{}'));
      if (tokens.has(name)) assert.equal(found, undefined);
      else assert.match(found ?? '', /does not match the secret/);
    });
    if (stamped.has(name)) {
      test('an old signature, and one from the future, are refused', () => {
        assert.match(problem(sign(SECRET, NOW - 301)) ?? '', /5 minutes/);
        assert.match(problem(sign(SECRET, NOW + 301)) ?? '', /5 minutes/);
        assert.equal(problem(sign(SECRET, NOW - 300)), undefined);
      });
    }
  });
}
