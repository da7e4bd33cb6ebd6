// Whose request it is where a proxy stands before the server: what the proxy says, if it is one that is trusted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/contract/limits.ts';
import { startRealServer } from './real-organization.ts';

/** The statuses of a wrong login more often than one address may try, each time from another address. */
async function fromManyAddresses(url: string): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (let i = 0; i <= limits.loginAttemptsPerMinute; i++) {
    const answer = await fetch(`${url}/api/v1/fetch_api_key`, {
      method: 'POST',
      headers: { 'x-forwarded-for': `203.0.113.${i}` },
      body: new URLSearchParams({ username: 'bo@acme.example', password: 'wrong' }),
    });
    statuses.add(answer.status);
  }
  return statuses;
}

test('a trusted proxy tells the addresses, and each has its own limit', async () => {
  const server = await startRealServer({ trustedProxies: ['127.0.0.0/8', '::1'] });
  assert.deepEqual([...(await fromManyAddresses(server.url))], [401]);
});

test('nobody else is believed', async () => {
  const server = await startRealServer({ trustedProxies: ['192.0.2.7'] });
  assert.deepEqual([...(await fromManyAddresses(server.url))], [401, 429]);
});
