// A mail taken apart. Runs beside the event loop: what strangers write may take the MIME library long.

import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { limits } from '../../contract/limits.ts';
import { boundedMail, type MailProblem } from './bounded-mail.ts';
import type { MailHeader } from './loops.ts';
import type { MailContent } from './message-text.ts';

/** A part of a mail that has a name. */
export interface MailFile {
  readonly fileName: string;
  /** In bytes. */
  readonly size: number;
  /** Where it lies; undefined for one that is not kept. */
  readonly path: string | undefined;
}

export interface ParsedMail extends MailContent {
  readonly headers: readonly MailHeader[];
  readonly files: readonly MailFile[];
  /** Names the mail: the same again when it is delivered twice. */
  readonly key: string;
}

/** Mails within mails that are taken apart, too. */
const MAILS_WITHIN = 3;

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer);
}

/** Writes the files beside the mail itself; how large they may be is known to whoever takes them. */
async function filesOf({ attachments }: Email, path: string): Promise<MailFile[]> {
  const files: MailFile[] = [];
  for (const attachment of attachments) {
    if (attachment.filename === null) continue;
    const bytes = bytesOf(attachment);
    const filePath = files.length < limits.incomingMailFiles ? `${path}.${files.length}` : undefined;
    if (filePath !== undefined) await writeFile(filePath, bytes, { mode: 0o600, flag: 'wx' });
    files.push({ fileName: attachment.filename, size: bytes.length, path: filePath });
  }
  return files;
}

function from({ from: author, sender }: Email): string {
  const mailbox = author ?? sender;
  const address = mailbox && 'address' in mailbox ? mailbox.address : undefined;
  return mailbox ? `${mailbox.name} ${address ? `<${address}>` : ''}`.trim() : '';
}

/** Takes the mail at a path apart; its files are written to paths that begin with that path. */
export async function parseMail(path: string): Promise<ParsedMail | MailProblem> {
  const raw = await readFile(path);
  const bounded = boundedMail(raw);
  if (typeof bounded === 'string') return bounded;
  let mail: Email;
  try {
    mail = await PostalMime.parse(bounded, {
      maxNestingDepth: limits.incomingMailDepth,
      maxRfc822NestingDepth: MAILS_WITHIN,
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
    files: await filesOf(mail, path),
    key: createHash('sha256')
      .update(mail.messageId ? `id:${mail.messageId}` : raw)
      .digest('base64url'),
  };
}
