// All pages outside the client in another language: those that anyone can open, and those shown during a login.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sealUnsubscription, UNSUBSCRIBE_PATH } from '../../src/actions/missed-mail/unsubscribe.ts';
import { html } from '../../src/server/http/html-template.ts';
import { loginPage } from '../../src/server/pages/login-html.ts';
import { enrolmentPage, factorPage, recoveryCodesPage } from '../../src/server/pages/login-step-html.ts';
import type { Page } from '../../src/server/pages/page.ts';
import { type PageTexts, textsIn } from '../../src/server/pages/page-texts.ts';
import {
  appTokenPage,
  confirmTokenPage,
  newPersonPage,
  signInErrorPage,
} from '../../src/server/pages/sign-in-html.ts';
import { messagesOf, textLanguages } from '../../src/texts/language-files.mjs';
import { linkFor, newestMail, open, sendForm } from '../invitations/support.ts';
import { openIdConfiguration } from '../sign-in/support.ts';
import { Browser } from '../support/browser.ts';
import { mailTo } from '../support/mail.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { assertTranslated } from './shown-texts.ts';

const signIn = openIdConfiguration('https://company.example.com');
const server = await startTestServer({ signIn });
const withoutMail = await startTestServer({ mailFilesCountAsSent: false });
const empty = await startTestServer({ isDemo: false });

/** A page in a language, with the headers of the answer. */
async function pageIn(language: string, path: string, from: TestServer = server) {
  const answer = await new Browser(from.url, { 'accept-language': language }).get(path);
  assert.equal(answer.headers['content-language'], language, path);
  assert.equal(answer.headers.vary, 'accept-language', path);
  assert.match(answer.text, new RegExp(`<html lang="${language}" dir="ltr">`), path);
  // A note on a field belongs to it for screen readers too.
  const notes = [...answer.text.matchAll(/<small id="([^"]+)"/g)].map(([, id]) => id);
  const described = [...answer.text.matchAll(/aria-describedby="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(notes.sort(), described.sort(), path);
  return answer;
}

/** Expects a page to be translated, and to have the same status in both languages. */
async function expectTranslated(path: string, status = 200, from: TestServer = server): Promise<void> {
  const [english, german] = await Promise.all([pageIn('en', path, from), pageIn('de', path, from)]);
  assert.deepEqual([english.status, german.status], [status, status], path);
  assertTranslated(english.text, german.text, ['Parley']);
}

const invitationLink = async (from: TestServer): Promise<string> => {
  const olive = await from.as('olive');
  const { invite_link } = await olive.ok('POST', '/invites/multiuse', {});
  return new URL(invite_link).pathname;
};

describe('every text is in German', () => {
  before(async () => {
    await (await server.as('olive')).ok('PATCH', '/realm', { description: '' });
    await (await withoutMail.as('olive')).ok('PATCH', '/realm', { description: '' });
  });

  test('on the login page', async () => {
    await expectTranslated('/login/');
    const { text } = await pageIn('de', '/login/');
    assert.match(text, /<title>Bei Parley Demo anmelden<\/title>.*<button>Anmelden<\/button>/s);
    assert.match(text, /Als Mel Member anmelden<\/button>/);
  });

  test('on the pages for joining', async () => {
    await expectTranslated('/register/', 403);
    await open(server);
    await expectTranslated('/register/');
    await expectTranslated('/accounts/send_confirm/');
    await expectTranslated(await invitationLink(server));
    await expectTranslated('/join/unknown/', 404);
    assert.equal((await sendForm(server, '/register/', { email: 'ann@example.com' })).status, 302);
    await expectTranslated(await linkFor(server, 'ann@example.com'));
    await expectTranslated('/accounts/do_confirm/unknown', 404);
  });

  test('on the pages for joining a server that sends no mail', async () => {
    await expectTranslated(await invitationLink(withoutMail), 200, withoutMail);
    await open(withoutMail);
    await expectTranslated('/register/', 403, withoutMail);
  });

  test('on the pages for a new password', async () => {
    await expectTranslated('/accounts/password/reset/');
    await expectTranslated('/accounts/password/reset/done/');
    await expectTranslated('/accounts/password/reset/1/unknown/', 404);
    await expectTranslated('/accounts/password/reset/', 200, withoutMail);
  });

  test('on the pages behind links in mail', async () => {
    await expectTranslated('/accounts/confirm_new_email/unknown', 404);
    await expectTranslated(`${UNSUBSCRIBE_PATH}/unknown`, 404);
  });

  test('on the page that creates the first organization, even when one already exists', async () => {
    await expectTranslated('/new', 404);
    await expectTranslated(
      new URL(empty.server.foundingLink.path, empty.url).href.slice(empty.url.length),
      200,
      empty,
    );
  });

  test('on the page of a server without the client', async () => {
    await expectTranslated('/', 404);
  });

  test('in the title of a call’s page', async () => {
    const { text } = await pageIn('de', '/calls/zoom/register');
    assert.match(text, /<title>Zoom verbinden<\/title>/);
  });

  test('in frequent errors', async () => {
    const browser = new Browser(server.url, { 'accept-language': 'de' });
    const loginPage = await browser.logIn('mel@example.com', 'not-my-password');
    // Only the password has to be typed again.
    assert.match(loginPage.text, /<input(?=[^>]* name="password")[^>]* autofocus/);
    assert.doesNotMatch(loginPage.text, /<input(?=[^>]* name="username")[^>]* autofocus/);
    assert.match(loginPage.text, /role="alert">Ihre E-Mail-Adresse oder Ihr Passwort ist falsch</);
    const address = await browser.send('POST', '/accounts/password/reset/', { email: 'none' });
    assert.match(address.text, /role="alert">Geben Sie eine gültige E-Mail-Adresse ein\.</);
    const step = await browser.send('POST', '/login/', { log_in_step: 'old' });
    assert.match(step.text, /role="alert">Dieser Anmeldeversuch ist nicht mehr gültig/);
  });
});

const login = {
  organizationName: 'Acorn',
  destination: { next: '/', mobileOtp: '', desktopOtp: '', linkKey: '' },
  email: '',
  allowsPasswords: true,
  directoryName: 'Staff',
  providers: signIn.providers,
  isOpen: true,
  allowsAnonymous: true,
  demoPeople: [{ email: 'a@example.com', fullName: 'Ann' }],
  demoOthers: 3,
};
const step = { organizationName: 'Acorn', visit: 'sealed', isForPhone: false };
const passkey = { challenge: 'abc' };
const groups = { groups: [{ id: 1, name: 'Tree', description: 'Oaks', channelIds: [] }], chosenGroupIds: [] };
const person = {
  organization: { name: 'Acorn', description: html`` },
  providerName: 'Company',
  email: 'a@example.com',
  fullName: 'Ann',
  person: 'sealed',
  groups,
  isForApp: false,
};
const factors = { hasAuthenticator: true, passkey, hasPasskey: true };

/** Pages after a login or at the end of one, as they are made. */
const pages: Readonly<Record<string, (texts: PageTexts) => Page>> = {
  'the login form with everything': (texts) => loginPage(texts, login),
  'the login form of a directory': (texts) => loginPage(texts, { ...login, allowsPasswords: false }),
  'the form for a second factor': (texts) => factorPage(texts, step, factors),
  'the form for a code': (texts) => factorPage(texts, step, { ...factors, passkey: undefined }),
  'the form for a recovery code': (texts) => factorPage(texts, step, { ...factors, hasAuthenticator: false }),
  'the form that sets up a factor': (texts) =>
    enrolmentPage(texts, step, { secret: 'ABCDEFGH', address: 'otpauth://totp/Acorn', passkey }),
  'recovery codes': (texts) => recoveryCodesPage(texts, step, ['1234']),
  'the form for a new person': (texts) => newPersonPage(texts, person, '/join'),
  'the code for an app': (texts) => appTokenPage(texts, 'abc'),
  'the question whether an app may log in': (texts) =>
    confirmTokenPage(texts, { fullName: 'Ann', email: 'a@example.com' }),
  'a sign-in error': (texts) => signInErrorPage(texts, 'Acorn', ''),
};

/** Words that a language shares with English. */
const same: Readonly<Record<string, readonly string[]>> = {
  de: ['Code'],
  fr: ['Code'],
  it: ['Password', 'Email'],
  nl: ['Code'],
};

for (const language of textLanguages().filter((code) => code !== 'en'))
  for (const [name, page] of Object.entries(pages))
    test(`${name} has no English text in ${language}`, () => {
      const pageHtml = (code: string) => {
        const { title, body } = page(textsIn(code));
        return html`<h1>${title}</h1>${body}`.text;
      };
      assertTranslated(pageHtml('en'), pageHtml(language), ['Tree', 'Oaks', ...(same[language] ?? [])]);
    });

test('every text of pages is translated', () => {
  const english = messagesOf('en');
  for (const language of textLanguages().filter((code) => code !== 'en')) {
    const messages = messagesOf(language);
    const untranslated = Object.keys(english).filter(
      (key) =>
        key.startsWith('page.') &&
        messages[key] === english[key] &&
        !same[language]?.includes(english[key] ?? ''),
    );
    assert.deepEqual(untranslated, [], language);
  }
});

describe('a page that knows the account', () => {
  test('is in the account’s language, whichever language the browser prefers', async () => {
    const mia = await server.as('mia');
    await mia.ok('PATCH', '/settings', { default_language: 'fr', email: 'mia.new@example.com' });
    const browser = new Browser(server.url, { 'accept-language': 'de' });
    const key = /\/accounts\/confirm_new_email\/\w+/;
    const [link = ''] = key.exec((await newestMail(server, 'mia.new@example.com')).text) ?? [];
    const confirm = await browser.get(link);
    assert.equal(confirm.headers['content-language'], 'fr');
    assert.match(confirm.text, /Utiliser mia\.new@example\.com pour votre compte\u00a0\?/);
    const { services, directory } = server.server;
    const { id: organizationId } = await directory.hubForHost('');
    const about = { reasons: ['direct'], channelId: undefined } as const;
    const token = sealUnsubscription(services.keyring, { organizationId, accountId: mia.userId, ...about });
    assert.match((await browser.get(`${UNSUBSCRIBE_PATH}/${token}`)).text, /<html lang="fr"/);
  });

  test('is in the account’s language after following the link for a new password', async () => {
    const max = await server.as('max');
    await max.ok('PATCH', '/settings', { default_language: 'es' });
    await sendForm(server, '/accounts/password/reset/', { email: 'max@example.com' });
    const { text = '' } = (await mailTo(server, 'max@example.com')).at(-1) ?? {};
    const [link = ''] = /\/accounts\/password\/reset\/\d+\/\w+\//.exec(text) ?? [];
    const page = await new Browser(server.url, { 'accept-language': 'de' }).get(link);
    assert.match(page.text, /Establecer contraseña<\/button>/);
  });
});

test('a browser that accepts any language gets the organization’s', async () => {
  const olive = await withoutMail.as('olive');
  await olive.ok('PATCH', '/realm', { default_language: 'es' });
  for (const acceptedLanguage of ['*', 'sv']) {
    const browser = new Browser(withoutMail.url, { 'accept-language': acceptedLanguage });
    assert.match((await browser.get('/login/')).text, /<html lang="es".*Iniciar sesión/s);
  }
});
