// Joining a server that sends no mail: links suffice, and addresses stay unconfirmed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { countLinkUse } from '../../src/stores/invitations/link-store.ts';
import type { ApiClient, Json } from '../support/client.ts';
import { mailTo } from '../support/mail.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { directMessages, logIn, open, PASSWORD, sendForm } from './support.ts';

const withoutMail = () => startTestServer({ mailFilesCountAsSent: false });

async function page(server: TestServer, path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(server.url + path);
  return { status: answer.status, text: await answer.text() };
}

async function linkPath(inviter: ApiClient, terms: Json = {}): Promise<string> {
  const { invite_link } = await inviter.ok('POST', '/invites/multiuse', terms);
  return new URL(invite_link).pathname;
}

function fillInLink(server: TestServer, path: string, email: string, name = 'Nia New'): Promise<Response> {
  return sendForm(server, path, { email, full_name: name, password: PASSWORD });
}

async function join(server: TestServer, path: string, email: string): Promise<ApiClient> {
  const answer = await fillInLink(server, path, email);
  assert.equal(answer.status, 302, await answer.text());
  assert.equal(answer.headers.get('location'), '/');
  assert.match(answer.headers.get('set-cookie') ?? '', /session/);
  return logIn(server, email);
}

async function expectRefused(
  answer: Response | Promise<Response>,
  status: number,
  why: RegExp,
): Promise<void> {
  const { status: given, text } = await Promise.resolve(answer).then(async (one) => ({
    status: one.status,
    text: await one.text(),
  }));
  assert.equal(given, status, text);
  assert.match(text, why);
}

test('a link is enough to join, and the address is unconfirmed', async () => {
  const server = await withoutMail();
  const olive = await server.as('olive');
  const path = await linkPath(olive, { include_realm_default_subscriptions: true });
  const form = await page(server, path);
  assert.equal(form.status, 200);
  for (const name of ['email', 'full_name', 'password'])
    assert.match(form.text, new RegExp(`name="${name}"`));
  assert.match(form.text, /<input(?=[^>]* name="email")[^>]* autofocus/);
  assert.doesNotMatch(form.text, /<input(?=[^>]* name="full_name")[^>]* autofocus/);
  assert.match(form.text, /Email is not set up on this server/);
  for (const [email, name, why] of [
    ['none', 'Nia New', /Enter a valid email address/],
    ['nia@example.org', 'N', /name is too short/],
    ['mel@example.com', 'Nia New', /already have an account/],
  ] as const) {
    await expectRefused(fillInLink(server, path, email, name), 400, why);
  }
  const nia = await join(server, path, 'nia@example.org');
  const { subscriptions } = await nia.ok('GET', '/users/me/subscriptions');
  assert.deepEqual(
    subscriptions.map(({ name }: { name: string }) => name),
    ['general'],
  );
  assert.ok((await directMessages(nia)).length > 0);
  assert.deepEqual(await nia.ok('GET', '/users/me/email'), {
    result: 'success',
    msg: '',
    email: 'nia@example.org',
    is_confirmed: false,
    can_be_mailed: false,
  });
  assert.deepEqual((await olive.ok('GET', '/users/unconfirmed_emails')).user_ids, [nia.userId]);
  assert.equal((await olive.ok('GET', '/users/me/email')).is_confirmed, true);
  const { invites } = await olive.ok('GET', '/invites');
  assert.equal(invites[0].uses, 1);
  assert.equal(invites[0].max_uses, null);
  assert.equal((await mailTo(server, 'nia@example.org')).length, 0);
});

test('a link admits up to its maximum of people, until it expires or is revoked', async () => {
  const server = await withoutMail();
  const olive = await server.as('olive');
  const path = await linkPath(olive, { max_uses: 2 });
  await join(server, path, 'one@example.org');
  const races = await Promise.all(
    ['two', 'three', 'four'].map((name) => fillInLink(server, path, `${name}@example.org`)),
  );
  assert.deepEqual(races.map(({ status }) => status).sort(), [302, 400, 400]);
  assert.equal((await page(server, path)).status, 404);
  await expectRefused(fillInLink(server, path, 'five@example.org'), 404, /no longer valid/);
  const { invites } = await olive.ok('GET', '/invites');
  assert.deepEqual([invites[0].uses, invites[0].max_uses], [2, 2]);
  await olive.ok('DELETE', `/invites/multiuse/${invites[0].id}`);
  const revokedLink = await linkPath(olive);
  const { invites: now } = await olive.ok('GET', '/invites');
  await olive.ok('DELETE', `/invites/multiuse/${now[0].id}`);
  await expectRefused(fillInLink(server, revokedLink, 'six@example.org'), 404, /no longer valid/);
});

test('bound invitationLinkUses: a link has at most that maximum', async () => {
  const server = await withoutMail();
  const olive = await server.as('olive');
  const max_uses = limits.invitationLinkUses;
  await olive.ok('POST', '/invites/multiuse', { max_uses });
  assert.equal((await olive.ok('GET', '/invites')).invites[0].max_uses, max_uses);
  for (const wrong of [0, max_uses + 1]) {
    await olive.refused('POST', '/invites/multiuse', { max_uses: wrong }, 'BAD_REQUEST');
  }
});

test('bound unconfirmedJoinsPerLink: a link without a maximum ends too', async () => {
  const server = await withoutMail();
  const olive = await server.as('olive');
  const path = await linkPath(olive, { invite_expires_in_minutes: null });
  const { invites } = await olive.ok('GET', '/invites');
  await server.server.services.database.write(1, async (writer) => {
    for (let use = 1; use < limits.unconfirmedJoinsPerLink; use++)
      await countLinkUse(writer, invites[0].id, Number.POSITIVE_INFINITY);
  });
  await join(server, path, 'last@example.org');
  assert.equal((await page(server, path)).status, 404);
  await expectRefused(fillInLink(server, path, 'more@example.org'), 404, /no longer valid/);
});

test('a personal invitation is a link that its inviter passes on', async () => {
  const server = await withoutMail();
  const olive = await server.as('olive');
  const sent = await olive.ok('POST', '/invites', { invitee_emails: 'pia@example.org', stream_ids: [] });
  const [{ email, link_url: link }] = sent.links;
  assert.equal(email, 'pia@example.org');
  const {
    invites: [invite],
  } = await olive.ok('GET', '/invites');
  assert.equal(invite.link_url, link);
  assert.equal(invite.is_multiuse, false);
  assert.equal((await mailTo(server, 'pia@example.org')).length, 0);
  await olive.ok('POST', `/invites/${invite.id}/resend`);
  const { invites } = await olive.ok('GET', '/invites');
  assert.notEqual(invites[0].link_url, link);
  assert.equal((await page(server, new URL(link).pathname)).status, 404);
  const path = new URL(invites[0].link_url).pathname;
  const form = await page(server, path);
  assert.match(form.text, /value="pia@example.org"/);
  assert.match(form.text, /Email is not set up/);
  const key = path.split('/').at(-1) ?? '';
  const answer = await sendForm(server, '/accounts/register/', {
    key,
    full_name: 'Pia',
    password: PASSWORD,
  });
  assert.equal(answer.status, 302);
  const pia = await logIn(server, 'pia@example.org');
  assert.equal((await pia.ok('GET', '/users/me/email')).is_confirmed, false);
});

test('with a mail server, no invitation link is shown, and its address is confirmed', async () => {
  const server = await startTestServer();
  const olive = await server.as('olive');
  const sent = await olive.ok('POST', '/invites', { invitee_emails: 'pia@example.org', stream_ids: [] });
  assert.equal(sent.links, undefined);
  const { invites } = await olive.ok('GET', '/invites');
  assert.equal(invites[0].link_url, undefined);
  const path = await linkPath(olive, { max_uses: 1 });
  await expectRefused(fillInLink(server, path, 'nia@example.org'), 302, /^$/);
  const [mail] = await mailTo(server, 'nia@example.org');
  const [, key = ''] = /do_confirm\/(\w+)/.exec(mail?.text ?? '') ?? [];
  const fields = { key, full_name: 'Nia', password: PASSWORD };
  assert.equal((await sendForm(server, '/accounts/register/', fields)).status, 302);
  const nia = await logIn(server, 'nia@example.org');
  assert.equal((await nia.ok('GET', '/users/me/email')).is_confirmed, true);
  assert.equal((await page(server, path)).status, 404);
});

test('no one joins without a link, and domain rules apply to typed addresses', async () => {
  const server = await withoutMail();
  const olive = await server.as('olive');
  await open(server);
  const closedPage = await page(server, '/register/');
  assert.equal(closedPage.status, 403);
  assert.match(closedPage.text, /Email is not set up on this server/);
  assert.doesNotMatch(closedPage.text, /name="email"/);
  await expectRefused(sendForm(server, '/register/', { email: 'a@example.org' }), 400, /Email is not set up/);
  const path = await linkPath(olive);
  await olive.ok('POST', '/realm/domains', { domain: 'acme.example', allow_subdomains: false });
  await olive.ok('PATCH', '/realm', { emails_restricted_to_domains: true });
  await expectRefused(
    fillInLink(server, path, 'a@example.org'),
    400,
    /only email addresses from certain domains/,
  );
  const ann = await join(server, path, 'ann@acme.example');
  assert.equal((await ann.ok('GET', '/users/me/email')).is_confirmed, false);
});

test('actions that would send mail are refused with an alternative', async () => {
  const server = await withoutMail();
  const mel = await server.as('mel');
  const resetPage = await page(server, '/accounts/password/reset/');
  assert.match(resetPage.text, /Ask an administrator to reset your password/);
  assert.doesNotMatch(resetPage.text, /<form/);
  const resetRequest = sendForm(server, '/accounts/password/reset/', { email: 'mel@example.com' });
  await expectRefused(resetRequest, 400, /no link can be sent/);
  await mel.refused('PATCH', '/settings', { email: 'mel@example.org' }, 'BAD_REQUEST', /not set up/);
  await mel.refused('POST', '/users/me/email/confirmation', {}, 'BAD_REQUEST', /not set up/);
  assert.equal((await mel.registerQueue()).snapshot.server_sends_email, false);
});

test('with a mail server, sign-ups in progress do not exceed the maximum of a link', async () => {
  const server = await startTestServer();
  const path = await linkPath(await server.as('olive'), { max_uses: 1 });
  const emails = ['one@example.org', 'two@example.org'];
  for (const email of emails) assert.equal((await sendForm(server, path, { email })).status, 302);
  const answers: number[] = [];
  for (const email of emails) {
    const [mail] = await mailTo(server, email);
    const [, key = ''] = /do_confirm\/(\w+)/.exec(mail?.text ?? '') ?? [];
    const fields = { key, full_name: 'Nia New', password: PASSWORD };
    answers.push((await sendForm(server, '/accounts/register/', fields)).status);
  }
  assert.deepEqual(answers, [302, 400]);
});
