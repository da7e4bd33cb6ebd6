// An attacker who lost access to an account stays out: what they started ends with a change of address, password or key
// and with deactivation, and the account's owner is notified by mail.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startPasswordReset } from '../../src/actions/accounts/password-reset.ts';
import { limits } from '../../src/api-contract/limits.ts';
import { insertReplyAddress, mailReplyByToken } from '../../src/stores/missed-mail/reply-address.ts';
import type { Answer, ApiClient } from '../support/client.ts';
import { mailTo } from '../support/mail.ts';
import { type DemoName, startTestServer } from '../support/server.ts';
import { grant } from '../users/support.ts';

const RESET = '/accounts/password/reset/';
const OLD_PASSWORD = 'demo-password';
const NEW_PASSWORD = 'a rather long pass phrase';

const server = await startTestServer();
const { database, keyring } = server.server.services;
const olive = await server.as('olive');
await grant(server, olive, { can_change_user_emails: 1 });

function post(path: string, fields: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(server.url + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

async function newestMail(email: string): Promise<{ subject: string; text: string }> {
  const { subject = '', text = '' } = (await mailTo(server, email)).at(-1) ?? {};
  return { subject, text };
}

async function resetLink(email: string): Promise<string> {
  await database.write(1, (writer) => startPasswordReset(writer, email, server.url));
  return new RegExp(`${RESET}\\d+/\\w{24}/`).exec((await newestMail(email)).text)?.[0] ?? '';
}

/** Starts a change of address, and returns the path of the link sent to the new address. */
async function changeLink(person: ApiClient, newEmail: string): Promise<string> {
  await person.ok('PATCH', '/settings', { email: newEmail });
  return /\/accounts\/confirm_new_email\/\w{24}/.exec((await newestMail(newEmail)).text)?.[0] ?? '';
}

const isOpen = async (link: string) => (await fetch(server.url + link)).status === 200;

async function setByMail(email: string, password = NEW_PASSWORD): Promise<void> {
  const answer = await post(await resetLink(email), { new_password1: password, new_password2: password });
  assert.equal(answer.status, 302);
}

/** A new person for each test, so that tests are independent. */
let people = 0;
async function newPerson(): Promise<ApiClient & { readonly password: string }> {
  await grant(server, olive, { can_create_users: 1 });
  const email = `person${people++}@example.com`;
  const person = { email, password: OLD_PASSWORD, full_name: `Person ${people}` };
  const { user_id: id } = await olive.ok('POST', '/users', person);
  const { api_key: key } = await server.anonymous.ok('POST', '/dev_fetch_api_key', { username: email });
  return Object.assign(server.client(email, key, id), { password: OLD_PASSWORD });
}

async function temporaryLink(person: ApiClient): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob(['content']), 'a.txt');
  const headers = { authorization: `Basic ${btoa(`${person.email}:${person.apiKey}`)}` };
  const answer = await fetch(`${server.url}/api/v1/user_uploads`, { method: 'POST', headers, body });
  const { url } = (await answer.json()) as { readonly url: string };
  return (await person.ok('GET', url)).url;
}

/**
 * Creates access that an attacker may have: a waiting poll, and links to reset the password, change the address and open
 * a file.
 */
async function createPending(person: ApiClient) {
  const listener = await person.registerQueue({ event_types: ['message'] });
  const poll = person.request('GET', '/events', {
    queue_id: listener.queueId,
    last_event_id: listener.snapshot.last_event_id,
  });
  const links = {
    reset: await resetLink(person.email),
    change: await changeLink(person, `thief${people++}@example.org`),
    file: await temporaryLink(person),
  };
  for (const link of Object.values(links)) assert.ok(await isOpen(link), link);
  return { poll, links };
}

/** Expects that a poll ended without an event. */
async function expectNothing(poll: Promise<Answer>): Promise<void> {
  const { events } = (await poll).body;
  assert.deepEqual(
    events.map(({ type }: { readonly type: string }) => type),
    ['heartbeat'],
  );
}

/** Expects that none of the links works. */
async function expectDead(links: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, link] of Object.entries(links)) assert.equal(await isOpen(link), false, name);
}

const settings = (person: ApiClient, password: string) =>
  person.ok('PATCH', '/settings', { old_password: OLD_PASSWORD, new_password: password });

describe('everything pending', () => {
  test('ends with a new password', async () => {
    const person = await newPerson();
    const { poll, links } = await createPending(person);
    await settings(person, NEW_PASSWORD);
    await expectNothing(poll);
    await expectDead(links);
    await person.ok('GET', '/users/me');
  });

  test('ends with a password reset by mail, and so does the key', async () => {
    const person = await newPerson();
    const { poll, links } = await createPending(person);
    const { reset, ...others } = links;
    const form = { new_password1: NEW_PASSWORD, new_password2: NEW_PASSWORD };
    assert.equal((await post(reset, form)).status, 302);
    await expectNothing(poll);
    await expectDead(others);
    await person.refused('GET', '/users/me', {}, 'INVALID_API_KEY');
    const login = { username: person.email, password: NEW_PASSWORD };
    assert.notEqual((await server.anonymous.ok('POST', '/fetch_api_key', login)).api_key, person.apiKey);
  });

  test('ends with a new key, and a waiting poll gets no more events', async () => {
    const person = await newPerson();
    const { poll, links } = await createPending(person);
    const { api_key: key } = await person.ok('POST', '/users/me/api_key/regenerate');
    await olive.sendDirect([person.userId], 'not for the old key');
    await expectNothing(poll);
    await expectDead(links);
    await server.client(person.email, key).ok('GET', '/users/me');
  });

  test('ends with a new key of a bot', async () => {
    const bot = await server.as('helper');
    const listener = await bot.registerQueue({ event_types: ['message'] });
    const poll = bot.request('GET', '/events', {
      queue_id: listener.queueId,
      last_event_id: listener.snapshot.last_event_id,
    });
    await olive.ok('POST', `/bots/${bot.userId}/api_key/regenerate`);
    await expectNothing(poll);
  });

  test('ends with deactivation, even after reactivation', async () => {
    const person = await newPerson();
    const { poll, links } = await createPending(person);
    await olive.ok('DELETE', `/users/${person.userId}`);
    assert.equal((await poll).status, 400);
    await expectDead(links);
    await olive.ok('POST', `/users/${person.userId}/reactivate`);
    await expectDead(links);
  });

  for (const how of ['by a link', 'by an owner'] as const) {
    test(`ends with another address, chosen ${how}, and the old one is notified`, async () => {
      const person = await newPerson();
      const { links } = await createPending(person);
      const newEmail = `new.${person.email}`;
      if (how === 'by a link') assert.equal((await post(await changeLink(person, newEmail))).status, 200);
      else await olive.ok('PATCH', `/users/${person.userId}`, { new_email: newEmail });
      await expectDead(links);
      const { subject, text } = await newestMail(person.email);
      assert.equal(subject, 'The email address of your account on Parley Demo was changed');
      assert.ok(text.includes(newEmail), text);
      await server.client(newEmail, person.apiKey).ok('GET', '/users/me');
    });
  }

  test('replies from the old mailbox to notifications are not posted', async () => {
    const person = await newPerson();
    const token = 'a'.repeat(32);
    const to = { accountId: person.userId, conversationId: 1, messageId: 1 };
    await database.write(1, (writer) => insertReplyAddress(writer, keyring, token, to));
    const find = () => mailReplyByToken(database.reader(0), keyring, token, 0);
    assert.ok(await find());
    await olive.ok('PATCH', `/users/${person.userId}`, { new_email: `x.${person.email}` });
    assert.equal(await find(), undefined);
  });

  test('a change of address requested together with a new password stays pending', async () => {
    const person = await newPerson();
    const newEmail = `y.${person.email}`;
    const change = { email: newEmail, old_password: OLD_PASSWORD, new_password: NEW_PASSWORD };
    await person.ok('PATCH', '/settings', change);
    assert.match((await newestMail(newEmail)).text, /confirm_new_email/);
    const link = /\/accounts\/confirm_new_email\/\w{24}/.exec((await newestMail(newEmail)).text)?.[0] ?? '';
    assert.ok(await isOpen(link));
  });
});

describe('the owner is notified', () => {
  test('of a new password and a new key', async () => {
    const person = await newPerson();
    await settings(person, NEW_PASSWORD);
    assert.equal((await newestMail(person.email)).subject, 'Your password on Parley Demo was changed');
    await person.ok('POST', '/users/me/api_key/regenerate');
    assert.equal((await newestMail(person.email)).subject, 'Your API key on Parley Demo was replaced');
  });

  test('of a password reset by mail', async () => {
    const person = await newPerson();
    await setByMail(person.email);
    const { subject, text } = await newestMail(person.email);
    assert.equal(subject, 'Your password on Parley Demo was changed');
    assert.doesNotMatch(text, /Your bots keep/);
  });

  test('that bots keep their keys, if there are any', async () => {
    const person = await newPerson();
    const bot = { full_name: `Bot of ${person.userId}`, short_name: `bot-of-${person.userId}` };
    const { api_key: key } = await person.ok('POST', '/bots', bot);
    await setByMail(person.email);
    assert.match((await newestMail(person.email)).text, /Your bots keep their API keys\. If someone else/);
    const own = await server.client(`${bot.short_name}-bot@parley.invalid`, key).ok('GET', '/users/me');
    assert.equal(own.is_bot, true);
  });
});

describe('a login', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const subject = (program: string) => `New login to Parley Demo from ${program}`;

  async function logIn(name: DemoName, userAgent: string): Promise<void> {
    const login = { username: `${name}@example.com`, password: OLD_PASSWORD };
    const answer = await server.anonymous.request('POST', '/fetch_api_key', login, {
      'user-agent': userAgent,
    });
    assert.equal(answer.status, 200);
  }
  const subjects = async (name: DemoName) =>
    (await mailTo(server, `${name}@example.com`)).map((mail) => mail.subject);

  test('from a new program is reported by mail once', async () => {
    await logIn('max', FIREFOX);
    await logIn('max', FIREFOX);
    await logIn('max', 'ZulipMobile/27.300 (Android 14)');
    assert.deepEqual(await subjects('max'), [subject('Firefox (Linux)'), subject('ZulipMobile (Android)')]);
    const { text } = await newestMail('max@example.com');
    for (const fact of ['max@example.com', 'ZulipMobile (Android)', '127.0.0.1'])
      assert.ok(text.includes(fact));
  });

  test('is not reported to people who disabled these mails or have just joined', async () => {
    await (await server.as('mona')).ok('PATCH', '/settings', { enable_login_emails: false });
    await logIn('mona', FIREFOX);
    assert.deepEqual(await subjects('mona'), []);
    const person = await newPerson();
    const before = (await mailTo(server, person.email)).length;
    await server.anonymous.ok('POST', '/fetch_api_key', { username: person.email, password: OLD_PASSWORD });
    assert.equal((await mailTo(server, person.email)).length, before);
  });

  test('bound knownLoginsPerAccount: is remembered for that many devices', async () => {
    const { userId } = await server.as('mia');
    await database.write(1, async (writer) => {
      const row = { organization_id: 1, account_id: userId };
      const logins = Array.from({ length: limits.knownLoginsPerAccount }, (_, i) => ({
        ...row,
        place_key: `login ${i}`,
        last_at: i,
      }));
      await writer.db.insertInto('known_login').values(logins).execute();
    });
    await logIn('mia', FIREFOX);
    const rows = await database
      .reader(1)
      .db.selectFrom('known_login')
      .select('place_key')
      .where('account_id', '=', userId)
      .execute();
    assert.equal(rows.length, limits.knownLoginsPerAccount);
    assert.ok(!rows.some((row) => row.place_key === 'login 0'));
  });
});
