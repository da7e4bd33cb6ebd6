// The HTML part of every mail: the organization's name and icon, the content on a card, and small print below. It
// has no scripts and no remote images: images are attached.

import { escapeHtml } from '../../model/html-text.ts';
import type { Mail, MailBlock, MessageBlock } from '../../model/outbox/mail.ts';
import { linkedHtml } from '../../model/outbox/mail-html.ts';
import { type Direction, directionOf } from '../../texts/writing-direction.ts';
import { type MailPictures, withCustomEmoji } from './mail-pictures.ts';
import { styleSheet, styles } from './mail-styles.ts';

interface Frame {
  readonly direction: Direction;
  readonly pictures: MailPictures;
}

function firstLetter(name: string): string {
  return [...name.trim()][0]?.toLocaleUpperCase() ?? '•';
}

function paragraphs(text: string): string {
  return linkedHtml(text, styles.link).replaceAll('\n', '<br>\n');
}

function link(url: string, html: string): string {
  return `<a class="link" href="${escapeHtml(url)}" style="${styles.link}">${html}</a>`;
}

/** A row that begins with an image. It is a table, since mail programs support nothing newer. */
function row({ direction }: Frame, picture: string, content: string): string {
  const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right'];
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="36" valign="top" style="padding-${end}:12px">${picture}</td>
<td valign="middle" align="${start}">${content}</td>
</tr></table>`;
}

function image(cid: string, side: number, style: string): string {
  // The name is next to it: a screen reader must not read it twice.
  return `<img src="cid:${cid}" width="${side}" height="${side}" alt="" style="${style}">`;
}

function message(frame: Frame, { senderId, name, moment, html }: MessageBlock): string {
  const cid = senderId === undefined ? undefined : frame.pictures.people.get(senderId);
  const picture =
    cid === undefined
      ? `<div class="person-letter" aria-hidden="true" style="${styles.personLetter}">${escapeHtml(firstLetter(name))}</div>`
      : image(cid, 36, styles.person);
  const head = `<span class="name" style="${styles.name}">${escapeHtml(name)}</span> <span class="moment" style="${styles.moment}">${escapeHtml(moment)}</span>`;
  const body = `<div class="message" dir="auto">${withCustomEmoji(html, frame.pictures)}</div>`;
  return `<div style="margin:0 0 16px">${row(frame, picture, `${head}\n${body}`)}</div>`;
}

function button({ label, url }: { readonly label: string; readonly url: string }): string {
  return `<table class="button-table" role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:12px 0 20px"><tr>
<td class="button-cell" align="center" bgcolor="#2f5d9f" style="${styles.buttonCell}"><a class="button" href="${escapeHtml(url)}" style="${styles.button}">${escapeHtml(label)}</a></td>
</tr></table>`;
}

function blockHtml(frame: Frame, block: MailBlock): string {
  if (block.kind === 'message') return message(frame, block);
  if (block.kind === 'button') return button(block);
  if (block.kind === 'text') return `<p style="${styles.paragraph}">${paragraphs(block.text)}</p>`;
  const text = escapeHtml(block.text);
  const linked = block.link === undefined ? text : link(block.link, text);
  if (block.kind === 'heading') return `<h2 class="heading" style="${styles.heading}">${linked}</h2>`;
  return `<p class="note" style="${styles.note}">${linked}</p>`;
}

/** The blocks of a mail; without any, the paragraphs of its text. */
function blocksOf({ text, blocks }: Mail): readonly MailBlock[] {
  return blocks ?? text.split(/\n{2,}/).map((paragraph) => ({ kind: 'text', text: paragraph }));
}

function header(frame: Frame, organizationName: string): string {
  const { icon } = frame.pictures;
  const picture =
    icon === undefined
      ? `<div aria-hidden="true" style="${styles.letter}">${escapeHtml(firstLetter(organizationName))}</div>`
      : image(icon, 40, styles.icon);
  const name = `<span class="organization" style="${styles.organization}">${escapeHtml(organizationName)}</span>`;
  return row(frame, picture, name);
}

/** The complete HTML document of a mail. */
export function mailDocument(mail: Mail, organizationName: string, pictures: MailPictures): string {
  const { language = 'en', subject } = mail;
  const direction = directionOf(language);
  const frame = { direction, pictures };
  const blocks = blocksOf(mail);
  const end = blocks.findLastIndex(({ kind }) => kind !== 'note') + 1;
  const html = (some: readonly MailBlock[]) => some.map((block) => blockHtml(frame, block)).join('\n');
  const [content, smallPrint] = [html(blocks.slice(0, end)), html(blocks.slice(end))];
  const start = direction === 'rtl' ? 'right' : 'left';
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${direction}"><head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styleSheet}</style>
</head><body style="${styles.body}">
<div role="article" aria-roledescription="email" aria-label="${escapeHtml(subject)}" lang="${escapeHtml(language)}" dir="${direction}">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.page}"><tr>
<td class="outer" align="center" style="padding:24px 12px">
<table class="column" role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="${styles.column}">
<tr><td align="${start}" style="padding:0 16px 16px">${header(frame, organizationName)}</td></tr>
<tr><td class="card" align="${start}" style="${styles.card}">
${content}
</td></tr>
<tr><td align="${start}" style="padding:16px 16px 0">
${smallPrint}
</td></tr>
</table>
</td></tr></table>
</div>
</body></html>
`;
}
