// Unconfirmed addresses, once the server sends mail: nothing private is sent to them, they open no accounts, and people
// confirm them while logged in.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import type { ServerOptions } from '../../src/server/server-options.ts';
import { Provider, scimClient, USER, withScim } from '../scim/support.ts';
import { startOpenId } from '../sign-in/open-id-stand-in.ts';
import { assertRefused, openIdConfiguration, signIn } from '../sign-in/support.ts';
import { Browser } from '../support/browser.ts';
import type { ApiClient, Json } from '../support/client.ts';
import { mailTo } from '../support/mail.ts';
import { freshDatabase, startTestServer, type TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { open, PASSWORD, sendForm } from './support.ts';

const KEY = 'a key that two systems share and nobody else';
const EMAIL = 'nia@example.org';

/** A server that now sends mail, where people joined with links before. */
async function afterSettingUpMail(
  options: Partial<ServerOptions> = {},
): Promise<{ server: TestServer; nia: ApiClient; olive: ApiClient }> {
  const dataDirectory = temporaryFolder();
  const databaseUrl = await freshDatabase();
  const storage = { dataDirectory, databaseUrl, ...options };
  const before = await startTestServer({ ...storage, mailFilesCountAsSent: false });
  const { invite_link } = await (await before.as('olive')).ok('POST', '/invites/multiuse', {
    include_realm_default_subscriptions: true,
  });
  const fields = { email: EMAIL, full_name: 'Nia New', password: PASSWORD };
  assert.equal((await sendForm(before, new URL(invite_link).pathname, fields)).status, 302);
  await before.close();
  const server = await startTestServer(storage);
  const login = { username: EMAIL, password: PASSWORD };
  const { api_key, user_id } = await server.anonymous.ok('POST', '/fetch_api_key', login);
  return { server, nia: server.client(EMAIL, api_key, user_id), olive: await server.as('olive') };
}

const isConfirmed = async (client: ApiClient) => (await client.ok('GET', '/users/me/email')).is_confirmed;

test('resets and sign-ups mail no links to an unconfirmed address, and no other mail is sent to it', async () => {
  const { server, nia, olive } = await afterSettingUpMail();
  await open(server);
  for (const path of ['/accounts/password/reset/', '/register/']) {
    assert.equal((await sendForm(server, path, { email: EMAIL })).status, 302);
  }
  const comment = { deactivation_notification_comment: 'A private word.' };
  await olive.ok('DELETE', `/users/${nia.userId}`, comment);
  const mails = await mailTo(server, EMAIL);
  assert.equal(mails.length, 2);
  for (const { subject, text } of mails) {
    assert.match(subject ?? '', /is not confirmed/);
    assert.doesNotMatch(text ?? '', /\/reset\/|do_confirm|private/);
  }
});

test('missed messages are mailed to confirmed addresses only', async () => {
  let ahead = 0;
  const { server, nia, olive } = await afterSettingUpMail({ clock: () => Date.now() / 1000 + ahead });
  const mailsOfMissed = async (content: string) => {
    await olive.ok('POST', '/messages', { type: 'private', to: [nia.userId], content });
    ahead += 3600;
    for (let round = 0; round < 3; round++) await server.server.scheduler.runDue();
    return (await mailTo(server, EMAIL)).filter(({ text }) => text?.includes(content));
  };
  assert.equal((await mailsOfMissed('an early word')).length, 0);
  await olive.ok('POST', `/users/${nia.userId}/email/confirmation`);
  assert.equal((await mailsOfMissed('a late word')).length, 1);
});

test('no provider or token logs in to an account with an unconfirmed address', async () => {
  const company = await startOpenId();
  const { server, nia, olive } = await afterSettingUpMail({
    jwtKey: KEY,
    signIn: openIdConfiguration(company.url),
  });
  company.allow(`${server.url}/complete/oidc/company/`);
  company.person = { sub: 'nia-of-the-company', email: EMAIL, email_verified: true, name: 'Nia' };
  const browser = new Browser(server.url);
  assertRefused(await signIn(browser, company.url), browser, /the address is not confirmed/);

  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 36_000;
  const claims = { email: EMAIL, exp, aud: new URL(server.url).host };
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  const token = `${signed}.${createHmac('sha256', KEY).update(signed).digest('base64url')}`;
  await server.anonymous.refused('POST', '/jwt/fetch_api_key', { token }, 'BAD_REQUEST', /not confirmed/);

  await olive.ok('POST', `/users/${nia.userId}/email/confirmation`);
  assert.equal((await signIn(new Browser(server.url), company.url)).status, 302);
  await server.anonymous.ok('POST', '/jwt/fetch_api_key', { token });
});

test('a mailed link confirms the address only for the logged-in account', async () => {
  const { server, nia, olive } = await afterSettingUpMail();
  await nia.ok('POST', '/users/me/email/confirmation');
  await nia.refused('POST', '/users/me/email/confirmation', {}, 'RATE_LIMIT_HIT');
  const [mail] = await mailTo(server, EMAIL);
  const [path = ''] = /\/accounts\/confirm_new_email\/\w+/.exec(mail?.text ?? '') ?? [];
  const otherBrowser = new Browser(server.url);
  assert.equal((await otherBrowser.get(path)).status, 200);
  const answer = await otherBrowser.send('POST', path);
  assert.equal(answer.status, 400);
  assert.match(answer.text, /Log in to the account with this address first/);
  assert.equal(await isConfirmed(nia), false);
  const own = new Browser(server.url);
  await own.logIn(EMAIL, PASSWORD);
  assert.equal((await own.send('POST', path)).status, 302);
  assert.equal(await isConfirmed(nia), true);
  assert.ok(await own.isLoggedIn());
  assert.equal((await own.send('POST', path)).status, 400);
  await nia.refused('POST', '/users/me/email/confirmation', {}, 'BAD_REQUEST', /already confirmed/);
  assert.deepEqual((await olive.ok('GET', '/users/unconfirmed_emails')).user_ids, []);
  await sendForm(server, '/accounts/password/reset/', { email: EMAIL });
  assert.match((await mailTo(server, EMAIL)).at(-1)?.text ?? '', /\/reset\//);
});

test('bound confirmationMailSeconds: a second confirmation mail is sent only after that time', async () => {
  const { server, nia } = await afterSettingUpMail();
  const { database } = server.server.services;
  const makeOlder = (seconds: number) =>
    database.write(1, (writer) =>
      writer.db
        .updateTable('email_change')
        .set((e) => ({ expires_at: e('expires_at', '-', seconds) }))
        .where('account_id', '=', nia.userId ?? 0)
        .execute(),
    );
  await nia.ok('POST', '/users/me/email/confirmation');
  await makeOlder(limits.confirmationMailSeconds - 300);
  await nia.refused('POST', '/users/me/email/confirmation', {}, 'RATE_LIMIT_HIT');
  await makeOlder(300);
  await nia.ok('POST', '/users/me/email/confirmation');
});

test('administrators can confirm addresses', async () => {
  const { server, nia, olive } = await afterSettingUpMail();
  const mel = await server.as('mel');
  const path = `/users/${nia.userId}/email/confirmation`;
  await mel.refused('POST', path, {}, 'UNAUTHORIZED_PRINCIPAL');
  await mel.refused('GET', '/users/unconfirmed_emails', {}, 'UNAUTHORIZED_PRINCIPAL');
  await olive.ok('POST', path);
  assert.equal(await isConfirmed(nia), true);
  await olive.refused('POST', path, {}, 'BAD_REQUEST', /already confirmed/);
  const { entries } = await olive.ok('GET', '/audit_log', { kind: 'email_confirmed' });
  assert.deepEqual(
    entries.map((entry: Json) => [entry.acting_user_id, entry.affected_user_id, entry.details]),
    [[olive.userId, nia.userId, { email: EMAIL, by: 'administrator' }]],
  );
});

test('SCIM takes over no account with an unconfirmed address, but may deactivate it', async () => {
  const { server, nia } = await afterSettingUpMail({ signIn: withScim(scimClient()) });
  const provider = new Provider(server.url);
  const user = { schemas: [USER], userName: EMAIL, displayName: 'Nia New' };
  const path = `/Users/${nia.userId}`;
  const refusal = await provider.send('PUT', path, { ...user, active: true });
  assert.deepEqual([refusal.status, refusal.body.scimType], [409, 'uniqueness']);
  assert.match(refusal.body.detail, /is not confirmed/);
  assert.equal((await provider.send('PUT', path, { ...user, active: false })).status, 200);
});
