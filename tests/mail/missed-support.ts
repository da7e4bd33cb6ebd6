// What tests of mail about missed messages share: a server whose clock can be put forward, and the mail it sends.

import type { Email } from 'postal-mime';
import type { ServerOptions } from '../../src/server/server-options.ts';
import { startMailSink } from '../support/mail.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** The address that mail says the server has. */
export const PUBLIC_URL = 'https://chat.example.net';

/** Longer than mail is collected, and than anybody counts as active who gives no sign of it. */
const ENOUGH_SECONDS = 300;

export interface MissedMailServer extends TestServer {
  /** Mail that comes when so much time has passed from now on, since the last time this was asked. */
  mailAfter(seconds?: number): Promise<readonly Email[]>;
  /** The same to one address. */
  mailTo(address: string, seconds?: number): Promise<readonly Email[]>;
  /** Opens a link of a mail on the server itself. */
  open(link: string, method?: 'GET' | 'POST'): Promise<{ status: number; text: string }>;
}

export async function startMissedMailServer(options: Partial<ServerOptions> = {}): Promise<MissedMailServer> {
  const sink = await startMailSink();
  let ahead = 0;
  let seen = 0;
  const server = await startTestServer({
    smtpUrl: sink.url,
    publicUrl: PUBLIC_URL,
    clock: () => Date.now() / 1000 + ahead,
    ...options,
  });
  // What the demo organization began with is history.
  await server.server.scheduler.runDue();
  const mailAfter = async (seconds = ENOUGH_SECONDS) => {
    // What was sent is looked at first, at its time, so that it is collected as it would be.
    await server.server.scheduler.runDue();
    ahead = seconds;
    await server.server.scheduler.runDue();
    // What that left in the outbox.
    await server.server.scheduler.runDue();
    ahead = 0;
    const fresh = sink.received.slice(seen);
    seen = sink.received.length;
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

/** The link that takes the person off the list. */
export function unsubscribeLink(mail: Email | undefined): string {
  return (header(mail, 'list-unsubscribe') ?? '').replace(/^<|>$/g, '');
}
