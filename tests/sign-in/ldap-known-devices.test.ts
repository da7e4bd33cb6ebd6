// Known browsers of a directory's accounts, which may log in with a user name: they can log in while others guess.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { accountKeyOf, countFailure } from '../../src/stores/accounts/login-failures.ts';
import { login, startRealServer } from '../server/real-organization.ts';
import { Browser } from '../support/browser.ts';
import { directoryConfiguration, PASSWORD, startLdap, withoutSlapd } from './ldap-stand-in.ts';

test('a browser that logged in with a user name can log in while others guess, for that name and account only', {
  skip: withoutSlapd,
}, async () => {
  const ldap = await startLdap();
  const server = await startRealServer({ signIn: directoryConfiguration(ldap.url) });
  const { database, keyring } = server.server.services;
  const { api_key: key, user_id: id } = await server.anonymous.ok('POST', '/fetch_api_key', login);
  await server.client(login.username, key, id).ok('PATCH', '/realm', { invite_required: false });
  const [known, other] = [new Browser(server.url), new Browser(server.url)];
  for (const [browser, name] of [
    [known, 'mel.m'],
    [other, 'mia.m'],
  ] as const) {
    const { status, text } = await browser.logIn(name, PASSWORD);
    assert.equal(status, 302, text);
    await browser.send('POST', '/accounts/logout/');
  }
  await database.write(1, async (writer) => {
    for (const name of ['mel.m', 'mel@example.com']) {
      const accountKey = accountKeyOf(keyring, name);
      for (let i = 0; i < limits.failedLoginsPerAccount; i++)
        await countFailure(writer, { accountKey, networkKey: null });
    }
  });
  assert.equal((await other.logIn('mel.m', PASSWORD)).status, 429);
  assert.equal((await known.logIn('mel@example.com', PASSWORD)).status, 429);
  assert.equal((await known.logIn('mel.m', 'not this one')).status, 200);
  assert.equal((await known.logIn('mel.m', PASSWORD)).status, 302);
  // The user name now belongs to another person, for whom the browser is not known.
  await known.send('POST', '/accounts/logout/');
  await ldap.change((client) => client.modifyDN(ldap.dnOf('mel.m'), 'uid=mel.gone'));
  await ldap.change((client) => client.modifyDN(ldap.dnOf('mia.m'), 'uid=mel.m'));
  await database.write(1, async (writer) => {
    const accountKey = accountKeyOf(keyring, 'mia@example.com');
    for (let i = 0; i < limits.failedLoginsPerAccount; i++)
      await countFailure(writer, { accountKey, networkKey: null });
  });
  assert.equal((await known.logIn('mel.m', PASSWORD)).status, 429);
});
