// Creates the configured mail worker.

import { join } from 'node:path';
import type { FileStore } from '../../files/file-store.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import { folderTransport, smtpTransport } from './mail-transport.ts';
import { MailWorker, type MailWorkerOptions } from './mail-worker.ts';

interface MailServices {
  readonly database: ParleyDatabase;
  readonly fileStore: FileStore;
  readonly dataDirectory: string;
  readonly publicUrl: string | undefined;
  readonly log: MailWorkerOptions['log'];
}

interface MailConfiguration {
  readonly smtpUrl?: string | undefined;
  readonly mailFrom?: string | undefined;
}

/** The default sender address: at the public host if it has a name, otherwise at localhost. */
export function defaultSender(publicUrl: string | undefined): string {
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname;
  const isName = /[a-z]/i.test(host) && !host.includes(':');
  return `noreply@${isName ? host : 'localhost'}`;
}

/** A worker that sends through the configured SMTP server, or writes files below the data directory. */
export function mailWorkerFor(
  { database, fileStore, dataDirectory, publicUrl, log }: MailServices,
  { smtpUrl, mailFrom }: MailConfiguration,
): MailWorker {
  return new MailWorker({
    database,
    fileStore,
    log,
    sender: mailFrom ?? defaultSender(publicUrl),
    transport: smtpUrl === undefined ? folderTransport(join(dataDirectory, 'mail')) : smtpTransport(smtpUrl),
  });
}
