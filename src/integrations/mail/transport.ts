// Where mail goes: to an SMTP server, or into a folder where none is configured. The mail library is loaded with the
// first mail.

import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComposedMail } from './compose.ts';

export interface MailTransport {
  /** What became of a mail that it took, for the log. */
  readonly outcome: string;
  /** Hands a mail over; throws when that failed. */
  send(mail: ComposedMail, name: string, signal: AbortSignal): Promise<void>;
  /** Ends what is kept open between the mails of one batch. */
  rest(): void;
}

const CONNECT_MILLISECONDS = 15_000;
const SILENCE_MILLISECONDS = 60_000;
const CONNECTIONS = 3;

/** Sends through an SMTP server, over a few connections that are closed when there is nothing more to send. */
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
    outcome: 'mail was sent',
    async send(mail, _name, signal) {
      pool ??= import('nodemailer').then(connect);
      await (await pool).sendMail({ ...mail, attachments: [...mail.attachments], signal });
    },
    rest() {
      void pool?.then((present) => present.close());
      pool = undefined;
    },
  };
}

/** Whether an SMTP server takes the connection and who connects; throws what stands against it. Sends nothing. */
export async function mailServerAnswers(url: string): Promise<void> {
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

/** Files that are kept; older ones are removed. */
const FILES_KEPT = 1000;
const REMOVE_EVERY = 100;

/** Writes each mail as a file below a folder, for servers without mail. */
export function folderTransport(folder: string): MailTransport {
  let written = 0;
  const removeOld = async () => {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
    for (const name of names.slice(0, -FILES_KEPT)) await rm(join(folder, name), { force: true });
  };
  return {
    outcome: 'mail was written to a file: no mail server is configured',
    async send(mail, name) {
      const { createTransport } = await import('nodemailer');
      const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
        ...mail,
        attachments: [...mail.attachments],
      });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, name);
      try {
        // Mail holds links that open accounts: only the server's own user reads it.
        await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
        await rename(`${path}.part`, `${path}.eml`);
      } catch (error) {
        await rm(`${path}.part`, { force: true });
        throw error;
      }
      if (written++ % REMOVE_EVERY === 0) await removeOld();
    },
    rest: () => undefined,
  };
}
