// Logging in with a real directory: to which account, who may join, and who is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Attribute, Change } from 'ldapts';
import { enableSecondFactor } from '../support/authenticator.ts';
import { Browser } from '../support/browser.ts';
import { expectFold } from '../support/fold.ts';
import { mailTo } from '../support/mail.ts';
import { startTestServer } from '../support/server.ts';
import { directoryConfiguration, PASSWORD, startLdap, withoutSlapd } from './ldap-stand-in.ts';
import { recordedLog } from './support.ts';

const recorded = recordedLog();
const ldap = withoutSlapd ? undefined : await startLdap();
const server =
  ldap && (await startTestServer({ signIn: directoryConfiguration(ldap.url), log: recorded.log }));

/** Declares a test with the directory and a server that uses it. */
function withBoth(
  name: string,
  work: (at: { ldap: NonNullable<typeof ldap>; server: NonNullable<typeof server> }) => Promise<void>,
) {
  test(name, { skip: withoutSlapd }, async () => {
    assert.ok(ldap && server);
    await work({ ldap, server });
  });
}

const replaced = (type: string, ...values: string[]) =>
  new Change({ operation: 'replace', modification: new Attribute({ type, values }) });

withBoth('clients learn that directory passwords are accepted', async ({ server }) => {
  const settings = await server.anonymous.ok('GET', '/server_settings');
  const { ldap: isOn, password, email } = settings.authentication_methods;
  assert.deepEqual([isOn, password, email], [true, true, true]);
  assert.equal(settings.require_email_format_usernames, false);
  const olive = await server.as('olive');
  const { realm_authentication_methods: methods } = await olive.ok('POST', '/register', {
    fetch_event_types: ['realm'],
  });
  assert.deepEqual(methods.LDAP, { enabled: true, available: true });
  const page = await new Browser(server.url).get('/login/');
  assert.match(page.text, /Email or username<input name="username" autocomplete/);
  assert.match(page.text, /Use your Acorn directory account/);
  const refusal = await new Browser(server.url).logIn('mel.m', 'wrong');
  assert.match(refusal.text, /Your username or password is incorrect/);
});

withBoth(
  'clients still know that passwords are accepted after another setting changes',
  async ({ server }) => {
    const olive = await server.as('olive');
    for (const Email of [false, true]) {
      const change = { authentication_methods: { Email, LDAP: true } };
      await expectFold([olive], () => olive.ok('PATCH', '/realm', change));
    }
  },
);

withBoth(
  'a person logs in with the user name or the address, and the directory’s password',
  async ({ server }) => {
    const byName = await server.anonymous.ok('POST', '/fetch_api_key', {
      username: 'mel.m',
      password: PASSWORD,
    });
    assert.equal(byName.email, 'mel@example.com');
    const byAddress = await server.anonymous.ok('POST', '/fetch_api_key', {
      username: 'MEL@example.com',
      password: PASSWORD,
    });
    assert.equal(byAddress.api_key, byName.api_key);
    const browser = new Browser(server.url);
    assert.equal((await browser.logIn('mel.m', PASSWORD)).status, 302);
    assert.equal((await browser.ok('GET', '/users/me')).email, 'mel@example.com');
    const json = await fetch(`${server.url}/json/fetch_api_key`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'mel.m', password: PASSWORD }),
    });
    assert.equal(json.status, 200);
  },
);

type Server = NonNullable<typeof server>;
const fetchKey = ({ anonymous }: Server, username: string, password = PASSWORD) =>
  anonymous.request('POST', '/fetch_api_key', { username, password });
async function expectIncorrect(at: Server, username: string, password = PASSWORD): Promise<void> {
  const { status, body } = await fetchKey(at, username, password);
  assert.deepEqual(
    [status, body.code],
    [401, 'AUTHENTICATION_FAILED'],
    `${username}: ${JSON.stringify(body)}`,
  );
}

withBoth('a wrong password, an empty one and a star are refused', async ({ server }) => {
  await expectIncorrect(server, 'mel.m', 'wrong');
  for (const name of ['*', 'mel*', 'mel.m)(uid=*', '*)(objectClass=*', 'nobody-at-all', 'mel.m\\2a'])
    await expectIncorrect(server, name);
  // The directory accepts a bind without a password, as anonymous.
  for (const name of ['mel.m', 'max.m']) await expectIncorrect(server, name, '');
  const browser = new Browser(server.url);
  assert.match((await browser.logIn('mel.m', '')).text, /incorrect/);
  assert.equal(browser.cookies.has('sessionid'), false);
});

withBoth(
  'a new person joins by the rules of the organization, with the directory’s name',
  async ({ server }) => {
    const unknownPerson = await fetchKey(server, 'nora.n');
    assert.match(unknownPerson.body.msg, /no account for nora@example\.com\. You need an invitation/);
    const olive = await server.as('olive');
    await olive.ok('POST', '/invites', {
      invitee_emails: 'nora@example.com',
      stream_ids: [],
      invite_as: 600,
      include_realm_default_subscriptions: true,
    });
    const { body } = await fetchKey(server, 'nora.n');
    const nora = server.client(body.email, body.api_key, body.user_id);
    const me = await nora.ok('GET', '/users/me');
    assert.deepEqual([me.full_name, me.is_guest], ['Nora New', true]);
    const [mail] = (await mailTo(server, 'nora@example.com')).slice(-1);
    assert.match(String(mail?.text), new RegExp(`at ${server.url}\\.`));
    assert.equal((await fetchKey(server, 'nora@example.com')).body.user_id, body.user_id);
  },
);

/** Runs a test while everyone in the directory may join. */
async function withOpenJoining(server: Server, work: () => Promise<void>): Promise<void> {
  const olive = await server.as('olive');
  await olive.ok('PATCH', '/realm', { invite_required: false });
  try {
    await work();
  } finally {
    await olive.ok('PATCH', '/realm', { invite_required: true });
  }
}

withBoth('filter characters in a name are taken literally', async ({ server }) => {
  await withOpenJoining(server, async () => {
    assert.equal((await fetchKey(server, 'star*')).body.email, 'star@example.com');
  });
});

withBoth('an address of another domain is not trusted', async ({ server }) => {
  const { body } = await fetchKey(server, 'far.f');
  assert.match(body.msg, /Acorn directory is not trusted to confirm addresses of your domain/);
});

withBoth('the account follows the entry, not its address', async ({ ldap, server }) => {
  const before = (await fetchKey(server, 'mia.m')).body.user_id;
  await ldap.change((client) => client.modify(ldap.dnOf('mia.m'), replaced('mail', 'mia.new@example.com')));
  assert.equal((await fetchKey(server, 'mia.m')).body.user_id, before);
  // Another entry that now has her address is another person.
  await ldap.change((client) => client.modify(ldap.dnOf('far.f'), replaced('mail', 'mia@example.com')));
  const otherEntry = await fetchKey(server, 'far.f');
  assert.match(otherEntry.body.msg, /is linked to someone else at Acorn directory/);
  await ldap.change((client) => client.modify(ldap.dnOf('far.f'), replaced('mail', 'far@elsewhere.example')));
  await ldap.change((client) => client.modify(ldap.dnOf('mia.m'), replaced('mail', 'mia@example.com')));
});

withBoth('a local password works until the directory has accepted one', async ({ ldap, server }) => {
  assert.equal((await fetchKey(server, 'max@example.com', 'demo-password')).status, 200);
  assert.equal((await fetchKey(server, 'max.m')).status, 200);
  await expectIncorrect(server, 'max@example.com', 'demo-password');
  const max = await server.as('max');
  const change = { old_password: 'demo-password', new_password: 'another-long-password-of-max' };
  await max.refused(
    'PATCH',
    '/settings',
    change,
    'BAD_REQUEST',
    /log in with your Acorn directory password\. Change it there/,
  );
  await new Browser(server.url).send('POST', '/accounts/password/reset/', { email: 'max@example.com' });
  const mails = (await mailTo(server, 'max@example.com')).map(({ text }) => String(text));
  assert.ok(mails.some((text) => /with your Acorn directory password/.test(text)));
  assert.ok(!mails.some((text) => /\/accounts\/password\/reset\//.test(text)));
  // An account removed from the directory is refused with either password.
  await ldap.change((client) => client.del(ldap.dnOf('max.m')));
  await expectIncorrect(server, 'max@example.com', 'demo-password');
  await expectIncorrect(server, 'max@example.com');
  // A new key, which removes the stored identifier of the directory, changes nothing.
  await max.ok('POST', '/users/me/api_key/regenerate');
  await expectIncorrect(server, 'max@example.com', 'demo-password');
});

withBoth('an account deactivated here is refused', async ({ server }) => {
  const olive = await server.as('olive');
  await withOpenJoining(server, async () => {
    const { user_id: id } = (await fetchKey(server, 'olga.o')).body;
    await olive.ok('DELETE', `/users/${id}`);
  });
  const { body } = await fetchKey(server, 'olga.o');
  assert.match(body.msg, /deactivated/);
});

withBoth(
  'the directory password is followed by a code for accounts with two-factor authentication',
  async ({ server }) => {
    const { body } = await fetchKey(server, 'mel.m');
    const mel = server.client(body.email, body.api_key, body.user_id);
    await mel.refused('POST', '/users/me/second_factor', { password: 'wrong' }, 'BAD_REQUEST');
    const { authenticator } = await enableSecondFactor(mel, PASSWORD);
    const logins = (await mailTo(server, body.email)).length;
    const answer = await fetchKey(server, 'mel.m');
    assert.deepEqual([answer.status, answer.body.code], [401, 'SECOND_FACTOR_REQUIRED']);
    const form = { username: 'mel.m', password: PASSWORD, code: authenticator.code(1) };
    assert.equal((await server.anonymous.ok('POST', '/fetch_api_key', form)).email, body.email);
    assert.equal((await mailTo(server, body.email)).length, logins);
    await (await server.as('olive')).ok('DELETE', `/users/${body.user_id}/second_factor`);
  },
);

withBoth('with the directory disabled, its passwords are refused', async ({ server }) => {
  const olive = await server.as('olive');
  await withOpenJoining(server, async () => {
    assert.equal((await fetchKey(server, 'otto.o')).status, 200);
  });
  await olive.ok('PATCH', '/realm', { authentication_methods: { LDAP: false, Email: true } });
  await expectIncorrect(server, 'otto@example.com');
  assert.equal((await server.anonymous.ok('GET', '/server_settings')).authentication_methods.ldap, false);
  await olive.ok('PATCH', '/realm', { authentication_methods: { LDAP: true, Email: false } });
  assert.equal((await fetchKey(server, 'otto@example.com')).status, 200);
  // Accounts outside the directory have no login method.
  await expectIncorrect(server, 'gus@example.com', 'demo-password');
  const page = await new Browser(server.url).get('/login/');
  assert.match(page.text, /name="password"/);
  assert.doesNotMatch(page.text, /Forgot your password/);
  await olive.ok('PATCH', '/realm', { authentication_methods: { Email: true } });
});

withBoth('no log line contains a password', async ({ server }) => {
  await expectIncorrect(server, 'mel.m', 'demo-password');
  assert.ok(recorded.lines.some((line) => line.includes('login_failed')));
  for (const line of recorded.lines)
    assert.doesNotMatch(line, /very-secret-word|directory-password|demo-password/);
});
