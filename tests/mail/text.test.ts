// Pure functions for subjects, replies, HTML and addresses, as tables.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { badRequest, rateLimited } from '../../src/api-contract/error.ts';
import { htmlToMarkdown } from '../../src/integrations/incoming-mail/html-to-markdown.ts';
import { mailErrorOf, permissionDenied } from '../../src/integrations/incoming-mail/mail-errors.ts';
import { isForwarded, plainSubject, topicOf } from '../../src/integrations/incoming-mail/mail-subject.ts';
import { withoutQuotes, withoutSignature } from '../../src/integrations/incoming-mail/own-text.ts';
import {
  channelEmailAddress,
  parseChannelEmailAddress,
} from '../../src/model/channel-email/channel-email-address.ts';
import { assertLinear } from '../support/growth.ts';

describe('the topic of a subject', () => {
  const cases: [string, string][] = [
    ['Lunch', 'Lunch'],
    ['Re: Lunch', 'Lunch'],
    ['RE: re: Lunch', 'Lunch'],
    ['AW: SV: Lunch', 'Lunch'],
    ['Fwd: FW: Lunch', 'Lunch'],
    ['Re[2]: Lunch', 'Lunch'],
    ['[Fwd: Lunch]', 'Lunch'],
    ['WG: Lunch', 'Lunch'],
    ['RV: TR : Lunch', 'Lunch'],
    ['TR-808 drums', 'TR-808 drums'],
    ['Status TR: up', 'Status TR: up'],
    ['[team] Re: Lunch', '[team] Lunch'],
    ['Release notes', 'Release notes'],
    ['Care: how to', 'Care: how to'],
    ['Answer [urgent]', 'Answer [urgent]'],
    ['  spaced\t out ', 'spaced out'],
    ['zero\u200bwidth\u0007', 'zerowidth'],
    ['', 'Email with no subject'],
    ['Re:', 'Email with no subject'],
    ['(no topic)', ''],
    ['x'.repeat(61), `${'x'.repeat(57)}...`],
    ['💡'.repeat(60), '💡'.repeat(60)],
  ];
  for (const [subject, topic] of cases) {
    test(JSON.stringify(subject).slice(0, 40), () => assert.equal(topicOf(subject), topic));
  }

  for (const part of [' [', 're ', 're[', '( re', ' ']) {
    test(`a subject of many ${JSON.stringify(part)} takes linear time`, () =>
      assertLinear(plainSubject, part, 200_000));
  }

  test('a forward is recognized', () => {
    for (const subject of ['Fwd: x', 'FW: x', ' [Fwd: x]', 'WG: x', 'TR : x', 'RV: x'])
      assert.ok(isForwarded(subject), subject);
    for (const subject of ['Re: Fwd: x', 'x Fwd: y', 'Forward: x', 'Fwdx'])
      assert.ok(!isForwarded(subject), subject);
  });
});

describe('a reply without quotes', () => {
  const cases: [string, string, string][] = [
    ['no quote', 'Yes.\nNo.', 'Yes.\nNo.'],
    [
      'a quoted mail below',
      'Yes.\n\nOn Mon, 2 Nov 2026 at 10:00, Bo <bo@example.org> wrote:\n\n> Really?\n> Bo',
      'Yes.',
    ],
    [
      'an introduction of two lines',
      'Yes.\n\nOn Mon, 2 Nov 2026 at 10:00, Bo Boss\n<bo@example.org> wrote:\n> Really?',
      'Yes.',
    ],
    ['a quoted mail above', 'On Monday, Bo wrote:\n> Really?\n\nYes.', 'Yes.'],
    ['answers in between', 'On Monday, Bo wrote:\n> One?\nYes.\n> Two?\nNo.', 'Yes.\nNo.'],
    ['lines that are not marked', 'Yes.\n\nOn Monday, Bo wrote:\n\nReally?\nBo', 'Yes.'],
    ['German', 'Ja.\n\nAm 02.11.26 um 10:00 schrieb Bo <bo@example.org>:\n> Wirklich?', 'Ja.'],
    ['French', 'Oui.\n\nLe lun. 2 nov. 2026 à 10:00, Bo a écrit :\n> Vraiment ?', 'Oui.'],
    ['Spanish', 'Sí.\n\nEl lun, 2 nov 2026, Bo escribió:\n> ¿De verdad?', 'Sí.'],
    ['a line of dashes', 'Yes.\n\n-----Original Message-----\nFrom: Bo\nReally?', 'Yes.'],
    [
      'a block of headers',
      'Yes.\n\nFrom: Bo <bo@example.org>\nSent: Monday\nTo: Ann\nSubject: Hm\n\nReally?',
      'Yes.',
    ],
    [
      'a rule and headers',
      'Yes.\n\n________________________________\nFrom: Bo\nSent: Monday\n\nReally?',
      'Yes.',
    ],
    ['a quote at the end', 'Yes.\n\n> Really?', 'Yes.'],
    [
      'a quote that the sender wrote',
      'As they say:\n> Really?\nI agree.',
      'As they say:\n> Really?\nI agree.',
    ],
    ['only a quote', '> Really?', '> Really?'],
    [
      'a sentence that resembles an introduction',
      'On Monday I wrote it down.\nFrom: here on',
      'On Monday I wrote it down.\nFrom: here on',
    ],
  ];
  for (const [name, text, expected] of cases) test(name, () => assert.equal(withoutQuotes(text), expected));

  for (const part of ['On x\n', 'From: x\n', '> \n', '\n', 'On '.repeat(50), '-'.repeat(80)]) {
    test(`a text of many ${JSON.stringify(part.slice(0, 10))} takes linear time`, () =>
      assertLinear(withoutQuotes, part, 200_000));
  }
});

test('a signature is removed if it has one delimiter', () => {
  assert.equal(withoutSignature('Hi\n-- \nAnn'), 'Hi');
  assert.equal(withoutSignature('Hi\n--\na\n--\nb'), 'Hi\n--\na\n--\nb');
  assert.equal(withoutSignature('Hi -- Ann'), 'Hi -- Ann');
});

describe('HTML as Markdown', () => {
  const cases: [string, string, string][] = [
    [
      'marks',
      '<h2>Title</h2><p><em>a</em> <strong>b</strong> <code>c</code></p>',
      '## Title\n\n*a* **b** `c`',
    ],
    ['text that looks like marks', '<p>1. a_b *c*</p>', '1. a_b *c*'],
    [
      'a quoted mail',
      '<p>Yes</p><div class="gmail_quote">On … wrote: <p>No</p></div><blockquote type="cite">x</blockquote>',
      'Yes',
    ],
    ['a quote that the sender wrote', '<blockquote>x</blockquote>', '> x'],
    ['input that is not text', '<style>p{}</style><script>x</script><title>t</title><p>y</p>', 'y'],
    [
      'pictures',
      '<img src="https://e.com/a.png" alt="A"><img src="https://e.com/b.gif"><img src="cid:1" alt="B">',
      '[A](https://e.com/a.png)B',
    ],
  ];
  for (const [name, html, expected] of cases) {
    test(name, () => assert.equal(htmlToMarkdown(html, 'omitted'), expected));
  }
});

describe('the address of a channel', () => {
  const token = '0123456789abcdef0123456789abcdef';

  test('starts with its name if the name fits and can be written with ASCII letters', () => {
    const begins = (name: string) =>
      channelEmailAddress(name, token, 'd.example').replace(`${token}.show-sender@d.example`, '');
    assert.equal(begins('test'), 'test.');
    assert.equal(begins('Café Olé'), 'cafe-ole.');
    assert.equal(begins('a  b & c'), 'a-b-c.');
    assert.equal(begins('日本'), '');
    assert.equal(begins('x'.repeat(60)), '');
  });

  test('is parsed with its options, whatever the separators and case', () => {
    const read = (local: string, domain = 'd.example') =>
      parseChannelEmailAddress(`${local}@${domain}`, 'd.example');
    for (const local of [token, `name.${token}`, `name+${token}`, `NAME.${token.toUpperCase()}`]) {
      assert.deepEqual(read(local), { token, options: new Set() });
    }
    assert.deepEqual(
      [...(read(`x.${token}.show-sender+prefer-html`)?.options ?? [])],
      ['show-sender', 'prefer-html'],
    );
    assert.deepEqual(read(`show-sender.${token}`)?.token, token);
    for (const local of ['', 'x', `x.y.${token}`, `${token}0`, `${token}.x`])
      assert.equal(read(local), undefined, local);
    assert.equal(read(token, 'other.example'), undefined);
  });
});

describe('the error of a mail', () => {
  const cases: [string, Error, number][] = [
    ['that the rules forbid is final', badRequest('No.'), 550],
    ['beyond a rate limit is temporary', rateLimited(30), 450],
    ['that the server failed at is temporary', new Error('disk'), 451],
  ];
  for (const [name, error, status] of cases)
    test(name, () => assert.equal(mailErrorOf(error, permissionDenied).responseCode, status));
});
