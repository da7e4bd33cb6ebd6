// Addresses of bots and placeholders use the host of the organization's public address.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storePublicHost } from '../../src/actions/organizations/public-host.ts';
import { standInDomain } from '../../src/model/people/account-email.ts';
import { startTestServer } from '../support/server.ts';

for (const [host, publicHost, domain] of [
  ['', '', 'parley.invalid'],
  ['', 'chat.example', 'chat.example'],
  ['', 'localhost', 'parley.invalid'],
  ['', '192.0.2.7', 'parley.invalid'],
  ['acme.example:8080', 'chat.example', 'acme.example'],
  ['localhost', 'chat.example', 'chat.example'],
] as const) {
  test(`with ${host || 'no host'} at ${publicHost || 'no public address'} the domain is ${domain}`, () => {
    assert.equal(standInDomain({ host, publicHost }), domain);
  });
}

test('bots are created with the public host, and older bots log in with either address', async () => {
  const server = await startTestServer();
  const { database } = server.server.services;
  const mel = await server.as('mel');
  const make = (short_name: string) => mel.ok('POST', '/bots', { full_name: short_name, short_name });
  const ownUser = (email: string, key: string) => server.client(email, key).request('GET', '/users/me');
  const old = await make('older');
  assert.equal((await ownUser('older-bot@chat.example', old.api_key)).status, 401);

  const listener = await mel.registerQueue();
  await storePublicHost(database, 'https://Chat.example:8443');
  assert.deepEqual(await listener.events(), []);
  for (const email of ['older-bot@parley.invalid', 'older-bot@chat.example']) {
    assert.equal((await ownUser(email, old.api_key)).body.user_id, old.user_id);
  }
  const fresh = await make('newer');
  assert.equal((await ownUser('newer-bot@chat.example', fresh.api_key)).body.user_id, fresh.user_id);
  assert.equal((await mel.ok('POST', '/register')).realm_bot_domain, 'chat.example');

  const mia = await server.as('mia');
  await mia.ok('PATCH', '/settings', { email_address_visibility: 4 });
  for (const domain of ['chat.example', 'parley.invalid']) {
    const { user } = await mel.ok('GET', `/users/user${mia.userId}@${domain}`);
    assert.equal(user.email, `user${mia.userId}@chat.example`);
  }
  // A server without a configured address keeps the stored one.
  await storePublicHost(database, undefined);
  assert.equal((await mel.ok('POST', '/register')).realm_bot_domain, 'chat.example');
});
