// The address of a request behind a reverse proxy: the one that the proxy reports, if the proxy is trusted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { startRealServer } from './real-organization.ts';

/** The statuses of more login attempts than one address may make, each from another address. */
async function fromManyAddresses(url: string): Promise<Set<number>> {
  // Concurrent, because a slow machine's bucket would refill meanwhile.
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

test('a trusted proxy reports the addresses, and each has its own limit', async () => {
  const server = await startRealServer({ trustedProxies: ['127.0.0.0/8', '::1'] });
  assert.deepEqual([...(await fromManyAddresses(server.url))], [400]);
});

test('addresses from other senders are ignored', async () => {
  const server = await startRealServer({ trustedProxies: ['192.0.2.7'] });
  assert.deepEqual([...(await fromManyAddresses(server.url))], [400, 429]);
});
