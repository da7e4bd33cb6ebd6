// Each of several organizations on a server has links to its own address, in mail and in answers.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assumedUrl, organizationUrl, requestedUrl } from '../../src/model/organizations/organization-url.ts';
import { insertAccount } from '../../src/stores/accounts/insert-account.ts';
import { secondOrganization } from '../access/support.ts';
import { PUBLIC_URL, startMissedMailServer } from '../mail/missed-support.ts';

describe('the address of an organization', () => {
  for (const [publicUrl, host, expected] of [
    [undefined, '', undefined],
    [undefined, 'acme.example', 'http://acme.example'],
    [undefined, 'acme.example:8080', 'http://acme.example:8080'],
    ['https://chat.example', '', 'https://chat.example'],
    ['https://chat.example', 'chat.example', 'https://chat.example'],
    ['https://chat.example', 'acme.example', 'https://acme.example'],
    ['https://chat.example:8443', 'acme.example', 'https://acme.example:8443'],
    ['https://chat.example:8443', 'acme.example:9000', 'https://acme.example:9000'],
    ['http://chat.example/team', 'acme.example', 'http://acme.example/team'],
  ] as const) {
    test(`is built from ${publicUrl} and ${host}`, () => {
      assert.equal(organizationUrl(publicUrl, host), expected);
      assert.equal(assumedUrl(publicUrl, host), expected ?? 'http://localhost');
    });
  }
  test('is that of the request if the server has none configured', () => {
    assert.equal(requestedUrl(undefined, 'acme.example', 'acme.example:9991'), 'http://acme.example:9991');
    assert.equal(requestedUrl('https://chat.example', 'acme.example', 'x'), 'https://acme.example');
    assert.equal(requestedUrl(undefined, 'acme.example', undefined), 'http://acme.example');
  });
});

test('mail and answers of another organization link to its own host', async () => {
  const server = await startMissedMailServer();
  const elsa = await secondOrganization(server);
  assert.equal((await elsa.ok('POST', '/register')).realm_url, 'https://localhost');
  const mel = await server.as('mel');
  assert.equal((await mel.ok('POST', '/register')).realm_url, PUBLIC_URL);
  const { database, keyring, hubs } = server.server.services;
  const hub = (await hubs.loadedHubs()).find(({ state }) => state.organization.host === 'localhost');
  assert.ok(hub);
  const emil = await database.write(hub.id, async (writer) => {
    const email = 'emil@elsewhere.example';
    const id = await insertAccount(writer, keyring, { email, fullName: 'Emil Elsewhere', role: 400 });
    writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches: { accounts: [id] } });
    return id;
  });
  await server.mailAfter();
  const id = await elsa.sendDirect([emil], 'are you there?');
  const [mail] = await server.mailTo('emil@elsewhere.example');
  assert.ok(mail?.text?.includes('https://localhost/#narrow/dm/'));
  assert.ok(mail?.text?.includes(`/near/${id}`));
  assert.ok(!mail?.html?.includes(PUBLIC_URL));
});
