// Two-factor authentication in a browser: the page after the password.

import assert from 'node:assert/strict';
import { createDecipheriv } from 'node:crypto';
import { before, beforeEach, describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { hideApiKeyForApp } from '../../src/model/sign-in/one-time-pad.ts';
import { login, startRealServer } from '../server/real-organization.ts';
import { type EnabledSecondFactor, enableSecondFactor, forgetUsedCodes } from '../support/authenticator.ts';
import { Browser, type BrowserAnswer } from '../support/browser.ts';
import { mailTo } from '../support/mail.ts';
import { withLimit } from '../support/with-limit.ts';

const server = await startRealServer();
const { database } = server.server.services;
const { api_key: key, user_id: id } = await server.anonymous.ok('POST', '/fetch_api_key', login);
const bo = server.client(login.username, key, id);
let person: EnabledSecondFactor;
before(async () => {
  person = await enableSecondFactor(bo, login.password);
});
beforeEach(async () => {
  await forgetUsedCodes(server);
  await database.write(0, async (writer) => {
    await writer.db.deleteFrom('login_failure').execute();
  });
});

const stepOf = ({ text }: BrowserAnswer) => /name="log_in_step" value="([^"]+)"/.exec(text)?.[1] ?? '';
const isLoggedIn = (browser: Browser) => browser.cookies.has('sessionid');

/** A browser that has sent the right password. */
async function codePage(path = '/login/') {
  const browser = new Browser(server.url);
  const page = await browser.send('POST', path, { ...login, next: '/#inbox' });
  return { browser, page, visit: stepOf(page), path };
}

type CodePage = Awaited<ReturnType<typeof codePage>>;
const answer = ({ browser, visit, path }: CodePage, code: string) =>
  browser.send('POST', path, { log_in_step: visit, code });

describe('after the right password', () => {
  test('a page asks for a code, and no session exists before it', async () => {
    const one = await codePage();
    assert.equal(one.page.status, 200);
    assert.match(one.page.text, /<label>Code<input name="code" autocomplete="one-time-code"/);
    assert.match(one.page.text, /<form method="post"><input type="hidden" name="log_in_step"/);
    assert.doesNotMatch(one.page.text, /<script/);
    assert.equal(one.page.headers['cache-control'], 'no-store');
    assert.equal(isLoggedIn(one.browser), false);
    assert.equal(await one.browser.isLoggedIn(), false);
  });

  test('the right code continues to the requested page, once', async () => {
    const one = await codePage();
    const code = person.authenticator.code();
    const redirect = await answer(one, code);
    assert.deepEqual([redirect.status, redirect.headers.location], [302, '/#inbox']);
    assert.equal(await one.browser.isLoggedIn(), true);
    const other = await codePage();
    assert.match((await answer(other, code)).text, /The code is wrong, expired, or was already used/);
    assert.equal(isLoggedIn(other.browser), false);
  });

  test('a wrong code can be corrected, and the login continues', async () => {
    const one = await codePage();
    const refusal = await answer(one, person.authenticator.wrongCode());
    assert.equal(refusal.status, 200);
    assert.match(refusal.text, /role="alert">The code is wrong/);
    assert.equal((await answer({ ...one, visit: stepOf(refusal) }, person.authenticator.code())).status, 302);
  });

  test('a recovery code is accepted', async () => {
    const one = await codePage();
    assert.equal((await answer(one, person.recoveryCodes[0] ?? '')).status, 302);
  });

  test('ten wrong codes lock the codes, however often the right password is entered', async () => {
    const one = await codePage();
    for (let i = 0; i < limits.failedLoginsPerAccount; i++)
      assert.equal((await answer(one, person.authenticator.wrongCode())).status, 200);
    const refusal = await answer(one, person.authenticator.code());
    assert.equal(refusal.status, 429);
    assert.ok(Number(refusal.headers['retry-after']) > 0, JSON.stringify(refusal.headers));
    assert.equal(isLoggedIn(one.browser), false);
    assert.equal((await answer(await codePage(), person.authenticator.code())).status, 429);
  });

  test('the form is valid only in the browser that sent the password', async () => {
    const one = await codePage();
    const code = person.authenticator.code();
    const other = { ...one, browser: new Browser(server.url) };
    assert.match((await answer(other, code)).text, /This login attempt is no longer valid/);
    const forged = { ...one, visit: one.visit.replace(/.(?=.{20}$)/, (sign) => (sign === 'A' ? 'B' : 'A')) };
    assert.notEqual(forged.visit, one.visit);
    assert.match((await answer(forged, code)).text, /This login attempt is no longer valid/);
    const foreign = await one.browser.send(
      'POST',
      '/login/',
      { log_in_step: one.visit, code },
      { 'sec-fetch-site': 'cross-site' },
    );
    assert.equal(foreign.status, 403);
    assert.equal((await answer(one, code)).status, 302);
  });

  test('bound loginStepSeconds: the form is valid for that long', async () => {
    await withLimit('loginStepSeconds', 0, async () => {
      const one = await codePage();
      assert.match(
        (await answer(one, person.authenticator.code())).text,
        /This login attempt is no longer valid/,
      );
      assert.equal(isLoggedIn(one.browser), false);
    });
  });

  test('the form is invalid after a new password', async () => {
    const one = await codePage();
    const phrase = 'quite another phrase';
    await bo.ok('PATCH', '/settings', { old_password: login.password, new_password: phrase });
    assert.match(
      (await answer(one, person.authenticator.code())).text,
      /This login attempt is no longer valid/,
    );
    await bo.ok('PATCH', '/settings', { old_password: phrase, new_password: login.password });
  });
});

test('the form is invalid after logging out everywhere, except in the browser that requested it', async () => {
  const [one, inside] = [await codePage(), await codePage()];
  assert.equal((await answer(inside, person.authenticator.code())).status, 302);
  await inside.browser.ok('DELETE', '/users/me/sessions', { keep_current: true });
  assert.match(
    (await answer(one, person.recoveryCodes[1] ?? '')).text,
    /This login attempt is no longer valid/,
  );
  assert.equal(isLoggedIn(one.browser), false);
  assert.equal(await inside.browser.isLoggedIn(), true);
});

describe('a waiting app', () => {
  const otp = 'ab'.repeat(32);

  test('on a phone gets its key after the code', async () => {
    const [browsers, phones] = await Promise.all(
      ['', `?mobile_flow_otp=${otp}`].map((query) => fetch(`${server.url}/login/${query}`)),
    );
    assert.match(phones?.headers.get('content-security-policy') ?? '', /form-action 'self' zulip:/);
    assert.doesNotMatch(browsers?.headers.get('content-security-policy') ?? '', /zulip:/);
    const one = await codePage(`/login/?mobile_flow_otp=${otp}`);
    assert.match(String(one.page.headers['content-security-policy']), /form-action 'self' zulip:/);
    const redirect = await answer(one, person.authenticator.code());
    const { protocol, searchParams } = new URL(redirect.headers.location ?? '');
    assert.equal(protocol, 'zulip:');
    assert.equal(searchParams.get('otp_encrypted_api_key'), hideApiKeyForApp(key, otp));
    assert.equal(isLoggedIn(one.browser), false);
  });

  test('on a desktop gets its token after the code', async () => {
    const one = await codePage(`/login/?desktop_flow_otp=${otp}`);
    const keyPage = await answer(one, person.authenticator.code());
    const encryptedKey = Buffer.from(/readonly value="([0-9a-f]+)"/.exec(keyPage.text)?.[1] ?? '', 'hex');
    const opening = createDecipheriv('aes-256-gcm', Buffer.from(otp, 'hex'), encryptedKey.subarray(0, 12));
    opening.setAuthTag(encryptedKey.subarray(-16));
    const token = Buffer.concat([opening.update(encryptedKey.subarray(12, -16)), opening.final()]).toString();
    assert.match(token, /^\w{32}$/);
    assert.equal(isLoggedIn(one.browser), false);
  });

  test('is referred to the login page if the account has two-factor authentication', async () => {
    const { external_authentication_methods: loginMethods } = await server.anonymous.ok(
      'GET',
      '/server_settings',
    );
    assert.deepEqual(
      loginMethods.map(({ name, login_url: path }: Record<string, string>) => [name, path]),
      [['log_in_page', '/login/']],
    );
    const other = await startRealServer();
    const settings = await other.anonymous.ok('GET', '/server_settings');
    assert.deepEqual(settings.external_authentication_methods, []);
  });

  test('is served by the login page even if someone is logged in, and by provider buttons', async () => {
    const one = await codePage();
    await answer(one, person.authenticator.code());
    assert.equal((await one.browser.get('/login/')).status, 302);
    assert.equal((await one.browser.get(`/login/?mobile_flow_otp=${otp}`)).status, 200);
    assert.equal((await one.browser.get('/login/?mobile_flow_otp=short')).status, 400);
  });
});

/** Resets a password with a mailed link, in a new browser; returns it. */
async function resetPassword(password: string) {
  const browser = new Browser(server.url);
  const links = async () =>
    (await mailTo(server, login.username)).flatMap(
      ({ text = '' }) => /\/accounts\/password\/reset\/\d+\/\w{24}\//.exec(text)?.[0] ?? [],
    );
  const before = await links();
  await browser.send('POST', '/accounts/password/reset/', { email: login.username });
  const link = (await links()).find((one) => !before.includes(one)) ?? '';
  const set = await browser.send('POST', link, { new_password1: password, new_password2: password });
  assert.deepEqual([set.status, set.headers.location], [302, '/login/']);
  assert.equal(isLoggedIn(browser), false);
  const page = await browser.send('POST', '/login/', { username: login.username, password });
  assert.match(page.text, /name="code"/);
  return { browser, page, visit: stepOf(page), path: '/login/' };
}

test('a password reset does not allow more guesses at codes', async () => {
  const one = await codePage();
  for (let i = 0; i < limits.failedLoginsPerAccount; i++) await answer(one, person.authenticator.wrongCode());
  const afterReset = await resetPassword('one phrase from the mail');
  assert.equal((await answer(afterReset, person.authenticator.code())).status, 429);
});

test('a password reset leads to the login page, which asks for the code, and others cannot prevent that', async () => {
  const guess = () =>
    server.anonymous.request('POST', '/fetch_api_key', { username: login.username, password: 'guessed' });
  for (let i = 0; i < limits.failedLoginsPerAccount; i++) assert.equal((await guess()).status, 401);
  assert.equal((await guess()).status, 429);
  const afterReset = await resetPassword('another phrase from the mail');
  assert.equal((await answer(afterReset, person.authenticator.code())).status, 302);
});

test('the form is invalid once the organization is deactivated', async () => {
  const closing = await startRealServer();
  const { api_key, user_id } = await closing.anonymous.ok('POST', '/fetch_api_key', login);
  const owner = closing.client(login.username, api_key, user_id);
  const { authenticator } = await enableSecondFactor(owner, login.password);
  const browser = new Browser(closing.url);
  const page = await browser.send('POST', '/login/', { ...login, next: '/' });
  await owner.ok('POST', '/realm/deactivate');
  await forgetUsedCodes(closing);
  await browser.send('POST', '/login/', { log_in_step: stepOf(page), code: authenticator.code() });
  assert.equal(isLoggedIn(browser), false);
});
