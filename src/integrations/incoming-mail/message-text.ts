// The text of the message that a mail becomes.

import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { AddressOption } from '../../model/channel-email/address.ts';
import { type Quotes, wordsOf } from './bounded-html.ts';
import type { CalendarEvent } from './calendar/calendar-event.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { withoutQuotes, withoutSignature } from './reply.ts';
import { isForwarded } from './subject.ts';

/** What the text is made of. */
export interface MailContent {
  /** `Name <address>`. */
  readonly from: string;
  readonly subject: string;
  readonly text: string | undefined;
  readonly html: string | undefined;
  /** The event of a calendar that came with it. */
  readonly event?: CalendarEvent | undefined;
}

const TRUNCATED = '\n[message truncated]';

/** What becomes of HTML: Markdown, or its words alone where that takes too long. */
export type HtmlForm = 'Markdown' | 'words';

/** A description as programs of calendars write it: some in HTML. */
function descriptionOf({ description }: CalendarEvent): string {
  return /<(?:br|a|p|b|i|ul|ol|li|div|span|html)\b/i.test(description) ? wordsOf(description) : description;
}

/** The text of the message: the mail's own words, and what a calendar that came with it tells. */
export function bodyOf(mail: MailContent, options: ReadonlySet<AddressOption>, form: HtmlForm): string {
  const { event, subject } = mail;
  const own = wordsOfMail(mail, options, form);
  if (event) {
    const { facts } = event;
    // A program sends invitations; with a forwarded one, and where a calendar is a file beside a mail, a person has written.
    if (!event.isMailItself || isForwarded(subject)) return together(own ?? descriptionOf(event), facts);
    return together(facts, descriptionOf(event) || (event.isToldByProgram ? '' : (own ?? '')));
  }
  if (mail.text === undefined && mail.html === undefined) {
    throw badRequest('Unable to find plaintext or HTML message body');
  }
  if (own === undefined) throw badRequest('Email has no nonempty body sections; ignoring.');
  return own;
}

function together(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The plain part, or the HTML in another form; the address says which is preferred. Undefined where it has no words. */
function wordsOfMail(
  mail: MailContent,
  options: ReadonlySet<AddressOption>,
  form: HtmlForm,
): string | undefined {
  const withQuotes = options.has('include-quotes') || isForwarded(mail.subject);
  const trimmed = (text: string) => (withQuotes ? text : withoutQuotes(text));
  const plain = mail.text === undefined ? undefined : trimmed(mail.text.replaceAll('\r\n', '\n'));
  const converted = (html: string, quotes: Quotes) =>
    form === 'words' ? wordsOf(html, quotes) : htmlToMarkdown(html, quotes);
  const fromHtml = () => {
    if (mail.html === undefined) return undefined;
    if (withQuotes) return converted(mail.html, 'kept');
    // Where a mail is all quote, as when one is handed on without a word, the quote is what it says.
    return trimmed(converted(mail.html, 'left out')) || converted(mail.html, 'kept');
  };
  const chosen = options.has('prefer-html') ? fromHtml() || plain : plain || fromHtml();
  if (!chosen) return undefined;
  const body = chosen.replaceAll('\0', '');
  const own = options.has('include-footer') ? body : withoutSignature(body);
  return own.trim() === '' ? '(No email body)' : own.trim();
}

function cut(text: string, length: number): string {
  const points = [...text];
  if (points.length <= length) return text;
  return points.slice(0, Math.max(0, length - TRUNCATED.length)).join('') + TRUNCATED;
}

/** The message: who wrote and about what, where that is to be shown, the body, and a line for each attachment. */
export function messageText(head: readonly string[], body: string, attachments: readonly string[]): string {
  const preamble = head.length === 0 ? '' : `${head.join('\n')}\n\n`;
  const postamble = attachments.length === 0 ? '' : `\n\n${attachments.join('\n')}`;
  const room = limits.messageCodePoints - [...preamble].length - [...postamble].length;
  return `${preamble}${cut(body, room)}${postamble}`;
}
