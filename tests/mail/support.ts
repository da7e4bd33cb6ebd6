// What tests of incoming mail share: a server that takes mail on loopback, and a mail program that sends it some.

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
  /** Sends a mail; rejects when it is refused. */
  send(mail: Parameters<ReturnType<typeof transport>['sendMail']>[0]): Promise<void>;
  /** Sends a mail and gives how it was refused. */
  refusal(mail: Parameters<ReturnType<typeof transport>['sendMail']>[0]): Promise<string>;
}

function transport(port: number) {
  return createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
}

/** Starts a server that takes mail. */
export async function startMailServer(options: Partial<ServerOptions> = {}): Promise<MailServer> {
  const logged: LogLine[] = [];
  const note = (level: string) => (fields: Readonly<Record<string, unknown>>, message: string) =>
    void logged.push({ level, message, fields });
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
      // Whoever sends is not told of the server's trouble; whoever reads why a test failed is.
      const trouble = logged.findLast(({ level }) => level === 'error');
      throw trouble ? Object.assign(error as Error, { cause: trouble.fields }) : error;
    }
  };
  return {
    ...server,
    logged,
    send,
    refusal: (mail) =>
      send(mail).then(
        () => 'it was taken',
        (error: { response?: string; message: string }) => error.response ?? error.message,
      ),
  };
}

/** The email address of a channel. */
export async function addressFor(client: ApiClient, channelId: number, senderId?: number): Promise<string> {
  const parameters = senderId === undefined ? {} : { sender_id: senderId };
  return (await client.ok('GET', `/streams/${channelId}/email_address`, parameters)).email;
}

/** The newest message that somebody can see. */
// biome-ignore lint/suspicious/noExplicitAny: messages are looked into freely by tests
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
