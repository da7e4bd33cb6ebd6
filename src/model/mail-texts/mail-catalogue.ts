// Chooses the mail texts in the recipient's language and makes mails of them. Languages without texts of their
// own use English. To add a language, add a file beside `english.ts` and a line here.

import type { Mail, MailBlock } from '../outbox/mail.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import type { MailText, MailTexts } from './mail-texts.ts';
import { spanish } from './spanish.ts';

const catalogue: Readonly<Record<string, MailTexts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};

/** The language of mails for a `default_language`. */
export function mailLanguage(language: string): string {
  const [base = ''] = language.split('-');
  return Object.hasOwn(catalogue, base) ? base : 'en';
}

/** The texts for a `default_language` of an account, or of the organization for people without an account. */
export function mailTexts(language: string): MailTexts {
  return catalogue[mailLanguage(language)] ?? english;
}

/** A paragraph in the text part of a mail. */
export function paragraphText(paragraph: MailText['paragraphs'][number]): string {
  if (typeof paragraph === 'string') return paragraph;
  const { text, link } = paragraph;
  return text === '' ? link : `${text}\n${link}`;
}

function blockOf(paragraph: MailText['paragraphs'][number]): MailBlock {
  if (typeof paragraph === 'string') return { kind: 'text', text: paragraph };
  return { kind: 'button', label: paragraph.label, url: paragraph.link };
}

/** A mail with one text, in the language of a `default_language`. */
export function textMail(to: string, { subject, paragraphs }: MailText, language: string): Mail {
  const text = paragraphs.map(paragraphText).join('\n\n');
  return { to, subject, text, blocks: paragraphs.map(blockOf), language: mailLanguage(language) };
}

/** The same, for an address that its account has not confirmed. It must not contain anything private. */
export function unconfirmedNotice(to: string, text: MailText, language: string): Mail {
  return { ...textMail(to, text, language), goesToUnconfirmed: true };
}
