// Allowed email domains: changed by owners, sent to everyone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, adam, mel, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('gus'),
]);
const everybody = [olive, mel, gus];

test('a domain is added, changed and removed', async () => {
  const eventLists = await expectFold(everybody, async () => {
    const answerToAddition = await olive.ok('POST', '/realm/domains', {
      domain: ' Acme.Example ',
      allow_subdomains: false,
    });
    assert.equal(typeof answerToAddition.new_domain[0], 'number');
    assert.equal(answerToAddition.new_domain[1], 'acme.example');
  });
  assert.deepEqual(eventLists[1]?.[0].realm_domain, { domain: 'acme.example', allow_subdomains: false });
  const eventsOfChange = await expectFold(everybody, () =>
    olive.ok('PATCH', '/realm/domains/acme.example', { allow_subdomains: true }),
  );
  assert.equal(eventsOfChange[1]?.[0].op, 'change');
  const { domains } = await mel.ok('GET', '/realm/domains');
  assert.deepEqual(domains.at(-1), { domain: 'acme.example', allow_subdomains: true });
  const eventsOfRemoval = await expectFold(everybody, () =>
    olive.ok('DELETE', '/realm/domains/acme.example'),
  );
  assert.equal(eventsOfRemoval[1]?.[0].domain, 'acme.example');
});

test('invalid, duplicate and unknown domains are refused', async () => {
  const add = (domain: string) => ({ domain, allow_subdomains: false });
  await olive.refused('POST', '/realm/domains', add('acme'), 'BAD_REQUEST', /^Invalid domain: /);
  await olive.ok('POST', '/realm/domains', add('once.example'));
  const alreadyAdded = 'The domain once.example is already a part of your organization.';
  await olive.refused('POST', '/realm/domains', add('ONCE.example'), 'BAD_REQUEST', alreadyAdded);
  await olive.ok('DELETE', '/realm/domains/once.example');
  const unknown = 'No entry found for domain once.example.';
  await olive.refused('DELETE', '/realm/domains/once.example', {}, 'BAD_REQUEST', unknown);
  await olive.refused(
    'PATCH',
    '/realm/domains/once.example',
    { allow_subdomains: true },
    'BAD_REQUEST',
    unknown,
  );
  await olive.refused('POST', '/realm/domains', { domain: 'a.example' }, 'REQUEST_VARIABLE_MISSING');
});

test('removing the last domain allows all addresses again', async () => {
  const { domains } = await olive.ok('GET', '/realm/domains');
  for (const { domain } of domains) await olive.ok('DELETE', `/realm/domains/${domain}`);
  await olive.ok('POST', '/realm/domains', { domain: 'last.example', allow_subdomains: false });
  await olive.ok('PATCH', '/realm', { emails_restricted_to_domains: true });
  const eventLists = await expectFold(everybody, () => olive.ok('DELETE', '/realm/domains/last.example'));
  assert.deepEqual(
    eventLists[1]?.map(({ type }) => type),
    ['realm_domains', 'realm'],
  );
});

test('owners change domains, and everyone reads them', async () => {
  const message = 'Must be an organization owner';
  const domain = { domain: 'b.example', allow_subdomains: true };
  await adam.refused('POST', '/realm/domains', domain, 'UNAUTHORIZED_PRINCIPAL', message);
  await adam.refused('PATCH', '/realm/domains/b.example', domain, 'UNAUTHORIZED_PRINCIPAL', message);
  await adam.refused('DELETE', '/realm/domains/b.example', {}, 'UNAUTHORIZED_PRINCIPAL', message);
  await gus.ok('GET', '/realm/domains');
});
