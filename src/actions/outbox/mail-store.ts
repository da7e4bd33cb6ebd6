// Outgoing mail: written with the change that causes it, sent later by a worker. Its links give access to
// accounts, so it is stored sealed.

import { type Mail, mailCodec } from '../../model/outbox/mail.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { type OutboxRow, queueWork, sealedWork, unsealedWork } from './outbox-store.ts';

/** The kind of the outbox rows. */
export const MAIL_KIND = 'mail';

/** Queues a bounded number of mails; they are sent once the unit of work is durable. */
export function queueMail(writer: Writer, ...mails: readonly Mail[]): Promise<void> {
  return queueWork(writer, MAIL_KIND, ...mails.map((mail) => sealedWork(writer, mail)));
}

/** The mail of a row. */
export function queuedMail(reader: Reader, row: OutboxRow): Mail {
  return unsealedWork(mailCodec, reader, row);
}
