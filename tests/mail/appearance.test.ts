// The design of mail: one frame with the organization's name and icon, avatars, real emoji, buttons, light and dark mode, and
// nothing that is loaded from the network.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { composeMail } from '../../src/integrations/mail/compose-mail.ts';
import { mailDocument } from '../../src/integrations/mail/mail-document.ts';
import { noPictures } from '../../src/integrations/mail/mail-pictures.ts';
import { emojiWithVariation, withEmojiCharacters } from '../../src/markdown/emoji-text.ts';
import { mailHtml } from '../../src/markdown/mail-html.ts';
import { mailTexts, textMail } from '../../src/model/mail-texts/translated-mails.ts';
import { directionOf } from '../../src/texts/writing-direction.ts';
import { animatedGif, png, sendFiles, upload } from '../uploads/support.ts';
import { startMissedMailServer } from './missed-support.ts';

const organization = { uuid: '0b8e7c5e-3d3a-4f6a-9c53-3a3a54a1b111', name: 'Acorn & Oak' };
const link = 'https://acorn.example.com/link?a=1&b=2';

function composed(mail: Parameters<typeof composeMail>[0]) {
  return composeMail(mail, { organization, rowId: 7, sender: 'chat@example.com', sentAt: new Date(0) });
}

/** The addresses that a mail program would load. */
function loadedAddresses(html: string): string[] {
  return [...html.matchAll(/(?:\bsrc=|\bbackground=|url\(|<link\b|@import)[^>]{0,200}/gi)]
    .map(([found]) => found)
    .filter((found) => !found.startsWith('src="cid:'));
}

describe('a mail of text', () => {
  const facts = {
    email: 'mel@example.com',
    organization: { name: 'Acorn & Oak', url: 'https://acorn.example.com' },
    link,
  };
  const mail = composed(textMail('mel@example.com', mailTexts('de-at').passwordReset(facts), 'de-at'));

  test('has the name of the organization as its sender and at the top', () => {
    assert.equal(mail.from.name, 'Acorn & Oak');
    assert.match(mail.html, /<span class="organization"[^>]*>Acorn &amp; Oak<\/span>/);
    assert.match(mail.html, />A<\/div>/);
  });

  test('has a button in HTML, and its address in the text', () => {
    assert.match(
      mail.html,
      /<a class="button" href="https:\/\/acorn\.example\.com\/link\?a=1&amp;b=2"[^>]*>Neues Passwort wählen<\/a>/,
    );
    assert.match(mail.text, /\nhttps:\/\/acorn\.example\.com\/link\?a=1&b=2\n/);
    assert.doesNotMatch(mail.html, />https:\/\/acorn\.example\.com\/link/);
  });

  test('declares its language, and looks right in light and dark mode', () => {
    assert.match(mail.html, /<html lang="de" dir="ltr">/);
    assert.match(mail.html, /<meta name="color-scheme" content="light dark">/);
    assert.match(mail.html, /@media \(prefers-color-scheme: dark\)/);
    assert.match(mail.html, /max-width:600px/);
  });

  test('has no script, and loads nothing', () => {
    assert.deepEqual(loadedAddresses(mail.html), []);
    assert.doesNotMatch(mail.html, /<script|javascript:|\son\w+=/i);
    assert.deepEqual(mail.attachments, []);
  });

  test('escapes its text', () => {
    const hostile = composed({
      to: 'a@example.com',
      subject: '"><script>',
      text: '<img src=x onerror=y>\n\n"&',
    });
    assert.doesNotMatch(hostile.html, /<script|<img/);
    assert.match(hostile.html, /&lt;img src=x onerror=y&gt;/);
  });

  test('queued by an earlier version is sent unchanged', () => {
    const html = '<!doctype html><p>old</p>';
    assert.equal(composed({ to: 'a@example.com', subject: 's', text: 't', html }).html, html);
  });
});

test('a right-to-left language flips the mail', () => {
  assert.deepEqual(['ar', 'he-IL', 'fa', 'ur', 'de', 'az'].map(directionOf), [
    'rtl',
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
  ]);
  const html = mailDocument({ to: '', subject: 'x', text: 'y', language: 'he' }, 'Acorn', noPictures);
  assert.match(html, /<html lang="he" dir="rtl">/);
  assert.match(html, /<td valign="middle" align="right">/);
});

describe('a message in a mail', () => {
  const url = 'https://chat.example.com';
  const cases: [string, string, string][] = [
    [
      'has characters for emoji',
      '<p>Done <span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>',
      '<p>Done 🎉</p>',
    ],
    [
      'has the source of formulas',
      '<p><span class="katex"><span><math><annotation encoding="application/x-tex">a &lt; b</annotation></math></span></span>!</p>',
      '<p><code>a &lt; b</code>!</p>',
    ],
    [
      'has a link for a picture that stands alone',
      '<div class="message_inline_image"><a href="https://a.example/x.png"><img src="https://a.example/x.png"></a></div>',
      '<p><a href="https://a.example/x.png">x.png</a></p>',
    ],
    [
      'has one link for a picture that is linked',
      '<p><a href="/user_uploads/1/x.png">shore</a></p>\n<div class="message_inline_image"><a href="/user_uploads/1/x.png" title="shore"><img src="/t.webp"></a></div>',
      `<p><a href="${url}/user_uploads/1/x.png">shore</a></p>\n`,
    ],
    [
      'has no picture of a page',
      '<div class="message_embed"><a class="message_embed_image" href="https://a.example" style="background-image: url(&quot;https://a.example/p.png&quot;)"></a><div>Title</div></div>',
      '<div class="message_embed"><div>Title</div></div>',
    ],
  ];
  for (const [name, html, expected] of cases) test(name, () => assert.equal(mailHtml(html, url), expected));
});

test('emoji in names are characters, and custom emoji keep their names', () => {
  assert.equal(
    withEmojiCharacters('Release :tada: :heron: :zulip: 10:30:45'),
    'Release 🎉 :heron: :zulip: 10:30:45',
  );
  assert.equal(emojiWithVariation('2764'), '❤\ufe0f');
  assert.equal(emojiWithVariation('0031-20e3'), '1\ufe0f\u20e3');
});

test('a mail about messages embeds avatars, the icon and custom emoji, and loads none', async () => {
  const server = await startMissedMailServer();
  const [olive, mia] = await Promise.all([server.as('olive'), server.as('mia')]);
  await sendFiles(olive, '/realm/icon', [{ name: 'i.png', bytes: await png(64, 64) }]);
  await sendFiles(mia, '/users/me/avatar', [{ name: 'mia.png', bytes: await png(64, 64) }]);
  await sendFiles(olive, '/realm/emoji/heron', [{ name: 'h.gif', bytes: await animatedGif() }]);
  const shore = await upload(mia, 'shore.png', await png(900, 600), 'image/png');
  await mia.sendToChannel(
    'engineering',
    'launch :rocket:',
    `@**Mel Member** it flies :tada: :heron: [shore](${shore.url}) https://a.example/t.png`,
  );
  const [mail] = await server.mailTo('mel@example.com');
  assert.match(mail?.subject ?? '', /^#engineering > launch 🚀/);
  assert.match(mail?.text ?? '', /it flies 🎉 :heron:/);
  const html = mail?.html ?? '';
  assert.match(html, /it flies 🎉 <img alt=":heron:" src="cid:emoji-/);
  assert.deepEqual(loadedAddresses(html), []);
  const embeddedIds = new Set([...html.matchAll(/src="cid:([^"]+)"/g)].map(([, cid]) => `<${cid}>`));
  const attachments = mail?.attachments ?? [];
  assert.deepEqual(new Set(attachments.map(({ contentId }) => contentId)), embeddedIds);
  assert.deepEqual(
    attachments.map(({ mimeType, disposition }) => [mimeType, disposition]),
    [
      ['image/png', 'inline'],
      ['image/png', 'inline'],
      ['image/png', 'inline'],
    ],
  );
});

test('a guest who may not see the sender sees no avatar', () => {
  const person = {
    kind: 'message',
    senderId: undefined,
    name: 'Unknown user',
    moment: 'now',
    html: '<p>x</p>',
  } as const;
  const pictures = { ...noPictures, people: new Map([[1, 'person-1@parley']]) };
  const html = mailDocument({ to: '', subject: 's', text: 't', blocks: [person] }, 'Acorn', pictures);
  assert.doesNotMatch(html, /<img/);
});
