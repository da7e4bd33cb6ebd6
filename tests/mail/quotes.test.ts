// Removing quotes from replies, in text and HTML, as common mail programs write them. Forwarded mail stays complete.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { boundedHtml } from '../../src/integrations/incoming-mail/bounded-html.ts';
import { htmlToMarkdown } from '../../src/integrations/incoming-mail/html-to-markdown.ts';
import { bodyOf } from '../../src/integrations/incoming-mail/message-text.ts';
import { withoutQuotes } from '../../src/integrations/incoming-mail/own-text.ts';
import { assertLinear } from '../support/growth.ts';

const FROM = 'Ann Other <ann@example.org>';

function body(mail: { text?: string; html?: string; subject?: string }): string {
  const { text, html, subject = 'RE: Harbour' } = mail;
  return bodyOf({ from: FROM, subject, text, html }, new Set(), 'Markdown');
}

/** A quoted header as Outlook writes it, with localized field names. */
function header(from: string, sent: string, to: string, subject: string): string {
  return `${from} Bo Boss <bo@example.org>\n${sent} Monday, 2 November 2026 10:00\n${to} Ann Other; Cy Third\n${subject} Harbour`;
}

describe('a reply in text', () => {
  const cases: [string, string][] = [
    ['of Outlook, in English', header('From:', 'Sent:', 'To:', 'Subject:')],
    ['of Outlook, in German', header('Von:', 'Gesendet:', 'An:', 'Betreff:')],
    ['of Outlook, in French', header('De :', 'Envoyé :', 'À :', 'Objet :')],
    [
      'of Outlook, in French with non-breaking spaces',
      header('De\u00a0:', 'Envoyé\u00a0:', 'À\u00a0:', 'Objet\u00a0:'),
    ],
    ['of Outlook, in Spanish', header('De:', 'Enviado el:', 'Para:', 'Asunto:')],
    ['of Outlook, in Portuguese', header('De:', 'Enviada em:', 'Para:', 'Assunto:')],
    ['of Outlook, in Italian', header('Da:', 'Inviato:', 'A:', 'Oggetto:')],
    ['of Outlook, in Dutch', header('Van:', 'Verzonden:', 'Aan:', 'Onderwerp:')],
    ['of Outlook, in Swedish', header('Från:', 'Skickat:', 'Till:', 'Ämne:')],
    ['of Outlook, in Polish', header('Od:', 'Wysłano:', 'Do:', 'Temat:')],
    ['of Outlook, in Russian', header('От:', 'Отправлено:', 'Кому:', 'Тема:')],
    ['of Outlook, in Chinese', header('发件人：', '发送时间：', '收件人：', '主题：')],
    [
      'of Outlook on the web, under a rule',
      `________________________________\n${header('From:', 'Sent:', 'To:', 'Subject:')}`,
    ],
    ['with bold names', header('**From:**', '**Sent:**', '**To:**', '**Subject:**')],
    [
      'with empty lines between the fields',
      header('From:', 'Sent:', 'To:', 'Subject:').replaceAll('\n', '\n\n'),
    ],
    [
      'with a long list of recipients',
      header('From:', 'Sent:', 'To:', 'Subject:').replace(
        'Cy Third',
        'Cy Third <cy@example.org>;\n Di Fourth <di@example.org>',
      ),
    ],
    ['of old Outlook', `-----Original Message-----\n${header('From:', 'Sent:', 'To:', 'Subject:')}`],
    [
      'of old Outlook, in German',
      `-----Ursprüngliche Nachricht-----\n${header('Von:', 'Gesendet:', 'An:', 'Betreff:')}`,
    ],
    [
      'of old Outlook, in French',
      `-----Message d'origine-----\n${header('De :', 'Envoyé :', 'À :', 'Objet :')}`,
    ],
    [
      'of old Outlook, in Spanish',
      `-----Mensaje original-----\n${header('De:', 'Enviado:', 'Para:', 'Asunto:')}`,
    ],
    ['of Yahoo', '----- Original Message -----\nFrom: Bo'],
    ['of Gmail', 'On Mon, 2 Nov 2026 at 10:00, Bo Boss <bo@example.org> wrote:\n\n> It is late.'],
    [
      'of Gmail, in German',
      'Bo Boss <bo@example.org> schrieb am Mo., 2. Nov. 2026, 10:00:\n\n> Es ist spät.',
    ],
    [
      'of Gmail, in an unknown language',
      '2026-11-02 10:00 GMT+01:00 Bo Boss <bo@example.org>:\n\n> It is late.',
    ],
    ['of Apple Mail', 'On 2. Nov 2026, at 10:00, Bo Boss <bo@example.org> wrote:\n> \n> It is late.'],
    ['of Thunderbird, in German', 'Am 02.11.26 um 10:00 schrieb Bo Boss:\n> Es ist spät.'],
    ['of Thunderbird, in French', 'Le 02/11/2026 à 10:00, Bo Boss a écrit\u00a0:\n> Il est tard.'],
    ['of Thunderbird, in Spanish', 'El 2/11/26 a las 10:00, Bo Boss escribió:\n> Es tarde.'],
    ['of a program that draws lines around it', '-- On 2 Nov 2026, Bo Boss wrote: --\n> It is late.'],
    [
      'of a program that draws a line before it, in German',
      '-- Am 02.11.26 schrieb Bo Boss:\n> Es ist spät.',
    ],
    ['with short lines', '-- Original Message --\nFrom: Bo'],
    ['with short underscores', '__ Original Message __\nFrom: Bo'],
    ['with a line before it only', '--Original Message\nFrom: Bo'],
    [
      'introduced over two lines',
      'On Monday, 2 November 2026 at 10:00, Bo Boss\n<bo@example.org> wrote:\n\n> It is late.',
    ],
    [
      'introduced over three lines',
      'On Monday, 2 November 2026\nat 10:00, Bo Boss\n<bo@example.org> wrote:\n\n> It is late.',
    ],
    ['under a rule with four empty lines', `___\n\n\n\n\n${header('From:', 'Sent:', 'To:', 'Subject:')}`],
    ['under a rule, with sender and time only', '---\nFrom: Bo\nSent: Monday'],
    ['with sender, time and recipient', 'From: Bo\nSent: Monday\nTo: Ann'],
    ['of Proton', 'On Monday, November 2nd, 2026 at 10:00, Bo Boss <bo@example.org> wrote:\n\n> It is late.'],
    [
      'of Yahoo, in German',
      'Am Montag, 2. November 2026 um 10:00:00 MEZ hat Bo Boss <bo@example.org> Folgendes geschrieben:\n\nEs ist spät.',
    ],
  ];
  for (const [name, repeatedText] of cases) {
    const isMarked = /^>/m.test(repeatedText);
    const text = `Yes, at nine.\n\n${repeatedText}${isMarked ? '' : '\n\nWhen do we sail?\nBo'}`;
    test(name, () => assert.equal(body({ text }), 'Yes, at nine.'));
  }

  const complete: [string, string][] = [
    ['a journey', 'The plan:\n\nFrom: Kiel\nTo: Oslo\nDate: Monday\n\nBring a coat.'],
    ['a sentence that begins with From', 'Hello\n\nFrom: here on we row.\nTo: be sure, ask Bo.'],
    ['a rule that the sender wrote', 'One\n\n---\n\nTwo'],
    ['a rule at the end', 'One\n\n---'],
    ['a sender and a time without a recipient', 'Hello\n\nFrom: Bo\nSent: Monday\n\nWhat is this?'],
    ['a sender and a subject alone', 'Hello\n\nFrom: Bo\nSubject: Harbour\n\nWhat is this?'],
    ['a quote between the sender’s lines', 'Hello\n\n> When do we sail?\n\nAt nine.'],
    ['an introduction over more than three lines', 'On Monday\nat ten\nBo Boss\nwrote:\n\nGood.'],
    ['an introduction with an empty line in it', 'On Monday Bo Boss\n\nwrote:\n\nGood.'],
  ];
  for (const [name, text] of complete)
    test(`${name} stays`, () => assert.equal(body({ text, subject: 'Plan' }), text));
});

const OUTLOOK_HEADER =
  '<b>From:</b> Bo Boss &lt;bo@example.org&gt;<br><b>Sent:</b> Monday, 2 November 2026 10:00<br><b>To:</b> Ann Other<br><b>Subject:</b> Harbour';
const ORIGINAL = '<p>When do we sail?</p><p>Bo</p>';

describe('a reply in HTML', () => {
  const cases: [string, string][] = [
    [
      'of Outlook on the web',
      `<div class="elementToProof">Yes, at nine.</div><div id="appendonsend"></div><hr tabindex="-1" style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">${OUTLOOK_HEADER}</font><div>&nbsp;</div></div><div>${ORIGINAL}</div>`,
    ],
    [
      'of Outlook on the web, all of it in one element',
      `<div><div>Yes, at nine.</div><div id="appendonsend"></div></div><hr><div id="divRplyFwdMsg">${OUTLOOK_HEADER}</div><div>${ORIGINAL}</div>`,
    ],
    [
      'of Outlook for Windows',
      `<div class="WordSection1"><p class="MsoNormal">Yes, at nine.<o:p></o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${OUTLOOK_HEADER}</p></div>${ORIGINAL}</div>`,
    ],
    [
      'of Outlook 2010',
      `<div><p>Yes, at nine.</p><div><div style='border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0in 0in 0in'><p>${OUTLOOK_HEADER}</p></div></div>${ORIGINAL}</div>`,
    ],
    [
      'of Outlook in French',
      `<p>Yes, at nine.</p><div style="border-top:solid #E1E1E1 1.0pt"><p><b>De&nbsp;:</b> Bo<br><b>Envoyé&nbsp;:</b> lundi<br><b>Objet&nbsp;:</b> Port</p></div>${ORIGINAL}`,
    ],
    [
      'of the mail program of Windows',
      `<p>Yes, at nine.</p><div style="padding-top: 5px; border-top-color: rgb(229, 229, 229); border-top-width: 1px; border-top-style: solid;">${OUTLOOK_HEADER}</div>${ORIGINAL}`,
    ],
    [
      'of Outlook for phones',
      `<div dir="auto">Yes, at nine.</div><div id="mail-editor-reference-message-container" class="ms-outlook-mobile-reference-message"><hr><div id="divRplyFwdMsg">${OUTLOOK_HEADER}</div>${ORIGINAL}</div>`,
    ],
    [
      'of an older Outlook for Mac',
      `<div>Yes, at nine.</div><span id="OLK_SRC_BODY_SECTION"><div>${OUTLOOK_HEADER}</div>${ORIGINAL}</span>`,
    ],
    ['with only a rule above the header', `<p>Yes, at nine.</p><hr><p>${OUTLOOK_HEADER}</p>${ORIGINAL}`],
    [
      'of Gmail',
      `<div dir="ltr">Yes, at nine.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Mon, 2 Nov 2026 at 10:00, Bo &lt;<a href="mailto:bo@example.org">bo@example.org</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="border-left:1px solid">${ORIGINAL}</blockquote></div>`,
    ],
    [
      'of Gmail, forwarded by Outlook',
      `<div>Yes, at nine.</div><div class="x_gmail_quote"><div class="x_gmail_attr">On Monday Bo wrote:</div>${ORIGINAL}</div>`,
    ],
    [
      'of Apple Mail',
      `<div>Yes, at nine.</div><div><br><blockquote type="cite"><div>On 2. Nov 2026, at 10:00, Bo wrote:</div><br>${ORIGINAL}</blockquote></div>`,
    ],
    [
      'of Thunderbird',
      `<p>Yes, at nine.</p><div class="moz-cite-prefix">On 02.11.26 10:00, Bo wrote:<br></div><blockquote type="cite" cite="mid:1@example.org">${ORIGINAL}</blockquote>`,
    ],
    [
      'of Yahoo',
      `<div>Yes, at nine.</div><div id="ydp1a2byahoo_quoted_77" class="ydp1a2byahoo_quoted"><div><div>On Monday, 2 November 2026, Bo wrote:</div>${ORIGINAL}</div></div>`,
    ],
    [
      'of Proton',
      `<div>Yes, at nine.</div><div class="protonmail_quote">On Monday, Bo wrote:<br><blockquote class="protonmail_quote" type="cite">${ORIGINAL}</blockquote></div>`,
    ],
    [
      'of Zimbra',
      `<div>Yes, at nine.</div><hr id="zwchr" data-marker="__DIVIDER__"><div>${OUTLOOK_HEADER}</div>${ORIGINAL}`,
    ],
    [
      'of GMX',
      `<div>Yes, at nine.<div name="quote" style="border-left:2px solid"><div>${OUTLOOK_HEADER}</div>${ORIGINAL}</div></div>`,
    ],
  ];
  for (const [name, html] of cases) {
    test(name, () => {
      assert.equal(body({ html }), 'Yes, at nine.');
      assert.equal(
        body({ html: `<html><head><title>x</title></head><body>${html}</body></html>` }),
        'Yes, at nine.',
      );
    });
  }

  test('below the quote stays', () => {
    const html = `<div class="moz-cite-prefix">On 02.11.26, Bo wrote:</div><blockquote type="cite">${ORIGINAL}</blockquote><p>Yes, at nine.</p>`;
    assert.equal(body({ html }), 'Yes, at nine.');
  });

  test('with a line above other content stays complete', () => {
    const html = '<p>One</p><div style="border-top:solid #E1E1E1 1.0pt"><p>Two</p></div><p>Three</p>';
    assert.equal(body({ html }), 'One\n\nTwo\n\nThree');
  });

  test('that is only a quote stays complete', () => {
    assert.match(
      body({ html: `<div id="divRplyFwdMsg">${OUTLOOK_HEADER}</div>${ORIGINAL}` }),
      /When do we sail/,
    );
    assert.match(body({ html: `<blockquote type="cite">${ORIGINAL}</blockquote>` }), /When do we sail/);
  });
});

describe('a forwarded mail stays complete, recognized', () => {
  for (const subject of ['FW: Harbour', 'Fwd: Harbour', 'WG: Harbour', 'TR: Harbour', 'RV: Harbour']) {
    test(`by its subject: ${subject}`, () => {
      const text = `See below.\n\n${header('From:', 'Sent:', 'To:', 'Subject:')}\n\nWhen do we sail?`;
      assert.match(body({ subject, text }), /When do we sail\?$/);
      const html = `<p>See below.</p><div id="appendonsend"></div><div id="divRplyFwdMsg">${OUTLOOK_HEADER}</div>${ORIGINAL}`;
      assert.match(body({ subject, html }), /When do we sail\?/);
    });
  }
  const lines = [
    '---------- Forwarded message ---------',
    '-------- Forwarded Message --------',
    '-------- Weitergeleitete Nachricht --------',
    '---------- Message transféré ----------',
    '---------- Mensaje reenviado ----------',
    'Begin forwarded message:',
    'Anfang der weitergeleiteten Nachricht:',
  ];
  for (const line of lines) {
    test(`by the line above it: ${line}`, () => {
      const text = `See below.\n\n${line}\n${header('From:', 'Date:', 'To:', 'Subject:')}\n\n> When do we sail?`;
      assert.equal(body({ subject: 'Harbour', text }), text);
      for (const open of [
        '<div class="gmail_quote"><div class="gmail_attr">',
        '<blockquote type="cite"><div>',
        '<div><div>',
      ]) {
        const html = `<div>See below.</div>${open}${line}<br>${OUTLOOK_HEADER}</div>${ORIGINAL}`;
        assert.match(body({ subject: 'Harbour', html }), /^See below\.[\s\S]*When do we sail\?[\s\S]*Bo$/);
      }
    });
  }

  test('but not if it was forwarded within the quote', () => {
    const text = `Yes.\n\nOn Monday, Bo wrote:\n> See below.\n> ---------- Forwarded message ---------\n> From: Cy`;
    assert.equal(body({ text }), 'Yes.');
    const html = `<p>Yes.</p><div class="gmail_quote"><div class="gmail_attr">On Monday, Bo wrote:</div><div class="gmail_quote">---------- Forwarded message ---------</div></div>`;
    assert.equal(body({ html }), 'Yes.');
  });
});

describe('any input', () => {
  const pieces = [
    ...[
      '<div id="appendonsend">',
      '<div id="divRplyFwdMsg">',
      '<blockquote type="cite">',
      '<div class="gmail_quote">',
    ],
    ...[
      '<div style="border-top:solid red 1pt">',
      '<hr data-marker="__DIVIDER__">',
      '</div>',
      '</blockquote>',
      '<p>',
      '</p>',
    ],
    ...[
      'word ',
      'From: Bo',
      '<br>',
      '---------- Forwarded message ---------',
      '<b>',
      '</b>',
      '<div>',
      '&nbsp;',
    ],
  ];
  /** A seeded random number generator (mulberry32). */
  function numbers(seed: number): (below: number) => number {
    let state = seed;
    return (below) => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
    };
  }

  test('keeps elements balanced', () => {
    for (let seed = 1; seed <= 1500; seed++) {
      const next = numbers(seed);
      const html = Array.from({ length: 1 + next(25) }, () => pieces[next(pieces.length)]).join('');
      const bounded = boundedHtml(html, 'omitted');
      const open: string[] = [];
      for (const [, end, name] of bounded.matchAll(/<(\/?)(\w+)/g)) {
        if (/^(?:br|hr|img)$/.test(name ?? '')) continue;
        if (end === '') open.push(name ?? '');
        else assert.equal(open.pop(), name, `${html} became ${bounded}`);
      }
      assert.deepEqual(open, [], `${html} became ${bounded}`);
    }
  });

  const parts = [
    ...[
      '<div id="appendonsend"></div>',
      '<div class="gmail_quote">x</div>',
      '<p>x</p><div id="divRplyFwdMsg">',
    ],
    ...[
      '<div style="border-top:solid red 1pt"></div>',
      '<hr data-marker="__DIVIDER__">',
      '<br>',
      '&nbsp;',
      'word ',
    ],
    ...[
      'x_'.repeat(50),
      '-- '.repeat(30),
      'From: x\n',
      '---\n',
      '\n\n',
      '---------- Forwarded message ---------\n',
    ],
  ];
  for (const part of parts) {
    test(`with many ${JSON.stringify(part).slice(0, 45)} takes linear time`, () => {
      assertLinear((text) => boundedHtml(text, 'omitted'), part, 100_000);
      assertLinear((text) => withoutQuotes(text), part, 100_000);
    });
  }

  test('with a class of very many words takes linear time', () => {
    assertLinear((text) => htmlToMarkdown(`<p>a</p><div class="${text}">b</div>`, 'omitted'), 'x_', 100_000);
  });
});
