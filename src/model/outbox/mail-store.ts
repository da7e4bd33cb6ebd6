// Mail that leaves the house: written with the change that causes it, sent later by a worker.

import type { Writer } from '../../storage/session.ts';
import { queueWork } from './store.ts';

/** The kind of such rows in the outbox. */
export const MAIL_KIND = 'mail';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Paragraphs with an empty line between them. */
  readonly text: string;
  /** The same as HTML; left out, it is made of the text. */
  readonly html?: string | undefined;
  /** Where answers go; left out, to the sender's address, which nobody reads. */
  readonly replyTo?: string | undefined;
  /** The conversation that it is about: mail programs show the mails of one together. */
  readonly conversationId?: number | undefined;
  /** For mail that nobody asked for: what takes the person off the list, by one POST. */
  readonly unsubscribeUrl?: string | undefined;
}

/** Puts mails into the outbox, a bounded number; they go out once the unit of work is durable. */
export function queueMail(writer: Writer, ...mails: readonly Mail[]): Promise<void> {
  return queueWork(writer, MAIL_KIND, ...mails.map((mail) => JSON.stringify(mail)));
}
