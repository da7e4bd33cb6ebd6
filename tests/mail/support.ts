// Helpers for incoming mail: a server that receives mail on loopback, and a mail program.

import { createTransport } from 'nodemailer';
import type { ServerOptions } from '../../src/server/server-options.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

export const DOMAIN = 'in.example.com';

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface MailServer extends TestServer {
  readonly logged: readonly LogLine[];
  /** Sends a mail; rejects if it is refused. */
  send(mail: Parameters<ReturnType<typeof transport>['sendMail']>[0]): Promise<void>;
  /** Sends a mail and returns the error. */
  errorFor(mail: Parameters<ReturnType<typeof transport>['sendMail']>[0]): Promise<string>;
}

function transport(port: number) {
  return createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
}

/** Starts a server that receives mail. */
export async function startMailServer(options: Partial<ServerOptions> = {}): Promise<MailServer> {
  const logLines: LogLine[] = [];
  const note = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) =>
    void logLines.push({ level, message, fields });
  const server = await startTestServer({
    incomingMail: { port: 0, domain: DOMAIN },
    log: { info: note('info'), warn: note('warn'), error: note('error') },
    ...options,
  });
  const program = transport(server.server.incomingMailPort);
  const send: MailServer['send'] = async (mail) => {
    try {
      await program.sendMail({ from: 'Ann Other <ann@example.org>', ...mail });
    } catch (error) {
      // Senders do not learn about a server's failure; readers of a failed test do.
      const trouble = logLines.findLast(({ level }) => level === 'error');
      throw trouble ? Object.assign(error as Error, { cause: trouble.fields }) : error;
    }
  };
  return {
    ...server,
    logged: logLines,
    send,
    errorFor: (mail) =>
      send(mail).then(
        () => 'it was accepted',
        (error: { response?: string; message: string }) => error.response ?? error.message,
      ),
  };
}

/** The email address of a channel. */
export async function addressFor(client: ApiClient, channelId: number, senderId?: number): Promise<string> {
  const parameters = senderId === undefined ? {} : { sender_id: senderId };
  return (await client.ok('GET', `/streams/${channelId}/email_address`, parameters)).email;
}

/** The newest message that an account can see. */
// biome-ignore lint/suspicious/noExplicitAny: tests read messages freely
export async function newest(client: ApiClient): Promise<any> {
  const { messages } = await client.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return messages[0];
}
