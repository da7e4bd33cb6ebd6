// Helpers for mail about missed messages: a server whose clock can be advanced, and the mail it sends.

import type { Email } from 'postal-mime';
import type { ServerOptions } from '../../src/server/server-options.ts';
import { startMailSink } from '../support/mail.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** The server's public address in mail. */
export const PUBLIC_URL = 'https://chat.example.net';

/** Longer than mail is collected, and longer than an account counts as active after its last activity. */
const ENOUGH_SECONDS = 300;

export interface MissedMailServer extends TestServer {
  /** Advances the clock, and returns the mail sent since the last call. */
  mailAfter(seconds?: number): Promise<readonly Email[]>;
  /** Like `mailAfter`, for one address. */
  mailTo(address: string, seconds?: number): Promise<readonly Email[]>;
  /** Opens a link from a mail on the server. */
  open(link: string, method?: 'GET' | 'POST'): Promise<{ status: number; text: string }>;
}

export async function startMissedMailServer(options: Partial<ServerOptions> = {}): Promise<MissedMailServer> {
  const sink = await startMailSink();
  let ahead = 0;
  let mailsRead = 0;
  const server = await startTestServer({
    smtpUrl: sink.url,
    publicUrl: PUBLIC_URL,
    clock: () => Date.now() / 1000 + ahead,
    ...options,
  });
  // Everything in the demo organization is old.
  await server.server.scheduler.runDue();
  const mailAfter = async (seconds = ENOUGH_SECONDS) => {
    // First at the current time, so that messages are collected as usual.
    await server.server.scheduler.runDue();
    ahead = seconds;
    await server.server.scheduler.runDue();
    // Run the work that this queued in the outbox.
    await server.server.scheduler.runDue();
    ahead = 0;
    const fresh = sink.received.slice(mailsRead);
    mailsRead = sink.received.length;
    return fresh.map(({ mail }) => mail);
  };
  return {
    ...server,
    mailAfter,
    mailTo: async (address, seconds) =>
      (await mailAfter(seconds)).filter(({ to }) => to?.some((one) => one.address === address)),
    async open(link, method = 'GET') {
      const url = link.replace(PUBLIC_URL, server.url);
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      const response = await fetch(url, { method, ...(method === 'POST' && { body }) });
      return { status: response.status, text: await response.text() };
    },
  };
}

/** A header's value. */
export function header(mail: Email | undefined, name: string): string | undefined {
  return mail?.headers.find(({ key }) => key === name)?.value;
}

export function unsubscribeLink(mail: Email | undefined): string {
  return (header(mail, 'list-unsubscribe') ?? '').replace(/^<|>$/g, '');
}
