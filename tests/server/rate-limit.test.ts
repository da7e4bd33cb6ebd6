// Rate limits of a real organization's accounts, and how they are reported.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { RateLimit } from '../../src/server/http/rate-limit.ts';
import { Browser } from '../support/browser.ts';
import { ApiClient } from '../support/client.ts';
import { login, startRealServer } from './real-organization.ts';

const server = await startRealServer();
const { api_key: key } = await server.anonymous.ok('POST', '/fetch_api_key', login);
const bo = new ApiClient(server.url, login.username, key);

/** Stops time, so that buckets do not refill: the same number of requests empties them on a slow machine too. */
function stopTime(t: TestContext): void {
  const now = performance.now();
  t.mock.method(performance, 'now', () => now);
}

test('bound requestsPerMinute: every answer has the remaining requests, and the error says when to retry', async (t) => {
  stopTime(t);
  const first = await bo.request('GET', '/users/me');
  assert.equal(first.status, 200);
  assert.equal(first.headers.get('x-ratelimit-limit'), String(limits.requestsPerMinute));
  assert.equal(first.headers.get('x-ratelimit-remaining'), String(limits.requestsPerMinute - 1));
  for (let left = limits.requestsPerMinute - 1; left > 0; left--) await bo.ok('GET', '/users/me');
  const refusal = await bo.request('GET', '/users/me');
  assert.equal(refusal.status, 429);
  const { 'retry-after': wait, ...rest } = refusal.body;
  assert.deepEqual(rest, { result: 'error', msg: 'API usage exceeded rate limit', code: 'RATE_LIMIT_HIT' });
  assert.ok(wait > 0 && wait <= 60, String(wait));
  assert.equal(refusal.headers.get('retry-after'), String(Math.ceil(wait)));
  assert.equal(refusal.headers.get('x-ratelimit-limit'), String(limits.requestsPerMinute));
  assert.equal(refusal.headers.get('x-ratelimit-remaining'), '0');
  assert.ok(Number(refusal.headers.get('x-ratelimit-reset')) >= Math.floor(Date.now() / 1000));
});

test('bound loginAttemptsPerMinute: login attempts have a lower limit, whether they succeed or fail', async (t) => {
  stopTime(t);
  const attempts = Array.from({ length: limits.loginAttemptsPerMinute * 2 }, () =>
    server.anonymous.request('POST', '/fetch_api_key'),
  );
  const answers = await Promise.all(attempts);
  assert.ok(answers.some(({ body }) => body.code === 'REQUEST_VARIABLE_MISSING'));
  const refused = answers.find(({ status }) => status === 429);
  assert.equal(refused?.headers.get('x-ratelimit-limit'), String(limits.loginAttemptsPerMinute));
});

test('attempts on the login page count too, even with the right password', async (t) => {
  stopTime(t);
  const burst = Array.from({ length: limits.loginAttemptsPerMinute * 2 }, () =>
    server.anonymous.request('POST', '/fetch_api_key'),
  );
  await Promise.all(burst);
  const { status } = await new Browser(server.url).logIn(login.username, login.password);
  assert.equal(status, 429);
});

test('requests with wrong keys count against the network address', async (t) => {
  stopTime(t);
  const guesser = new ApiClient(server.url, login.username, 'A'.repeat(32));
  let answer = await guesser.request('GET', '/users/me');
  assert.equal(answer.status, 401);
  for (let i = 0; i < limits.requestsPerMinute * 2 && answer.status === 401; i++) {
    answer = await guesser.request('GET', '/users/me');
  }
  assert.equal(answer.status, 429);
  assert.equal(answer.body.code, 'RATE_LIMIT_HIT');
});

test('bound rateLimitBuckets: when there are too many, only the least recently used bucket is forgotten', () => {
  const limit = new RateLimit(1, 3600);
  limit.consume('first');
  limit.consume('second');
  for (let i = 2; i <= limits.rateLimitBuckets; i++) limit.consume(`other ${i}`);
  assert.doesNotThrow(() => limit.consume('first'));
  assert.throws(() => limit.consume(`other ${limits.rateLimitBuckets}`), { code: 'RATE_LIMIT_HIT' });
});

test('only the caller that was idle longest is forgotten', () => {
  const limit = new RateLimit(2, 3600);
  limit.consume('busy');
  limit.consume('quiet');
  for (let i = 2; i < limits.rateLimitBuckets; i++) limit.consume(`other ${i}`);
  limit.consume('busy');
  limit.consume('one more');
  assert.throws(() => limit.consume('busy'), { code: 'RATE_LIMIT_HIT' });
  assert.equal(limit.consume('quiet')?.remaining, 1);
});

test('a bucket refills evenly, up to its size', (t) => {
  let now = 1_000_000;
  t.mock.method(performance, 'now', () => now);
  const limit = new RateLimit(3, 60);
  const isRefused = () => {
    try {
      limit.consume('a');
      return false;
    } catch {
      return true;
    }
  };
  const acceptedCount = () => Array.from({ length: 5 }, isRefused).filter((is) => !is).length;
  assert.equal(acceptedCount(), 3);
  for (const [seconds, free] of [
    [19, 0],
    [1, 1],
    [40, 2],
    [10_000, 3],
  ] as const) {
    now += seconds * 1000 + 0.01;
    assert.equal(acceptedCount(), free, `after ${seconds} s`);
  }
});
