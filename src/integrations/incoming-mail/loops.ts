// Detects mail loops: mail that this server sent, or that passed too many servers.

import { namesOwnMail } from '../mail/message-id.ts';

export interface MailHeader {
  /** The name of the header in lower case. */
  readonly key: string;
  readonly value: string;
}

/** The number of servers that a mail may have passed. */
const MAXIMUM_HOPS = 50;

/** Why a mail is part of a loop; undefined if it is not. */
export function loopReason(headers: readonly MailHeader[]): string | undefined {
  if (namesOwnMail(headers.find(({ key }) => key === 'message-id')?.value ?? ''))
    return 'it was sent by this server';
  if (headers.filter(({ key }) => key === 'received').length > MAXIMUM_HOPS)
    return 'it passed through too many servers';
  return undefined;
}
