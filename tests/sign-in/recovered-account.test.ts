// A recovered account is closed to an attacker who had linked it at a provider, and open to its rightful owner.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replaceApiKey } from '../../src/api/authentication/new-api-key.ts';
import { enableSecondFactor } from '../support/authenticator.ts';
import { Browser } from '../support/browser.ts';
import { mailTo } from '../support/mail.ts';
import { type DemoName, startTestServer } from '../support/server.ts';
import { grant } from '../users/support.ts';
import { startOpenId } from './open-id-stand-in.ts';
import { assertRefused, COMPLETE, openIdConfiguration, signIn } from './support.ts';

const company = await startOpenId();
const server = await startTestServer({ signIn: openIdConfiguration(company.url) });
company.allow(`${server.url}${COMPLETE}`);
const olive = await server.as('olive');
await grant(server, olive, { can_change_user_emails: 1 });

/** Returns from the provider as this person. */
async function returnAs(sub: string, email: string) {
  company.person = { sub, email, email_verified: true };
  const browser = new Browser(server.url);
  return { browser, answer: await signIn(browser, company.url) };
}

async function expectLogin(sub: string, email: string, name: DemoName): Promise<void> {
  const { browser, answer } = await returnAs(sub, email);
  assert.equal(answer.status, 302, answer.text);
  assert.equal((await browser.ok('GET', '/users/me')).user_id, (await server.as(name)).userId);
}

async function expectRefusal(sub: string, email: string, reason: RegExp): Promise<void> {
  const { browser, answer } = await returnAs(sub, email);
  assertRefused(answer, browser, reason);
}

test('a mail is sent when a provider first opens an account, and none afterwards', async () => {
  const mails = async () =>
    (await mailTo(server, 'mona@example.com')).filter(({ subject }) => subject?.includes('Company'));
  await expectLogin('mona', 'mona@example.com', 'mona');
  const [mail, ...more] = await mails();
  assert.match(mail?.text ?? '', /mona@example\.com .* with Company for the first time/);
  assert.deepEqual(more, []);
  await expectLogin('mona', 'mona@example.com', 'mona');
  assert.equal((await mails()).length, 1);
});

test('restoring an address revokes access gained through the changed one', async () => {
  const { userId } = await server.as('mel');
  const change = (email: string) => olive.ok('PATCH', `/users/${userId}`, { new_email: email });
  await change('thief@example.com');
  await expectLogin('thief', 'thief@example.com', 'mel');
  await change('mel@example.com');
  await expectRefusal('thief', 'thief@example.com', /no account for thief@example\.com/);
  await expectLogin('mel', 'mel@example.com', 'mel');
});

test('a new key, like a new password, admits the rightful owner and not the previous user', async () => {
  await expectLogin('who-read-the-mail', 'adam@example.com', 'adam');
  await expectRefusal('adam', 'adam@example.com', /is linked to someone else at Company/);
  const { database, keyring } = server.server.services;
  const adam = await server.as('adam');
  await database.write(1, (writer) => replaceApiKey(writer, keyring, adam.userId));
  await expectLogin('adam', 'adam@example.com', 'adam');
  await expectRefusal('who-read-the-mail', 'adam@example.com', /is linked to someone else at Company/);
});

test('an address alone does not link an account with two-factor authentication, and existing links keep working', async () => {
  const mona = await server.as('mona');
  await enableSecondFactor(mona, 'demo-password');
  await expectLogin('mona', 'somewhere-else@example.com', 'mona');
  const { database, keyring } = server.server.services;
  await database.write(1, (writer) => replaceApiKey(writer, keyring, mona.userId));
  await expectRefusal('mona', 'mona@example.com', /Log in with your password and a code/);
  await expectRefusal('thief', 'mona@example.com', /Log in with your password and a code/);
  await olive.ok('DELETE', `/users/${mona.userId}/second_factor`);
  await expectLogin('mona', 'mona@example.com', 'mona');
});

test('a changed password ends the provider links of that account only', async () => {
  await expectLogin('mia', 'mia@example.com', 'mia');
  await expectLogin('max', 'max@example.com', 'max');
  const mia = await server.as('mia');
  const passwords = { old_password: 'demo-password', new_password: 'a rather long pass phrase' };
  await mia.ok('PATCH', '/settings', passwords);
  await expectRefusal('mia', 'somewhere-else@example.com', /no account for somewhere-else/);
  await expectLogin('max', 'somewhere-else@example.com', 'max');
});
