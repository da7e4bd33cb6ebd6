// Parses a mail. Runs in a worker process, since the MIME library may be slow on hostile input.

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { limits } from '../../api-contract/limits.ts';
import { boundedMail, type MailErrorKind } from './bounded-mail.ts';
import { type CalendarEvent, readCalendar } from './calendar/calendar-event.ts';
import type { MailHeader } from './loops.ts';
import type { MailContent } from './message-text.ts';

/** A named part of a mail. */
export interface MailFile {
  readonly fileName: string;
  /** In bytes. */
  readonly size: number;
  /** The path of the file; undefined if it was not written. */
  readonly path: string | undefined;
}

export interface ParsedMail extends MailContent {
  readonly headers: readonly MailHeader[];
  readonly files: readonly MailFile[];
  /** Identifies the mail: the same if it is delivered twice. */
  readonly key: string;
}

/** How many levels of nested mails are parsed. */
const MAX_NESTED_MAILS = 3;

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer);
}

function isCalendar({ mimeType }: Attachment): boolean {
  return mimeType === 'text/calendar' || mimeType === 'application/ics';
}

/** The event of the mail's calendar; of several calendars the one with a scheduling method. */
function calendarOf({ attachments }: Email): CalendarEvent | undefined {
  const calendars = attachments.filter(isCalendar);
  const calendar = calendars.find(({ method }) => method !== undefined) ?? calendars[0];
  if (!calendar) return undefined;
  const event = readCalendar(Buffer.from(bytesOf(calendar)).toString(), calendar.method);
  const isFile = calendar.method === undefined && calendar.disposition === 'attachment';
  return event && isFile ? { ...event, isMainContent: false } : event;
}

/** The parts that become files: named ones, and the calendar if no other part is a calendar file. */
function namedParts({ attachments }: Email): { readonly fileName: string; readonly bytes: Uint8Array }[] {
  const hasCalendar = attachments.some(({ filename }) => /\.ics$/i.test(filename ?? ''));
  return attachments.flatMap((part) => {
    const fileName = part.filename ?? (isCalendar(part) && !hasCalendar ? 'invite.ics' : undefined);
    return fileName === undefined ? [] : [{ fileName, bytes: bytesOf(part) }];
  });
}

/** Writes the files next to the mail. The caller checks their sizes. */
async function filesOf(mail: Email, path: string): Promise<MailFile[]> {
  const files: MailFile[] = [];
  for (const { fileName, bytes } of namedParts(mail)) {
    const filePath = files.length < limits.incomingMailFiles ? `${path}.${files.length}` : undefined;
    if (filePath !== undefined) await writeFile(filePath, bytes, { mode: 0o600, flag: 'wx' });
    files.push({ fileName, size: bytes.length, path: filePath });
  }
  return files;
}

function from({ from: author, sender }: Email): string {
  const mailbox = author ?? sender;
  const address = mailbox && 'address' in mailbox ? mailbox.address : undefined;
  return mailbox ? `${mailbox.name} ${address ? `<${address}>` : ''}`.trim() : '';
}

/** Parses the mail at a path; its files are written to paths that start with it. */
export async function parseMail(path: string): Promise<ParsedMail | MailErrorKind> {
  const raw = await readFile(path);
  const bounded = boundedMail(raw);
  if (typeof bounded === 'string') return bounded;
  let mail: Email;
  try {
    mail = await PostalMime.parse(bounded, {
      maxNestingDepth: limits.incomingMailDepth,
      maxRfc822NestingDepth: MAX_NESTED_MAILS,
      maxHeadersSize: limits.incomingMailPartHeaderBytes,
    });
  } catch {
    return 'unreadable';
  }
  return {
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
    from: from(mail),
    subject: mail.subject ?? '',
    text: mail.text?.slice(0, limits.incomingMailTextCharacters),
    html: mail.html?.slice(0, limits.incomingMailHtmlCharacters),
    event: calendarOf(mail),
    files: await filesOf(mail, path),
    key: createHash('sha256')
      .update(mail.messageId ? `id:${mail.messageId}` : raw)
      .digest('base64url'),
  };
}
