// Errors on pages outside the client are in the language of the page, found by their codes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/api-contract/error.ts';
import type { PageErrorCode, PageErrorOf } from '../../src/api-contract/page-error.ts';
import { errorText } from '../../src/server/pages/page-error-texts.ts';
import { textsIn } from '../../src/server/pages/page-texts.ts';
import { textLanguages } from '../../src/texts/language-files.mjs';
import { fillIn, linkFor, open } from '../invitations/support.ts';
import { recordedLog } from '../sign-in/support.ts';
import { Browser } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';

/** An error of every code. */
const samples: { readonly [C in PageErrorCode]: PageErrorOf<C> } = {
  TOO_MANY_REQUESTS: { code: 'TOO_MANY_REQUESTS' },
  TOO_MANY_WRONG_CODES: { code: 'TOO_MANY_WRONG_CODES' },
  NOT_SAVED: { code: 'NOT_SAVED' },
  QUOTA_EXCEEDED: { code: 'QUOTA_EXCEEDED' },
  FORM_TOO_LARGE: { code: 'FORM_TOO_LARGE' },
  LOGIN_REQUIRED: { code: 'LOGIN_REQUIRED' },
  NO_ORGANIZATION: { code: 'NO_ORGANIZATION' },
  ORGANIZATION_DEACTIVATED: { code: 'ORGANIZATION_DEACTIVATED' },
  ACCOUNT_DEACTIVATED: { code: 'ACCOUNT_DEACTIVATED' },
  LINK_INVALID: { code: 'LINK_INVALID' },
  WRONG_PASSWORD: { code: 'WRONG_PASSWORD' },
  WRONG_CODE: { code: 'WRONG_CODE' },
  WRONG_PASSKEY: { code: 'WRONG_PASSKEY' },
  USER_NOT_FOUND: { code: 'USER_NOT_FOUND' },
  PASSWORDS_DISABLED: { code: 'PASSWORDS_DISABLED' },
  LOGIN_ATTEMPT_LOST: { code: 'LOGIN_ATTEMPT_LOST' },
  LOGIN_METHOD_UNAVAILABLE: { code: 'LOGIN_METHOD_UNAVAILABLE' },
  SECOND_FACTOR_ENABLED: { code: 'SECOND_FACTOR_ENABLED' },
  AUTHENTICATOR_SETUP_LOST: { code: 'AUTHENTICATOR_SETUP_LOST' },
  AUTHENTICATOR_SETUP_REPLACED: { code: 'AUTHENTICATOR_SETUP_REPLACED' },
  PASSKEY_REGISTERED: { code: 'PASSKEY_REGISTERED' },
  APP_LINK_FOREIGN: { code: 'APP_LINK_FOREIGN' },
  APP_LINK_INVALID: { code: 'APP_LINK_INVALID' },
  APP_LOGIN_INVALID: { code: 'APP_LOGIN_INVALID' },
  PASSWORDS_DIFFER: { code: 'PASSWORDS_DIFFER' },
  PASSWORD_TOO_LONG: { code: 'PASSWORD_TOO_LONG', maximum: 100 },
  PASSWORD_TOO_SHORT: { code: 'PASSWORD_TOO_SHORT', minimum: 8 },
  PASSWORD_REPETITIVE: { code: 'PASSWORD_REPETITIVE' },
  PASSWORD_NUMERIC: { code: 'PASSWORD_NUMERIC' },
  PASSWORD_PERSONAL: { code: 'PASSWORD_PERSONAL' },
  PASSWORD_COMMON: { code: 'PASSWORD_COMMON' },
  NAME_TOO_LONG: { code: 'NAME_TOO_LONG', maximum: 100 },
  NAME_TOO_SHORT: { code: 'NAME_TOO_SHORT', minimum: 8 },
  NAME_INVALID: { code: 'NAME_INVALID' },
  NAME_TAKEN: { code: 'NAME_TAKEN' },
  INVALID_EMAIL: { code: 'INVALID_EMAIL' },
  EMAIL_WITH_PLUS: { code: 'EMAIL_WITH_PLUS' },
  EMAIL_OUTSIDE_DOMAINS: { code: 'EMAIL_OUTSIDE_DOMAINS', organization: 'Acorn' },
  EMAIL_DISPOSABLE: { code: 'EMAIL_DISPOSABLE' },
  EMAIL_IN_USE: { code: 'EMAIL_IN_USE' },
  EMAIL_CHANGE_LINK_INVALID: { code: 'EMAIL_CHANGE_LINK_INVALID' },
  EMAIL_OF_OTHER_ACCOUNT: { code: 'EMAIL_OF_OTHER_ACCOUNT' },
  NO_MAIL_FOR_LINKS: { code: 'NO_MAIL_FOR_LINKS' },
  NO_MAIL_FOR_SIGN_UP: { code: 'NO_MAIL_FOR_SIGN_UP', organization: 'Acorn' },
  NO_SERVER_URL: { code: 'NO_SERVER_URL' },
  INVITATION_NEEDED: { code: 'INVITATION_NEEDED', organization: 'Acorn' },
  ACCOUNT_EXISTS: { code: 'ACCOUNT_EXISTS' },
  SIGN_IN_FAILED: { code: 'SIGN_IN_FAILED', provider: 'Acme', reason: 'the response expired' },
  SIGN_IN_NOT_GRANTED: { code: 'SIGN_IN_NOT_GRANTED', provider: 'Acme' },
  SIGN_IN_UNREQUESTED: { code: 'SIGN_IN_UNREQUESTED', provider: 'Acme' },
  SIGN_IN_ANSWER_USED: { code: 'SIGN_IN_ANSWER_USED' },
  PERSON_AMBIGUOUS: { code: 'PERSON_AMBIGUOUS', provider: 'Acme' },
  PROVIDER_DISABLED: { code: 'PROVIDER_DISABLED', provider: 'Acme' },
  PROVIDER_DID_NOT_ASK: { code: 'PROVIDER_DID_NOT_ASK', provider: 'Acme' },
  PROVIDER_OTHER_PERSON: { code: 'PROVIDER_OTHER_PERSON', provider: 'Acme' },
  PROVIDER_WITHOUT_LOGIN_TIME: { code: 'PROVIDER_WITHOUT_LOGIN_TIME', provider: 'Acme' },
  PROOF_CROSS_SITE: { code: 'PROOF_CROSS_SITE' },
  PROVIDER_ADDRESS_MISSING: { code: 'PROVIDER_ADDRESS_MISSING', provider: 'Acme' },
  PROVIDER_ADDRESS_UNVERIFIED: { code: 'PROVIDER_ADDRESS_UNVERIFIED', provider: 'Acme' },
  PROVIDER_ADDRESS_OUTSIDE: { code: 'PROVIDER_ADDRESS_OUTSIDE', provider: 'Acme' },
  BOT_LOGIN: { code: 'BOT_LOGIN' },
  ADDRESS_UNCONFIRMED: { code: 'ADDRESS_UNCONFIRMED', email: 'a@b.example' },
  ACCOUNT_LINKED_TO_OTHER: { code: 'ACCOUNT_LINKED_TO_OTHER', email: 'a@b.example', provider: 'Acme' },
  ACCOUNT_NOT_LINKED: { code: 'ACCOUNT_NOT_LINKED', email: 'a@b.example', provider: 'Acme' },
  PROVIDER_CREATES_NO_ACCOUNTS: {
    code: 'PROVIDER_CREATES_NO_ACCOUNTS',
    organization: 'Acorn',
    email: 'a@b.example',
    provider: 'Acme',
  },
  INVITATION_NEEDED_FOR_ADDRESS: {
    code: 'INVITATION_NEEDED_FOR_ADDRESS',
    organization: 'Acorn',
    email: 'a@b.example',
  },
  ORGANIZATION_NAME_MISSING: { code: 'ORGANIZATION_NAME_MISSING' },
  ORGANIZATION_NAME_TOO_LONG: { code: 'ORGANIZATION_NAME_TOO_LONG', maximum: 100 },
  CALLS_NOT_CONFIGURED: { code: 'CALLS_NOT_CONFIGURED', provider: 'Acme' },
  CALLS_NOT_CONNECTED: { code: 'CALLS_NOT_CONNECTED', provider: 'Acme' },
  CALLS_REFUSED: { code: 'CALLS_REFUSED', provider: 'Acme' },
  CALLS_ATTEMPT_LOST: { code: 'CALLS_ATTEMPT_LOST', provider: 'Acme' },
  CALL_FAILED: { code: 'CALL_FAILED', provider: 'Acme' },
  CALLS_UNREACHABLE: { code: 'CALLS_UNREACHABLE', provider: 'Acme' },
  CALLS_USER_UNKNOWN: { code: 'CALLS_USER_UNKNOWN', provider: 'Acme' },
  MEETING_LINK_INVALID: { code: 'MEETING_LINK_INVALID' },
};

function textOf(language: string, sample: PageErrorOf<PageErrorCode>): string {
  return errorText(textsIn(language), new ApiError(400, 'BAD_REQUEST', 'For clients.').onPages(sample));
}

for (const [code, sample] of Object.entries(samples)) {
  const { code: _, ...values } = sample;
  test(`the error ${code} has a text in every language`, () => {
    const texts = textLanguages().map((language) => textOf(language, sample));
    assert.equal(new Set(texts).size, textLanguages().length, texts.join('\n'));
    for (const text of texts) {
      assert.match(text, /^[^{}]{8,}$/, 'no value is missing');
      for (const value of Object.values(values)) assert.ok(text.includes(String(value)), text);
    }
  });
}

test('an error that no page shows keeps its message', () => {
  assert.equal(errorText(textsIn('de'), new ApiError(400, 'BAD_REQUEST', 'For clients.')), 'For clients.');
});

/** The error on a page. */
const shownError = (text: string) => />([^<]+)<\/p>/.exec(text.slice(text.indexOf('<h1>')))?.[1];
const german = { 'accept-language': 'de' };

test('creating an organization reports what is wrong in the language of the page', async () => {
  const server = await startTestServer({ isDemo: false });
  const browser = new Browser(server.url, german);
  const token = new URL(server.server.foundingLink.path, server.url).searchParams.get('token') ?? '';
  const valid = {
    token,
    name: 'Acorn',
    owner_name: 'Ann Archer',
    owner_email: 'ann@acorn.example',
    password: 'a rather long pass phrase',
  };
  const cases: readonly [Partial<typeof valid>, RegExp][] = [
    [{ name: ' ' }, /^Die Organisation braucht einen Namen\.$/],
    [{ name: 'x'.repeat(101) }, /^Der Name der Organisation ist zu lang\. .* höchstens \d+ Zeichen/],
    [{ owner_name: 'A' }, /^Der Name ist zu kurz\. Geben Sie mindestens 2 Zeichen ein\.$/],
    [{ owner_name: 'A'.repeat(101) }, /^Der Name ist zu lang\. Geben Sie höchstens 100 Zeichen ein\.$/],
    [{ owner_email: 'none' }, /^Geben Sie eine gültige E-Mail-Adresse ein\.$/],
    [{ password: 'abc' }, /^Das Passwort ist zu schwach\. Es braucht mindestens 8 Zeichen\.$/],
    [{ password: 'abababab' }, /wiederholt sich/],
    [{ password: '19840713' }, /eine Zahl oder ein Datum/],
    [{ password: 'ann archer' }, /Ihrem Namen, Ihrer Adresse/],
    [{ password: 'password1' }, /ein verbreitetes Passwort/],
    [{ password: 'x1'.repeat(500) }, /^Das Passwort ist zu lang\. Verwenden Sie höchstens \d+ Zeichen\.$/],
  ];
  for (const [changed, text] of cases) {
    const { status, text: page } = await browser.send('POST', '/new', { ...valid, ...changed });
    assert.equal(status, 400);
    assert.match(shownError(page) ?? '', text);
  }
});

test('joining reports what is wrong with an address or a name in the language of the page', async () => {
  const server = await startTestServer();
  await open(server);
  const olive = await server.as('olive');
  const browser = new Browser(server.url, german);
  const join = async (email: string) =>
    shownError((await browser.send('POST', '/register/', { email })).text) ?? '';
  assert.match(await join('none'), /gültige E-Mail-Adresse/);
  await olive.ok('PATCH', '/realm', { disallow_disposable_email_addresses: true });
  assert.match(await join('a@mailinator.com'), /Wegwerf-Adresse/);
  assert.equal((await browser.send('POST', '/register/', { email: 'nia@far.example' })).status, 302);
  await olive.ok('POST', '/realm/domains', { domain: 'acorn.example', allow_subdomains: false });
  await olive.ok('PATCH', '/realm', { emails_restricted_to_domains: true });
  assert.match(await join('a@far.example'), /^Parley Demo akzeptiert nur E-Mail-Adressen bestimmter Domains/);
  assert.match(await join('a+b@acorn.example'), /E-Mail-Adressen mit \+ sind nicht erlaubt/);
  await olive.ok('PATCH', '/realm', { emails_restricted_to_domains: false, default_language: 'de' });
  const link = await linkFor(server, 'nia@far.example');
  const answer = async (name: string) => shownError(await (await fillIn(server, link, name)).text()) ?? '';
  assert.match(await answer('Nia @home'), /Zeichen, die Namen nicht enthalten können/);
  await olive.ok('PATCH', '/realm', { require_unique_names: true });
  assert.match(await answer('Mel Member'), /Jemand anderes in dieser Organisation/);
});

test('a page of a video call shows its errors in its language, and logs the reason', async () => {
  const { log, lines } = recordedLog();
  const server = await startTestServer({ log });
  const { text } = await new Browser(server.url, german).get('/calls/webex/register');
  assert.equal(
    shownError(text),
    'Webex ist auf diesem Server nicht eingerichtet. Wenden Sie sich an die Administration.',
  );
  assert.ok(lines.some((line) => /call_page_failed.*Webex credentials have not been configured/.test(line)));
});
