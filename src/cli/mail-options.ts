// Reads the settings of outgoing and incoming mail.

import type { IncomingMailOptions } from '../integrations/incoming-mail/incoming-mail.ts';
import { portIn } from './flag-values.ts';
import { UsageError } from './usage.ts';

const ADDRESS = /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/i;

/** The mail server's address. An invalid one is not quoted, since it may hold a password. @throws UsageError */
export function readSmtpUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    throw new UsageError('--smtp-url must look like smtp://user:password@host:587 or smtps://host.', 2);
  }
  return text;
}

/** The sender of outgoing mail. @throws UsageError for an invalid address */
export function readMailFrom(text: string | undefined): string | undefined {
  return text === undefined ? undefined : mailAddressIn('--mail-from', text);
}

/** An email address. @throws UsageError */
export function mailAddressIn(name: string, text: string): string {
  if (!ADDRESS.test(text)) throw new UsageError(`${name} must be an email address, not "${text}".`, 2);
  return text;
}

/** The settings of incoming mail: both flags, or only the domain if another server listens. */
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
