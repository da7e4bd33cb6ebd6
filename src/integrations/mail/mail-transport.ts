// Sends mail to an SMTP server, or writes it into a folder if none is configured. The mail library is loaded
// with the first mail.

import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComposedMail } from './compose-mail.ts';

export interface MailTransport {
  /** The log line for a sent mail. */
  readonly outcome: string;
  /** Sends a mail; throws on failure. */
  send(mail: ComposedMail, name: string, signal: AbortSignal): Promise<void>;
  /** Closes the connections that are open between the mails of a batch. */
  closeConnections(): void;
}

const CONNECT_MILLISECONDS = 15_000;
const SILENCE_MILLISECONDS = 60_000;
const CONNECTIONS = 3;

/** Sends through an SMTP server, over a few pooled connections. */
export function smtpTransport(url: string): MailTransport {
  let pool: Promise<ReturnType<typeof connect>> | undefined;
  const connect = (library: typeof import('nodemailer')) =>
    library.createTransport({
      pool: true,
      url,
      maxConnections: CONNECTIONS,
      connectionTimeout: CONNECT_MILLISECONDS,
      greetingTimeout: CONNECT_MILLISECONDS,
      socketTimeout: SILENCE_MILLISECONDS,
    });
  return {
    outcome: 'email sent',
    async send(mail, _name, signal) {
      pool ??= import('nodemailer').then(connect);
      await (await pool).sendMail({ ...mail, attachments: [...mail.attachments], signal });
    },
    closeConnections() {
      void pool?.then((transport) => transport.close());
      pool = undefined;
    },
  };
}

/** Checks the connection and login to an SMTP server without sending anything. Throws the library's error. */
export async function verifyMailServer(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MILLISECONDS,
    greetingTimeout: CONNECT_MILLISECONDS,
    socketTimeout: SILENCE_MILLISECONDS,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** How many files remain; older ones are deleted. */
const MAXIMUM_FILES = 1000;
const REMOVE_EVERY = 100;

/** Writes each mail as a file below a folder, for servers without SMTP. */
export function folderTransport(folder: string): MailTransport {
  let writtenCount = 0;
  const removeOld = async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
    for (const name of names.slice(0, -MAXIMUM_FILES)) await rm(join(folder, name), { force: true });
  };
  return {
    outcome: 'email written to a file: no mail server is configured',
    async send(mail, name) {
      const { createTransport } = await import('nodemailer');
      const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
        ...mail,
        attachments: [...mail.attachments],
      });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, name);
      try {
        // Mail holds links that give access to accounts: only the server's own user may read it.
        await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
        await rename(`${path}.part`, `${path}.eml`);
      } catch (error) {
        await rm(`${path}.part`, { force: true });
        throw error;
      }
      if (writtenCount++ % REMOVE_EVERY === 0) await removeOld();
    },
    closeConnections: () => undefined,
  };
}
