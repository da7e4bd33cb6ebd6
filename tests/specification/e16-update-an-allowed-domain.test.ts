// E16: an owner changes an allowed domain.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { assertSuccessOnly } from './lookups.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('gus'),
]);
const path = '/realm/domains/example.com';

async function allowsSubdomains(): Promise<boolean> {
  const { domains } = await mel.ok('GET', '/realm/domains');
  return domains.find(({ domain }: { domain: string }) => domain === 'example.com').allow_subdomains;
}

test('E16.1 changes whether subdomains are allowed and returns no data', async () => {
  for (const allow_subdomains of [true, false]) {
    assertSuccessOnly(await olive.ok('PATCH', path, { allow_subdomains }));
    assert.equal(await allowsSubdomains(), allow_subdomains);
  }
});

test('E16.2 needs a boolean', async () => {
  await olive.refused('PATCH', path, {}, 'REQUEST_VARIABLE_MISSING', /allow_subdomains/);
  await olive.refused('PATCH', path, { allow_subdomains: 'perhaps' }, 'BAD_REQUEST', /allow_subdomains/);
});

test('E16.3 is for owners', async () => {
  for (const client of [adam, mona, mel, gus]) {
    await client.refused('PATCH', path, { allow_subdomains: true }, 'UNAUTHORIZED_PRINCIPAL', /owner/);
  }
  assert.equal(await allowsSubdomains(), false);
});

test('E16.4 rejects an unknown domain', async () => {
  const parameters = { allow_subdomains: true };
  await olive.refused('PATCH', '/realm/domains/never.example', parameters, 'BAD_REQUEST', /never\.example/);
});
