// Mail for tests: the files that a server writes, and a real SMTP server that records what is sent to it.

import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onCleanup } from './cleanup.ts';
import type { TestServer } from './server.ts';

function isTo(mail: Email, address: string): boolean {
  return mail.to?.some((one) => one.address === address) ?? false;
}

/** The mails that a server without SMTP has written for an address, oldest first. */
export async function mailTo({ server, dataDirectory }: TestServer, address: string): Promise<Email[]> {
  await server.scheduler.runDue();
  const folder = join(dataDirectory, 'mail');
  // The folder is created with the first mail, which another server may be writing.
  const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  const names = all.filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return mails.filter((mail) => isTo(mail, address));
}

export interface MailSink {
  /** `smtp://127.0.0.1:PORT` */
  readonly url: string;
  /** Received mails, in order of arrival. */
  readonly received: readonly {
    readonly from: string;
    readonly to: readonly string[];
    readonly mail: Email;
  }[];
  close(): Promise<void>;
}

/** Starts an SMTP server on loopback that accepts everything, unless its options say otherwise. */
export async function startMailSink(options: SMTPServerOptions = {}): Promise<MailSink> {
  const receivedMails: { from: string; to: string[]; mail: Email }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        receivedMails.push({ from, to: envelope.rcptTo.map(({ address }) => address), mail });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const net = server.listen(0, '127.0.0.1');
  await once(net, 'listening');
  const address = net.address();
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  onCleanup(close);
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    received: receivedMails,
    close,
  };
}
