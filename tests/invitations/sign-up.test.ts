// The sign-up pages, with and without an invitation link.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { mailTo, startMailSink } from '../support/mail.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { fillIn, joinBy, linkFor, logIn, newestMail, open, PASSWORD, sendForm } from './support.ts';

async function page(server: TestServer, path: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(server.url + path);
  return { status: answer.status, text: await answer.text() };
}

async function startSignUp(server: TestServer, email: string, path = '/register/'): Promise<void> {
  const answer = await sendForm(server, path, { email });
  assert.equal(answer.status, 302, await answer.text());
  assert.equal(answer.headers.get('location'), '/accounts/send_confirm/');
}

test('an open organization needs an address, a mail, a name and a password', async () => {
  const server = await startTestServer();
  const [olive, mel, gus] = await Promise.all([server.as('olive'), server.as('mel'), server.as('gus')]);
  const closedPage = await page(server, '/register/');
  assert.equal(closedPage.status, 403);
  assert.match(closedPage.text, /need an invitation/);
  assert.match(closedPage.text, /href="\/login\/"/);
  assert.equal((await sendForm(server, '/register/', { email: 'a@example.org' })).status, 400);
  await open(server);
  for (const path of ['/register', '/register/', '/accounts/home/']) {
    assert.match((await page(server, path)).text, /name="email"/);
  }
  await startSignUp(server, ' Ann@example.org ');
  assert.equal((await page(server, '/accounts/send_confirm/')).status, 200);
  const link = await linkFor(server, 'Ann@example.org');
  const form = await page(server, link);
  assert.match(form.text, /value="Ann@example.org"/);
  for (const [name, password, expected] of [
    ['A', PASSWORD, /name is too short/],
    ['Ann\u0000', PASSWORD, /NUL/],
    ['Ann <b>', PASSWORD, /characters that names cannot contain/],
    ['Ann Archer', 'abc', /too weak/],
    ['Ann Archer', '127.0.0.1', /or to those of the organization/],
    ['Ann Archer', 'ab1'.repeat(50), /too long/],
  ] as const) {
    const answer = await sendForm(server, '/accounts/register/', {
      key: link.split('/').at(-1) ?? '',
      full_name: name,
      password,
    });
    const text = await answer.text();
    assert.equal(answer.status, 400);
    assert.match(text, expected);
    assert.doesNotMatch(text, /<b>/);
  }
  await expectFold([olive, mel, gus], async () => {
    assert.equal((await fillIn(server, link, 'Ann Archer')).status, 302);
  });
  const ann = await logIn(server, 'ann@example.org');
  const { subscriptions } = await ann.ok('GET', '/users/me/subscriptions');
  assert.deepEqual(
    subscriptions.map(({ name }: { name: string }) => name),
    ['general'],
  );
  assert.equal((await ann.ok('GET', '/users/me')).role, 400);
  assert.equal((await page(server, link)).status, 404);
  assert.equal((await fillIn(server, link, 'Ann Again')).status, 404);
});

test('opening a page never changes anything', async () => {
  const server = await startTestServer();
  await open(server);
  await startSignUp(server, 'ann@example.org');
  const link = await linkFor(server, 'ann@example.org');
  for (let round = 0; round < 2; round++) assert.equal((await page(server, link)).status, 200);
  assert.equal((await fetch(`${server.url}/accounts/register/`)).status, 404);
  const { headers } = await fetch(server.url + link);
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/);
  assert.equal(headers.get('referrer-policy'), 'same-origin');
  assert.equal(headers.get('cache-control'), 'no-store');
});

test('sign-up does not reveal who has an account, except by mail to its owner', async () => {
  const server = await startTestServer();
  await open(server);
  const olive = await server.as('olive');
  await olive.ok('DELETE', `/users/${(await server.as('max')).userId}`);
  const bodies: string[] = [];
  for (const email of ['MEL@example.com', 'max@example.com', 'welcome-bot@parley.invalid', 'a@example.org']) {
    const answer = await sendForm(server, '/register/', { email });
    bodies.push(`${answer.status} ${answer.headers.get('location')} ${await answer.text()}`);
  }
  assert.equal(new Set(bodies).size, 1);
  const toExisting = await newestMail(server, 'mel@example.com');
  assert.match(toExisting.subject, /already have an account/);
  assert.match(toExisting.text, /\/accounts\/password\/reset\//);
  assert.doesNotMatch(toExisting.text, /do_confirm/);
  assert.match((await newestMail(server, 'max@example.com')).subject, /deactivated/);
  assert.deepEqual(await mailTo(server, 'welcome-bot@parley.invalid'), []);
});

test('an address that was taken in the meantime is reported', async () => {
  const server = await startTestServer();
  await open(server);
  const olive = await server.as('olive');
  await startSignUp(server, 'ann@example.org');
  const early = await linkFor(server, 'ann@example.org');
  await olive.ok('POST', '/invites', { invitee_emails: 'ann@example.org', stream_ids: [] });
  await joinBy(server, 'ann@example.org', 'Ann Archer');
  assert.equal((await fillIn(server, early, 'Ann Second')).status, 404);
});

test('domains, plus signs and disposable addresses follow the rules', async () => {
  const server = await startTestServer();
  await open(server);
  const olive = await server.as('olive');
  const refused = async (email: string, expected: RegExp) => {
    const answer = await sendForm(server, '/register/', { email });
    assert.equal(answer.status, 400, email);
    assert.match(await answer.text(), expected);
  };
  await refused('nonsense', /valid email address/);
  await refused('a@mailinator.com', /real email address/);
  await olive.ok('POST', '/realm/domains', { domain: 'example.net', allow_subdomains: false });
  await olive.ok('PATCH', '/realm', { emails_restricted_to_domains: true });
  await refused('a@example.org', /certain domains/);
});

test('subdomains are allowed only if the domain’s rule says so', async () => {
  const server = await startTestServer();
  await open(server);
  const olive = await server.as('olive');
  await olive.ok('POST', '/realm/domains', { domain: 'example.net', allow_subdomains: false });
  await olive.ok('PATCH', '/realm', { emails_restricted_to_domains: true });
  const status = async (email: string) => (await sendForm(server, '/register/', { email })).status;
  assert.deepEqual([await status('a@sub.example.net'), await status('a+b@example.net')], [400, 400]);
  await olive.ok('PATCH', '/realm/domains/example.net', { allow_subdomains: true });
  assert.equal(await status('a@sub.example.net'), 302);
  // The rule also applies when the account is created.
  const link = await linkFor(server, 'a@sub.example.net');
  await olive.ok('PATCH', '/realm/domains/example.net', { allow_subdomains: false });
  const refusal = await fillIn(server, link, 'Ann Archer');
  assert.equal(refusal.status, 400);
  assert.match(await refusal.text(), /accepts only email addresses from certain domains/);
});

test('closing an organization also stops sign-ups in progress', async () => {
  const server = await startTestServer();
  await open(server);
  const olive = await server.as('olive');
  await startSignUp(server, 'ann@example.org');
  const link = await linkFor(server, 'ann@example.org');
  await olive.ok('PATCH', '/realm', { invite_required: true });
  assert.equal((await page(server, link)).status, 404);
  assert.equal((await fillIn(server, link, 'Ann Archer')).status, 404);
  await olive.ok('PATCH', '/realm', { invite_required: false });
  assert.equal((await fillIn(server, link, 'Ann Archer')).status, 302);
});

test('a link admits many people, on its terms, each with their own address', async () => {
  const server = await startTestServer();
  const [olive, adam] = await Promise.all([server.as('olive'), server.as('adam')]);
  const { stream_id } = await olive.ok('GET', '/get_stream_id', { stream: 'general' });
  const { invite_link } = await adam.ok('POST', '/invites/multiuse', {
    invite_as: 600,
    stream_ids: [stream_id],
  });
  const path = new URL(invite_link).pathname;
  assert.match((await page(server, path)).text, /name="email"/);
  assert.equal((await page(server, '/join/nonsense/')).status, 404);
  assert.equal((await sendForm(server, '/join/nonsense/', { email: 'x@example.org' })).status, 400);
  for (const [email, name] of [
    ['ann@example.org', 'Ann Archer'],
    ['ben@example.org', 'Ben Brown'],
  ] as const) {
    await startSignUp(server, email, path);
    const person = await joinBy(server, email, name);
    assert.equal((await person.ok('GET', '/users/me')).role, 600);
    const { subscriptions } = await person.ok('GET', '/users/me/subscriptions');
    assert.deepEqual(
      subscriptions.map((one: { stream_id: number }) => one.stream_id),
      [stream_id],
    );
  }
  await startSignUp(server, 'cleo@example.org', path);
  const link = await linkFor(server, 'cleo@example.org');
  const [{ id }] = (await adam.ok('GET', '/invites')).invites;
  await adam.ok('DELETE', `/invites/multiuse/${id}`);
  assert.equal((await page(server, link)).status, 404);
  assert.equal((await fillIn(server, link, 'Cleo Carter')).status, 404);
});

test('mails are limited per address and per requester', async () => {
  const server = await startTestServer();
  await open(server);
  const ask = async (email: string) => (await sendForm(server, '/register/', { email })).status;
  const repeatedAnswers = [
    await ask('ann@example.org'),
    await ask('ANN@example.org'),
    await ask('ann@example.org'),
  ];
  assert.deepEqual(repeatedAnswers, [302, 302, 429]);
  const others = ['b', 'c', 'd', 'e'].map((name) => ask(`${name}@example.org`));
  // Refused requests count for the requester too.
  assert.deepEqual((await Promise.all(others)).sort(), [302, 302, 429, 429]);
});

test('unique names, disabled passwords and a missing organization are handled', async () => {
  const server = await startTestServer();
  const olive = await server.as('olive');
  await open(server, { require_unique_names: true });
  await startSignUp(server, 'ann@example.org');
  const link = await linkFor(server, 'ann@example.org');
  const refusal = await fillIn(server, link, 'MEL member');
  assert.equal(refusal.status, 400);
  assert.match(await refusal.text(), /has this name/);
  await olive.ok('PATCH', '/realm', { authentication_methods: { Email: false, Dev: true } });
  assert.equal((await page(server, link)).status, 404);
  assert.equal((await page(server, '/register/')).status, 403);
  await olive.ok('PATCH', '/realm', { authentication_methods: { Email: true, Dev: true } });
  assert.equal((await page(server, link)).status, 200);
  await olive.ok('POST', '/realm/deactivate', {});
  assert.equal((await page(server, link)).status, 404);
});

test('a new account starts with the organization’s defaults and language', async () => {
  const server = await startTestServer();
  const olive = await server.as('olive');
  await olive.ok('PATCH', '/realm/user_settings_defaults', { enter_sends: true });
  await open(server, { default_language: 'de' });
  await startSignUp(server, 'ann@example.org');
  const mail = await newestMail(server, 'ann@example.org');
  assert.match(mail.subject, /^Bestätigen Sie/);
  const ann = await joinBy(server, 'ann@example.org', 'Ann Archer');
  const { user_settings } = (await ann.registerQueue()).snapshot;
  assert.equal(user_settings.enter_sends, true);
  assert.equal(user_settings.default_language, 'de');
});

/** Sends a form with a forged host. */
async function sentToEvilHost(
  server: TestServer,
  path: string,
  fields: Record<string, string>,
): Promise<number | undefined> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    const sending = request(
      server.url + path,
      {
        method: 'POST',
        headers: { host: 'evil.example', 'content-type': 'application/x-www-form-urlencoded' },
      },
      (answer) => resolve(answer.statusCode),
    );
    sending.on('error', reject);
    sending.end(new URLSearchParams(fields).toString());
  });
}

test('a request cannot put its own name for the server into a mail', async () => {
  const server = await startTestServer();
  await open(server);
  await startSignUp(server, 'ann@example.org');
  const key = (await linkFor(server, 'ann@example.org')).split('/').at(-1) ?? '';
  const fields = { key, full_name: 'Ann Archer', password: PASSWORD };
  assert.equal(await sentToEvilHost(server, '/accounts/register/', fields), 302);
  for (const { text } of await mailTo(server, 'ann@example.org')) assert.doesNotMatch(text ?? '', /evil/);
});

test('a request cannot redirect the link in a mail', async () => {
  const server = await startTestServer();
  await open(server);
  assert.equal(await sentToEvilHost(server, '/register/', { email: 'ann@example.org' }), 400);
  const olive = await server.as('olive');
  const invited = await olive.request('POST', '/invites', {
    invitee_emails: 'ann@example.org',
    stream_ids: [],
  });
  assert.equal(invited.status, 200);
});

test('the mail is sent over SMTP with links to the public address', async () => {
  const sink = await startMailSink();
  const server = await startTestServer({ smtpUrl: sink.url, publicUrl: 'https://chat.example.com' });
  const olive = await server.as('olive');
  await olive.ok('POST', '/invites', { invitee_emails: 'ann@example.org', stream_ids: [] });
  await server.server.scheduler.runDue();
  assert.equal(sink.received.length, 1);
  assert.deepEqual(sink.received[0]?.to, ['ann@example.org']);
  assert.match(
    sink.received[0]?.mail.text ?? '',
    /https:\/\/chat\.example\.com\/accounts\/do_confirm\/\w{24}/,
  );
});
