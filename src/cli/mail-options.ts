// Reading the flags for mail, going out and coming in.

import type { IncomingMailOptions } from '../integrations/incoming-mail/incoming-mail.ts';
import { portIn } from './flag-values.ts';
import { UsageError } from './usage.ts';

const ADDRESS = /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i;

/** The mail server's address; refuses what is none. It may hold a password and is not repeated. */
export function readSmtpUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new UsageError('--smtp-url must be like smtp://user:password@host:587 or smtps://host.', 2);
  }
  return text;
}

/** The sender of outgoing mail; refuses what is no address. */
export function readMailFrom(text: string | undefined): string | undefined {
  return text === undefined ? undefined : mailAddressIn('--mail-from', text);
}

/** A mail address. */
export function mailAddressIn(what: string, text: string): string {
  if (!ADDRESS.test(text)) throw new UsageError(`${what} must be an email address, not "${text}".`, 2);
  return text;
}

/** Where mail comes in: both flags, or for a server beside one that listens the domain alone. */
export function readIncomingMail(
  port: string | undefined,
  domain: string | undefined,
): IncomingMailOptions | undefined {
  const number = port === undefined ? undefined : portIn('--incoming-mail-port', port);
  if (port !== undefined && domain === undefined) {
    throw new UsageError('--incoming-mail-port needs --incoming-mail-domain.', 2);
  }
  if (domain === undefined) return undefined;
  if (!DOMAIN.test(domain)) {
    throw new UsageError(`--incoming-mail-domain must be a domain, not "${domain}".`, 2);
  }
  return { port: number, domain: domain.toLowerCase() };
}
