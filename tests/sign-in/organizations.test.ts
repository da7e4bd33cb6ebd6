// Providers that are for some of a server's organizations, and people who come from one organization to another.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { keptLog, openIdConfiguration } from './support.ts';

const ISSUER = 'https://id.example.com';

test('the organization without a host is known by that of --url', async () => {
  const { log, lines } = keptLog();
  const server = await startTestServer({
    publicUrl: 'https://chat.example.com:8443',
    signIn: openIdConfiguration(ISSUER, { organizations: ['chat.example.com'] }),
    log,
  });
  const { external_authentication_methods: ways } = await server.nobody.ok('GET', '/server_settings');
  assert.deepEqual(
    ways.map(({ name }: { name: string }) => name),
    ['oidc:company'],
  );
  assert.doesNotMatch(lines.join('\n'), /an organization that is not there/);
});

test('a provider that is for an organization that is not there is told when the server starts', async () => {
  const { log, lines } = keptLog();
  const organizations = ['chat.example.com', 'caht.example.com'];
  const signIn = openIdConfiguration(ISSUER, { organizations });
  await startTestServer({ publicUrl: 'https://chat.example.com', signIn, log });
  const told = lines.filter((line) => line.includes('an organization that is not there'));
  assert.equal(told.length, 1);
  assert.match(told[0] ?? '', /"provider":"company","host":"caht\.example\.com"/);
});
