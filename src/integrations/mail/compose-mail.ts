// Composes a mail of the outbox for sending: addresses, headers, a text and an HTML part.

import type { Mail } from '../../model/outbox/mail.ts';
import { mailDocument } from './mail-document.ts';
import { type MailPictures, noPictures, type PictureAttachment } from './mail-pictures.ts';
import { conversationReference, messageIdOf } from './message-id.ts';

/** The mail in the form that the mail library takes. */
export interface ComposedMail {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The images of the HTML part. */
  readonly attachments: readonly PictureAttachment[];
  readonly messageId: string;
  readonly references?: string;
  readonly date: Date;
  readonly headers: Readonly<Record<string, string>>;
  /** Addresses in a mail come from users and must never name files or other sources. */
  readonly disableFileAccess: true;
  readonly disableUrlAccess: true;
}

export interface MailEnvelope {
  readonly organization: { readonly uuid: string; readonly name: string };
  readonly rowId: number;
  readonly sender: string;
  readonly sentAt: Date;
  readonly pictures?: MailPictures;
}

function listHeaders(unsubscribeUrl: string | undefined): Record<string, string> {
  if (unsubscribeUrl === undefined) return {};
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

export function composeMail(
  mail: Mail,
  { organization, rowId, sender, sentAt, pictures = noPictures }: MailEnvelope,
): ComposedMail {
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  return {
    from: { name: organization.name, address: sender },
    to: mail.to,
    ...(mail.replyTo !== undefined && { replyTo: mail.replyTo }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html ?? mailDocument(mail, organization.name, pictures),
    attachments: pictures.attachments,
    messageId: `<${messageIdOf(organization.uuid, rowId, domain)}>`,
    ...(mail.conversationId !== undefined && {
      references: `<${conversationReference(organization.uuid, mail.conversationId, domain)}>`,
    }),
    date: sentAt,
    // Tells auto-responders not to answer.
    headers: { 'Auto-Submitted': 'auto-generated', ...listHeaders(mail.unsubscribeUrl) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
