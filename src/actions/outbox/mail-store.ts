// Mail that leaves the house: written with the change that causes it, sent later by a worker. Its links open accounts, so
// it waits sealed.

import type { Mail } from '../../model/outbox/mail.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import { type OutboxRow, openedWork, queueWork, sealedWork } from './outbox-store.ts';

/** The kind of such rows in the outbox. */
export const MAIL_KIND = 'mail';

/** Puts mails into the outbox, a bounded number; they go out once the unit of work is durable. */
export function queueMail(writer: Writer, ...mails: readonly Mail[]): Promise<void> {
  return queueWork(writer, MAIL_KIND, ...mails.map((mail) => sealedWork(writer, mail)));
}

/** The mail of a row. */
export function queuedMail(reader: Reader, row: OutboxRow): Mail {
  return openedWork<Mail>(reader, row);
}
