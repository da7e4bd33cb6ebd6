// Mail that leaves the house: written with the change that causes it, sent later by a worker.

import type { Mail } from '../../model/outbox/mail.ts';
import type { Writer } from '../../storage/session.ts';
import { queueWork } from './store.ts';

/** The kind of such rows in the outbox. */
export const MAIL_KIND = 'mail';

/** Puts mails into the outbox, a bounded number; they go out once the unit of work is durable. */
export function queueMail(writer: Writer, ...mails: readonly Mail[]): Promise<void> {
  return queueWork(writer, MAIL_KIND, ...mails.map((mail) => JSON.stringify(mail)));
}
