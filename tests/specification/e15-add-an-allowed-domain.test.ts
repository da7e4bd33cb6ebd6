// E15: an owner allows an email domain.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { grant } from '../users/support.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('gus'),
]);
const path = '/realm/domains';

test('E15.1 adds a domain and returns its id and name', async () => {
  const { new_domain } = await olive.ok('POST', path, { domain: 'added.example', allow_subdomains: false });
  assert.ok(Number.isInteger(new_domain[0]));
  assert.deepEqual(new_domain.slice(1), ['added.example']);
  const { domains } = await mel.ok('GET', path);
  assert.deepEqual(domains.at(-1), { domain: 'added.example', allow_subdomains: false });
});

test('E15.2 needs a domain', async () => {
  const parameters = { allow_subdomains: false };
  await olive.refused('POST', path, parameters, 'REQUEST_VARIABLE_MISSING', "Missing 'domain' argument");
});

test('E15.3 needs allow_subdomains', async () => {
  const domain = 'whole.example';
  await olive.refused('POST', path, { domain }, 'REQUEST_VARIABLE_MISSING', /allow_subdomains/);
  const unclear = { domain, allow_subdomains: 'perhaps' };
  await olive.refused('POST', path, unclear, 'BAD_REQUEST', /allow_subdomains/);
});

test('E15.4 is for owners', async () => {
  for (const client of [adam, mona, mel, gus]) {
    const parameters = { domain: 'theirs.example', allow_subdomains: false };
    await client.refused('POST', path, parameters, 'UNAUTHORIZED_PRINCIPAL', /owner/);
  }
});

describe('restricted addresses', () => {
  const invent = (host: string) => ({
    email: `somebody@${host}`,
    full_name: 'Some Body',
    password: 'correct horse battery staple',
  });

  before(async () => {
    await grant(server, olive, { can_create_users: 1 });
    await olive.ok('PATCH', '/realm', { emails_restricted_to_domains: true });
    await olive.ok('POST', path, { domain: 'flat.example', allow_subdomains: false });
    await olive.ok('POST', path, { domain: 'deep.example', allow_subdomains: true });
  });

  test('E15.5 are in the domain', async () => {
    await olive.refused('POST', '/users', invent('elsewhere.example'), 'BAD_REQUEST', /not allowed/);
    await olive.ok('POST', '/users', invent('flat.example'));
  });

  test('E15.6 are in a subdomain if allowed', async () => {
    await olive.refused('POST', '/users', invent('below.flat.example'), 'BAD_REQUEST', /not allowed/);
    await olive.ok('POST', '/users', invent('below.deep.example'));
  });
});
