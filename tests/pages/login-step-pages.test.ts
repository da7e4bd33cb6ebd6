// The pages of login steps: their inputs, and a QR code that cameras can read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { qrCode } from '../../src/model/second-factor/qr-code.ts';
import { html } from '../../src/server/http/html-template.ts';
import { enrolmentPage, factorPage } from '../../src/server/pages/login-step-html.ts';
import type { Page } from '../../src/server/pages/page.ts';
import { textsIn } from '../../src/server/pages/page-texts.ts';
import { appTokenPage, newPersonPage } from '../../src/server/pages/sign-in-html.ts';
import { inputsOf } from './inputs.ts';

const texts = textsIn('en');
const step = { organizationName: 'Acorn', visit: 'sealed', isForPhone: false };
const passkey = { challenge: 'abc' };
const textOf = ({ body }: Page) => html`${body}`.text;

test('a step asks for the code, or first for the passkey', () => {
  const factors = { hasAuthenticator: true, passkey: undefined, hasPasskey: false };
  const code = 'code required';
  const last = 'maxlength=40 spellcheck=false';
  assert.deepEqual(inputsOf(textOf(factorPage(texts, step, factors))), [`${code} autofocus ${last}`]);
  const withPasskey = factorPage(texts, step, { ...factors, passkey, hasPasskey: true });
  assert.deepEqual(inputsOf(textOf(withPasskey)), [`${code} ${last}`]);
  assert.match(textOf(withPasskey), /<button type="button" hidden data-passkey=.*<button class="second">/s);
  const elsewhere = factorPage(texts, step, { ...factors, hasPasskey: true });
  assert.match(textOf(elsewhere), /<p>[^<]*passkey[^<]*<\/p>/);
  assert.doesNotMatch(textOf(factorPage(texts, step, factors)), /passkey/);
  const recovery = factorPage(texts, step, { hasAuthenticator: false, passkey, hasPasskey: true });
  assert.deepEqual(inputsOf(textOf(recovery)), [`${code} ${last}`]);
});

test('the page that sets up an authenticator shows the QR code with its quiet zone', () => {
  const address = 'otpauth://totp/Acorn?secret=ABCDEFGH';
  const text = textOf(enrolmentPage(texts, step, { secret: 'ABCDEFGH', address, passkey: undefined }));
  assert.deepEqual(inputsOf(text), ['code required autofocus maxlength=20']);
  assert.match(text, /<code>ABCD EFGH<\/code>/);
  const rows = qrCode(address);
  const size = rows.length + 8;
  assert.match(text, new RegExp(`viewBox="0 0 ${size} ${size}"`));
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => '0'));
  const [, path = ''] = /<path fill="#000" d="([^"]+)"/.exec(text) ?? [];
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    drawn[Number(y)]?.fill('1', Number(x), Number(x) + Number(run));
  const quiet = '0'.repeat(4);
  const outside = Array.from({ length: 4 }, () => '0'.repeat(size));
  assert.deepEqual(
    drawn.map((row) => row.join('')),
    [...outside, ...rows.map((row) => `${quiet}${row}${quiet}`), ...outside],
  );
});

test('a new person types their name, and neither the email nor the code of an app', () => {
  const person = {
    organization: { name: 'Acorn', description: html`` },
    providerName: 'Company',
    email: 'a@example.com',
    fullName: 'Ann',
    person: 'sealed',
    groups: { groups: [], chosenGroupIds: [] },
    isForApp: false,
  };
  const page = newPersonPage(texts, person, '/join');
  assert.deepEqual(inputsOf(textOf(page)), [
    '- type=email readonly',
    'full_name required autofocus maxlength=100',
  ]);
  assert.equal(page.appScheme, undefined);
  assert.equal(newPersonPage(texts, { ...person, isForApp: true }, '/join').appScheme, 'zulip');
  assert.deepEqual(inputsOf(textOf(appTokenPage(texts, 'abc'))), ['- readonly']);
});
