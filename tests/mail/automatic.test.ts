// Automatic mail, such as bounces and replies, recognized by the headers of real servers and programs.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { automaticReason } from '../../src/integrations/incoming-mail/automatic-mail.ts';

const REPORT = 'it is a report about another email';
const REPLY = 'it is an automatic reply';
const NO_SENDER = 'it has no sender';
const OWN = '<parley.0b8e7c5e-3d3a-4f6a-9c53-3a3a54a1b111.7@chat.example.com>';

interface Written {
  readonly from?: string;
  readonly subject?: string;
  readonly sender?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const cases: readonly [string, Written, string | undefined][] = [
  ['a person', {}, undefined],
  [
    'a report of Postfix',
    {
      from: 'Mail Delivery System <MAILER-DAEMON@mx.example.org>',
      subject: 'Undelivered Mail Returned to Sender',
      sender: '',
      headers: {
        'auto-submitted': 'auto-replied',
        'content-type': 'multipart/report; report-type=delivery-status; boundary="4bX"',
      },
    },
    REPORT,
  ],
  [
    'a report of Exim',
    {
      from: 'Mail Delivery System <mailer-daemon@example.org>',
      headers: { 'x-failed-recipients': 'bo@example.org', 'auto-submitted': 'auto-replied' },
    },
    REPORT,
  ],
  [
    'a report that names the addresses only',
    { headers: { 'x-failed-recipients': 'bo@example.org' } },
    REPORT,
  ],
  ['a report from the mail server only', { from: 'mailer-daemon@example.org' }, REPORT],
  [
    'a person whose name ends like that of a mail server',
    { from: 'no-mailer-daemon@example.org' },
    undefined,
  ],
  [
    'a report of Exchange, from postmaster',
    {
      from: 'Microsoft Outlook <postmaster@example.org>',
      subject: 'Undeliverable: Lunch',
      headers: { 'content-type': 'multipart/report;\treport-type="delivery-status"; boundary=x' },
    },
    REPORT,
  ],
  [
    'a report that does not say which kind',
    { headers: { 'content-type': 'multipart/report; boundary=x' } },
    REPORT,
  ],
  [
    'a receipt that a mail was read',
    { headers: { 'content-type': 'multipart/report; report-type=disposition-notification; boundary=x' } },
    REPORT,
  ],
  [
    'a report on encryption, which people read',
    { headers: { 'content-type': 'multipart/report; report-type="tlsrpt"; boundary=x' } },
    undefined,
  ],
  [
    'a complaint about abuse, which people read',
    { headers: { 'content-type': 'multipart/report; report-type=feedback-report; boundary=x' } },
    undefined,
  ],
  ['an absence note of Sieve', { headers: { 'auto-submitted': 'auto-replied (vacation)' } }, REPLY],
  ['an absence note of old vacation', { headers: { precedence: 'auto_reply' } }, REPLY],
  ['an absence note of cPanel', { headers: { 'x-autorespond': 'Lunch', precedence: 'bulk' } }, REPLY],
  ['an absence note of Gmail', { headers: { 'x-autoreply': 'yes', precedence: 'bulk' } }, REPLY],
  [
    'an absence note of Exchange',
    { subject: 'Automatic reply: Lunch', headers: { 'auto-submitted': 'auto-generated' } },
    REPLY,
  ],
  [
    'an absence note of Exchange in German',
    { subject: 'Automatische Antwort: Lunch', headers: { 'auto-submitted': 'auto-generated' } },
    REPLY,
  ],
  [
    'an absence note of Exchange in French',
    { subject: 'Réponse automatique : Lunch', headers: { 'auto-submitted': 'auto-generated' } },
    REPLY,
  ],
  [
    'a person who writes about an automatic reply',
    { subject: 'Automatic reply: how do I switch it off?' },
    undefined,
  ],
  [
    'a program that answers this server',
    { headers: { 'auto-submitted': 'auto-generated', 'in-reply-to': OWN } },
    REPLY,
  ],
  ['a person who answers this server', { headers: { 'in-reply-to': OWN } }, undefined],
  ['an alert', { subject: 'disk full', headers: { 'auto-submitted': 'auto-generated' } }, undefined],
  ['a newsletter', { headers: { precedence: 'bulk', 'list-id': '<news.example.org>' } }, undefined],
  ['a header that says no', { headers: { 'auto-submitted': 'no', 'x-autoreply': 'no' } }, undefined],
  ['an envelope without a sender', { sender: '' }, NO_SENDER],
  ['a return path that is empty', { headers: { 'return-path': '<>' } }, NO_SENDER],
  ['a return path with an address', { headers: { 'return-path': '<ann@example.org>' } }, undefined],
];

describe('mail that a program sends about other mail', () => {
  for (const [
    name,
    { from = 'Ann <ann@example.org>', subject = 'Lunch', sender = 'ann@example.org', headers = {} },
    reason,
  ] of cases) {
    test(`${name} is ${reason === undefined ? 'not automatic' : 'automatic'}`, () => {
      const headerList = Object.entries(headers).map(([key, value]) => ({ key, value }));
      assert.equal(automaticReason({ headers: headerList, from, subject }, sender), reason);
    });
  }
});
