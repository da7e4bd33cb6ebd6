// Whose request it is where a proxy stands before the server: what the proxy says, if it is one that is trusted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { startRealServer } from './real-organization.ts';

/** The statuses of more attempts to log in than one address may make, each from another address. */
async function fromManyAddresses(url: string): Promise<Set<number>> {
  // All at once, since a slow machine's bucket fills up meanwhile.
  const attempts = Array.from({ length: limits.loginAttemptsPerMinute * 2 }, async (_, i) => {
    const answer = await fetch(`${url}/api/v1/fetch_api_key`, {
      method: 'POST',
      headers: { 'x-forwarded-for': `203.0.113.${i}` },
      body: new URLSearchParams({ username: 'bo@acme.example' }),
    });
    return answer.status;
  });
  return new Set((await Promise.all(attempts)).sort());
}

test('a trusted proxy tells the addresses, and each has its own limit', async () => {
  const server = await startRealServer({ trustedProxies: ['127.0.0.0/8', '::1'] });
  assert.deepEqual([...(await fromManyAddresses(server.url))], [400]);
});

test('nobody else is believed', async () => {
  const server = await startRealServer({ trustedProxies: ['192.0.2.7'] });
  assert.deepEqual([...(await fromManyAddresses(server.url))], [400, 429]);
});
