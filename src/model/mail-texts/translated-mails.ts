// Creates emails in the recipient's language. Their texts have names that begin with `mail.` in `texts/`; a language
// without a file there gets English.

import { languageWithTexts, serverTexts } from '../../texts/server-texts.ts';
import type { Mail, MailBlock } from '../outbox/mail.ts';
import { accountMails } from './account-mails.ts';
import { joiningMails } from './joining-mails.ts';
import type { MailText, MailTexts } from './mail-texts.ts';
import { digestTexts, missedTexts } from './message-mails.ts';
import { securityMails } from './security-mails.ts';

function mailTextsIn(language: string): MailTexts {
  const text = serverTexts(language);
  return {
    ...accountMails(text, language),
    language,
    security: securityMails(text, language),
    joining: joiningMails(text),
    missed: missedTexts(text, language),
    digest: digestTexts(text, language),
  };
}

/** By language; there are as many as files in `texts/`. */
const loaded = new Map<string, MailTexts>();

/** The language of mails for a `default_language`. */
export function mailLanguage(language: string): string {
  return languageWithTexts(language);
}

/** The texts for a `default_language` of an account, or of the organization for people without an account. */
export function mailTexts(setting: string): MailTexts {
  const language = mailLanguage(setting);
  const texts = loaded.get(language) ?? mailTextsIn(language);
  loaded.set(language, texts);
  return texts;
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

/** A mail with one text for an address that its account has not confirmed. It must not contain anything private. */
export function unconfirmedNotice(to: string, text: MailText, language: string): Mail {
  return { ...textMail(to, text, language), goesToUnconfirmed: true };
}
