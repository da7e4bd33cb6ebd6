// A mail taken apart. The MIME library is loaded with the first mail.

import { createHash } from 'node:crypto';
import type { MailFile } from './attachments.ts';
import type { MailHeader } from './loops.ts';
import type { MailContent } from './message-text.ts';
import { unusable } from './refusal.ts';

export interface ParsedMail extends MailContent {
  readonly headers: readonly MailHeader[];
  readonly files: readonly MailFile[];
  /** Names the mail: the same again when it is delivered twice. */
  readonly key: string;
}

/** Parts within parts beyond this make the mail unusable. */
const MAXIMUM_DEPTH = 30;

/** Takes a mail apart; refuses what is none. */
export async function parseMail(raw: Buffer): Promise<ParsedMail> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(raw, {
    maxNestingDepth: MAXIMUM_DEPTH,
    maxRfc822NestingDepth: 3,
  }).catch(() => {
    throw unusable('The mail could not be read.');
  });
  const sender = mail.from ?? mail.sender;
  const address = sender && 'address' in sender ? sender.address : undefined;
  const from = sender ? `${sender.name} ${address ? `<${address}>` : ''}`.trim() : '';
  const named = mail.attachments.filter(({ filename }) => filename !== null);
  return {
    headers: mail.headers,
    from,
    subject: mail.subject ?? '',
    text: mail.text,
    html: mail.html,
    files: named.map(({ filename, content }) => ({
      fileName: filename ?? '',
      bytes: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer),
    })),
    key: createHash('sha256')
      .update(mail.messageId ? `id:${mail.messageId}` : raw)
      .digest('base64url'),
  };
}
