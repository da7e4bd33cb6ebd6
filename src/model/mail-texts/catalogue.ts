// Mail in its reader's language: picks the texts and makes a mail of one. A language without texts of its own gets
// English. A new language is one file beside `english.ts` and one line here.

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

/** The language that mail is written in for a `default_language`. */
export function mailLanguage(language: string): string {
  const [base = ''] = language.split('-');
  return Object.hasOwn(catalogue, base) ? base : 'en';
}

/** The texts for a `default_language`: an account's, or the organization's for people without an account. */
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

/** A mail that says one text, in the words of a `default_language`. */
export function mailOf(to: string, { subject, paragraphs }: MailText, language: string): Mail {
  const text = paragraphs.map(paragraphText).join('\n\n');
  return { to, subject, text, blocks: paragraphs.map(blockOf), language: mailLanguage(language) };
}

/** The same to the address of an account that has not confirmed it: nothing private may be in it. */
export function unconfirmedNotice(to: string, text: MailText, language: string): Mail {
  return { ...mailOf(to, text, language), goesToUnconfirmed: true };
}
