// Allowed domains and what they decide.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { grant } from '../users/support.ts';

const server = await startTestServer();
const [olive, adam, mel] = await Promise.all([server.as('olive'), server.as('adam'), server.as('mel')]);
await grant(server, adam, { can_create_users: 1 });
const person = (email: string) => ({ email, full_name: 'Somebody', password: 'a rather long pass phrase' });
const domainOf = async (name: string) =>
  (await mel.ok('GET', '/realm/domains')).domains.find((one: { domain: string }) => one.domain === name);

test('R-allowed-domain.1 a domain has an id and a name', async () => {
  const values = { domain: 'acme.example', allow_subdomains: false };
  const [id, name] = (await olive.ok('POST', '/realm/domains', values)).new_domain;
  assert.ok(Number.isInteger(id));
  assert.equal(name, 'acme.example');
  assert.equal((await domainOf('acme.example')).domain, 'acme.example');
});

test('R-allowed-domain.2 R-allowed-domain.3 accounts can have only addresses of allowed domains', async () => {
  await olive.ok('PATCH', '/realm', { emails_restricted_to_domains: true });
  await adam.ok('POST', '/users', person('one@acme.example'));
  await adam.refused('POST', '/users', person('one@elsewhere.example'), 'BAD_REQUEST');
  assert.equal((await domainOf('acme.example')).allow_subdomains, false);
  await adam.refused('POST', '/users', person('one@office.acme.example'), 'BAD_REQUEST');
  await olive.ok('PATCH', '/realm/domains/acme.example', { allow_subdomains: true });
  assert.equal((await domainOf('acme.example')).allow_subdomains, true);
  await adam.ok('POST', '/users', person('one@office.acme.example'));
  await olive.ok('PATCH', '/realm', { emails_restricted_to_domains: false });
  await adam.ok('POST', '/users', person('one@elsewhere.example'));
});
