// Mail in its reader's language: picks the texts and makes a mail of one. A language without texts of its own gets
// English. A new language is one file beside `english.ts` and one line here.

import type { Mail } from '../outbox/mail.ts';
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

/** The texts for a `default_language`: an account's, or the organization's for people without an account. */
export function mailTexts(language: string): MailTexts {
  const [base = ''] = language.split('-');
  return (Object.hasOwn(catalogue, base) ? catalogue[base] : undefined) ?? english;
}

/** A mail that says one text. */
export function mailOf(to: string, { subject, paragraphs }: MailText): Mail {
  return { to, subject, text: paragraphs.join('\n\n') };
}

/** The same to the address of an account that has not confirmed it: nothing private may be in it. */
export function unconfirmedNotice(to: string, text: MailText): Mail {
  return { ...mailOf(to, text), goesToUnconfirmed: true };
}
