// The text of the message that a mail becomes.

import { badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import type { AddressOption } from '../../model/channel-email/address.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { withoutQuotes, withoutSignature } from './reply.ts';
import { isForwarded } from './subject.ts';

/** What is looked at of a mail. */
export interface MailContent {
  /** `Name <address>`. */
  readonly from: string;
  readonly subject: string;
  readonly text: string | undefined;
  readonly html: string | undefined;
}

const TRUNCATED = '\n[message truncated]';
/** More of a mail than this is never looked into. */
const LOOK_AT = 200_000;

/** The mail's own words: the plain part, or the HTML as Markdown; the address says which is preferred. */
export async function bodyOf(mail: MailContent, options: ReadonlySet<AddressOption>): Promise<string> {
  const withQuotes = options.has('include-quotes') || isForwarded(mail.subject);
  const trimmed = (text: string) => (withQuotes ? text : withoutQuotes(text));
  const plain =
    mail.text === undefined ? undefined : trimmed(mail.text.slice(0, LOOK_AT).replaceAll('\r\n', '\n'));
  const fromHtml = async () =>
    mail.html === undefined
      ? undefined
      : trimmed(await htmlToMarkdown(mail.html, withQuotes ? 'kept' : 'left out'));
  if (mail.text === undefined && mail.html === undefined) {
    throw badRequest('Unable to find plaintext or HTML message body');
  }
  const chosen = options.has('prefer-html') ? (await fromHtml()) || plain : plain || (await fromHtml());
  if (!chosen) throw badRequest('Email has no nonempty body sections; ignoring.');
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
