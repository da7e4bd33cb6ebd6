// Passkeys while logging in with a browser: after the password, and set up there if an organization requires them.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Authenticator, enableSecondFactor } from '../support/authenticator.ts';
import { Browser, type BrowserAnswer } from '../support/browser.ts';
import { DEMO_PASSWORD } from '../support/demo-passwords.ts';
import { addPasskey, PasskeyDevice } from '../support/passkey-device.ts';
import { needsPostgres, startTwoServers } from '../support/two-servers.ts';
import { FACTOR, NOT_ACCEPTED, ORIGIN, PASSKEYS, passkeyFixture, proof } from './passkey-fixture.ts';

const fixture = await passkeyFixture();
const { server, database, mel, mia, olive } = fixture;
beforeEach(fixture.withoutFactors);

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
/** The challenge that the script of a page passes to an authenticator. */
const questionIn = ({ text }: BrowserAnswer) =>
  JSON.parse(unescaped(/data-passkey="([^"]+)"/.exec(text)?.[1] ?? 'null'));
const loginStepIn = ({ text }: BrowserAnswer) => /name="log_in_step" value="([^"]+)"/.exec(text)?.[1] ?? '';
const answer = (browser: Browser, page: BrowserAnswer, passkey: unknown) =>
  browser.send('POST', '/login/', { log_in_step: loginStepIn(page), passkey: JSON.stringify(passkey) });
const problemIn = ({ text }: BrowserAnswer) => /<p role="alert">([^<]+)/.exec(text)?.[1];

/** A copy of a browser with its cookies, at another server if one is given. */
function copyOf(browser: Browser, url = browser.url): Browser {
  const copy = new Browser(url);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

/** A browser that has sent the right password, and the page that it got. */
async function passkeyPage({ email } = mel, next = '/') {
  const browser = new Browser(server.url);
  return { browser, page: await browser.logIn(email, DEMO_PASSWORD, next) };
}

describe('after the password', () => {
  let device: PasskeyDevice;
  beforeEach(async () => {
    device = new PasskeyDevice(ORIGIN);
    await addPasskey(mel, device, proof);
  });

  test('a passkey logs in and continues to the requested page', async () => {
    const { browser, page } = await passkeyPage(mel, '/#inbox');
    assert.equal(page.status, 200);
    assert.match(page.text, />Use a passkey<\/button>/);
    assert.match(page.text, /<label>Recovery code/);
    assert.match(String(page.headers['content-security-policy']), /script-src 'sha256-[^']+'; form-action/);
    const question = questionIn(page);
    assert.deepEqual([question.rpId, question.allowCredentials[0].id], ['localhost', device.id]);
    assert.equal(browser.cookies.has('sessionid'), false);
    const loggedIn = await answer(browser, page, device.get(question));
    assert.deepEqual([loggedIn.status, loggedIn.headers.location], [302, '/#inbox']);
    assert.equal(await browser.isLoggedIn(), true);
    const { entries } = await olive.ok('GET', '/audit_log', { kinds: ['log_in'] });
    assert.deepEqual([entries[0].affected_user_id, entries[0].details.door], [mel.userId, 'page']);
  });

  test('a recovery code or the code of an authenticator works too', async () => {
    const { question } = await mel.ok('POST', `${PASSKEYS}/question`);
    const enrolment = await mel.ok('POST', FACTOR, { ...proof, passkey: device.get(question) });
    const authenticator = new Authenticator(enrolment.secret);
    const { recovery_codes: codes } = await mel.ok('POST', `${FACTOR}/confirm`, {
      code: authenticator.code(),
    });
    for (const code of [codes[0], authenticator.code(1)]) {
      const { browser, page } = await passkeyPage();
      assert.match(page.text, /<label>Code/);
      assert.match(page.text, />Use a passkey<\/button>/);
      const loggedIn = await browser.send('POST', '/login/', { log_in_step: loginStepIn(page), code });
      assert.equal(loggedIn.status, 302);
    }
  });

  test('a wrong passkey is refused, and a new challenge is issued', async () => {
    const { browser, page } = await passkeyPage();
    const secondPage = await answer(
      browser,
      page,
      device.get(questionIn(page), { origin: 'http://localhost' }),
    );
    assert.deepEqual([secondPage.status, problemIn(secondPage)], [200, NOT_ACCEPTED]);
    assert.notEqual(questionIn(secondPage).challenge, questionIn(page).challenge);
    // The first challenge is used up.
    const refusedPage = await answer(browser, secondPage, device.get(questionIn(page)));
    assert.equal(problemIn(refusedPage), NOT_ACCEPTED);
    assert.equal((await answer(browser, refusedPage, device.get(questionIn(refusedPage)))).status, 302);
  });

  test('an answer counts once, in any browser, and for no other account', async () => {
    const one = await passkeyPage();
    const other = await passkeyPage();
    const passkey = device.get(questionIn(one.page));
    const theirDevice = new PasskeyDevice(ORIGIN);
    await addPasskey(mia, theirDevice, proof);
    const miaLogin = await passkeyPage(mia);
    assert.equal(problemIn(await answer(miaLogin.browser, miaLogin.page, passkey)), NOT_ACCEPTED);
    const otherAnswer = theirDevice.get(questionIn(other.page));
    assert.equal(problemIn(await answer(other.browser, other.page, otherAnswer)), NOT_ACCEPTED);
    const copiedBrowser = copyOf(one.browser);
    assert.equal((await answer(one.browser, one.page, passkey)).status, 302);
    assert.equal(problemIn(await answer(copiedBrowser, one.page, passkey)), NOT_ACCEPTED);
    assert.equal(problemIn(await answer(other.browser, other.page, passkey)), NOT_ACCEPTED);
    assert.equal(other.browser.cookies.has('sessionid'), false);
  });

  test('answers for the settings and for logging in are not interchangeable', async () => {
    const { browser, page } = await passkeyPage();
    const { question } = await mel.ok('POST', `${PASSKEYS}/question`);
    assert.equal(problemIn(await answer(browser, page, device.get(question))), NOT_ACCEPTED);
    const passkey = device.get(questionIn(page));
    const form = { username: mel.email, password: DEMO_PASSWORD, passkey };
    await server.anonymous.refused('POST', '/fetch_api_key', form, 'SECOND_FACTOR_FAILED', NOT_ACCEPTED);
  });

  test('a malformed answer is refused', async () => {
    const { browser, page } = await passkeyPage();
    const form = { log_in_step: loginStepIn(page) };
    for (const passkey of ['{', '[]', '{}', '"x"', '['.repeat(5000)]) {
      const refusal = await browser.send('POST', '/login/', { ...form, passkey });
      assert.equal(refusal.status, 200);
      assert.match(problemIn(refusal) ?? '', /^The passkey was not accepted/, passkey);
    }
    const { status, text } = await browser.send('POST', '/login/', { ...form, passkey: 'x'.repeat(20_000) });
    assert.deepEqual([status, text.includes('The form is too large')], [400, true]);
    const nul = await browser.send('POST', '/login/', { ...form, passkey: 'a\0b' });
    assert.ok(problemIn(nul));
    assert.equal(browser.cookies.has('sessionid'), false);
  });

  test('accounts deactivated in the meantime and removed passkeys are refused', async () => {
    const { browser, page } = await passkeyPage();
    const passkey = device.get(questionIn(page));
    await olive.ok('DELETE', `/users/${mel.userId}/second_factor`);
    assert.match((await answer(browser, page, passkey)).text, /This login attempt is no longer valid/);
    const max = await server.as('max');
    const maxDevice = new PasskeyDevice(ORIGIN);
    await addPasskey(max, maxDevice, proof);
    const started = await passkeyPage(max);
    await olive.ok('DELETE', `/users/${max.userId}`);
    const refusedPage = await answer(started.browser, started.page, maxDevice.get(questionIn(started.page)));
    assert.match(refusedPage.text, /This login attempt is no longer valid/);
    assert.equal(started.browser.cookies.has('sessionid'), false);
  });

  test('passkeys of another host are not requested, and the page says so', async () => {
    await database.write(1, async (writer) => {
      await writer.db.updateTable('passkey').set({ relying_party: 'chat.example.org' }).execute();
    });
    const { browser, page } = await passkeyPage();
    assert.equal(questionIn(page), null);
    assert.match(page.text, /Your passkeys do not work at this address/);
    const question = { challenge: 'AAAA' };
    assert.equal(problemIn(await answer(browser, page, device.get(question))), NOT_ACCEPTED);
  });
});

describe('where a second factor is required', () => {
  const requireFactorOf = (value: string) =>
    olive.ok('PATCH', '/realm', { second_factor_required_for: value });

  test('a passkey is set up on the login page, and required from then on', async () => {
    await requireFactorOf('everyone');
    try {
      const { browser, page } = await passkeyPage(mia, '/#inbox');
      assert.match(page.text, /<svg role="img" aria-label="QR code"/);
      const question = questionIn(page);
      assert.deepEqual([question.rp.id, question.user.name], ['localhost', mia.email]);
      const device = new PasskeyDevice(ORIGIN);
      const refusedPage = await answer(browser, page, device.create(question, { flags: 0x44 }));
      assert.equal(problemIn(refusedPage), NOT_ACCEPTED);
      const codesPage = await answer(browser, refusedPage, device.create(questionIn(refusedPage)));
      assert.equal([...codesPage.text.matchAll(/<li><code>/g)].length, 10);
      assert.equal(browser.cookies.has('sessionid'), false);
      const loggedIn = await browser.send('POST', '/login/', { log_in_step: loginStepIn(codesPage) });
      assert.deepEqual([loggedIn.status, loggedIn.headers.location], [302, '/#inbox']);
      const { passkeys, is_required: isRequired } = await browser.ok('GET', FACTOR);
      assert.deepEqual([passkeys[0].name, isRequired], ['Firefox (Linux)', true]);

      const later = await passkeyPage(mia);
      assert.equal((await answer(later.browser, later.page, device.get(questionIn(later.page)))).status, 302);
    } finally {
      await requireFactorOf('nobody');
    }
  });

  test('no passkey is set up for an account that has got a second factor in the meantime', async () => {
    await requireFactorOf('everyone');
    try {
      const { browser, page } = await passkeyPage(mia);
      await enableSecondFactor(mia, DEMO_PASSWORD);
      const refusal = await answer(browser, page, new PasskeyDevice(ORIGIN).create(questionIn(page)));
      assert.equal(problemIn(refusal), NOT_ACCEPTED);
      assert.deepEqual((await mia.ok('GET', FACTOR)).passkeys, []);
    } finally {
      await requireFactorOf('nobody');
    }
  });
});

test('programs that cannot use passkeys are referred to the login page', async () => {
  const offeredMethods = async () =>
    (await server.anonymous.ok('GET', '/server_settings')).external_authentication_methods;
  assert.deepEqual(await offeredMethods(), []);
  await addPasskey(mel, new PasskeyDevice(ORIGIN), proof);
  assert.equal((await offeredMethods())[0].name, 'log_in_page');
});

test('an answer counts once across all servers of a database', needsPostgres, async () => {
  const { one, two, as } = await startTwoServers({ publicUrl: ORIGIN });
  const [max] = await as('max');
  const device = new PasskeyDevice(ORIGIN);
  await addPasskey(max, device, proof);
  const browser = new Browser(one.url);
  const page = await browser.logIn(max.email, DEMO_PASSWORD);
  const passkey = device.get(questionIn(page));
  const answers = await Promise.all([one, two].map(({ url }) => answer(copyOf(browser, url), page, passkey)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 302]);
});
