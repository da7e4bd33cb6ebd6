// Composes the text of the message made of a mail.

import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { AddressOption } from '../../model/channel-email/channel-email-address.ts';
import { plainTextOf, type Quotes } from './bounded-html.ts';
import type { CalendarEvent } from './calendar/calendar-event.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { isForwarded } from './mail-subject.ts';
import { withoutQuotes, withoutSignature } from './own-text.ts';

/** The parts of a mail that the text is made of. */
export interface MailContent {
  /** `Name <address>`. */
  readonly from: string;
  readonly subject: string;
  readonly text: string | undefined;
  readonly html: string | undefined;
  /** The event of an attached calendar. */
  readonly event?: CalendarEvent | undefined;
}

const TRUNCATED = '\n[message truncated]';

/** The target of the HTML conversion: Markdown, or plain text if that takes too long. */
export type HtmlForm = 'Markdown' | 'text';

/** An event's description as plain text; some calendar programs write HTML. */
function descriptionOf({ description }: CalendarEvent): string {
  return /<(?:br|a|p|b|i|ul|ol|li|div|span|html)\b/i.test(description)
    ? plainTextOf(description)
    : description;
}

/** The body of the message: the mail's own text and the attached calendar's event. */
export function bodyOf(mail: MailContent, options: ReadonlySet<AddressOption>, form: HtmlForm): string {
  const { event, subject } = mail;
  const own = ownText(mail, options, form);
  if (event) {
    const { facts } = event;
    // Programs send invitations. If one was forwarded, or the calendar is just an attachment, a person wrote the text.
    if (!event.isMainContent || isForwarded(subject)) return joinParts(own ?? descriptionOf(event), facts);
    return joinParts(facts, descriptionOf(event) || (event.isTextGenerated ? '' : (own ?? '')));
  }
  if (mail.text === undefined && mail.html === undefined) {
    throw badRequest('Unable to find plaintext or HTML message body');
  }
  if (own === undefined) throw badRequest('Email has no nonempty body sections; ignoring.');
  return own;
}

function joinParts(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The plain part or the converted HTML, as the address's options prefer. Undefined if both are empty. */
function ownText(mail: MailContent, options: ReadonlySet<AddressOption>, form: HtmlForm): string | undefined {
  const withQuotes = options.has('include-quotes') || isForwarded(mail.subject);
  const trimQuotes = (text: string) => (withQuotes ? text : withoutQuotes(text));
  const plain = mail.text === undefined ? undefined : trimQuotes(mail.text.replaceAll('\r\n', '\n'));
  const convertHtml = (html: string, quotes: Quotes) =>
    form === 'text' ? plainTextOf(html, quotes) : htmlToMarkdown(html, quotes);
  const fromHtml = () => {
    if (mail.html === undefined) return undefined;
    if (withQuotes) return convertHtml(mail.html, 'included');
    // If the mail is all quote, for example forwarded without a comment, the quote is its content.
    return trimQuotes(convertHtml(mail.html, 'omitted')) || convertHtml(mail.html, 'included');
  };
  const chosenText = options.has('prefer-html') ? fromHtml() || plain : plain || fromHtml();
  if (!chosenText) return undefined;
  const body = chosenText.replaceAll('\0', '');
  const own = options.has('include-footer') ? body : withoutSignature(body);
  return own.trim() === '' ? '(No email body)' : own.trim();
}

function truncate(text: string, length: number): string {
  const points = [...text];
  if (points.length <= length) return text;
  return points.slice(0, Math.max(0, length - TRUNCATED.length)).join('') + TRUNCATED;
}

/** The whole message: the head (sender and subject, if shown), the body, and a line for each attachment. */
export function messageText(head: readonly string[], body: string, attachments: readonly string[]): string {
  const preamble = head.length === 0 ? '' : `${head.join('\n')}\n\n`;
  const postamble = attachments.length === 0 ? '' : `\n\n${attachments.join('\n')}`;
  const available = limits.messageCodePoints - [...preamble].length - [...postamble].length;
  return `${preamble}${truncate(body, available)}${postamble}`;
}
