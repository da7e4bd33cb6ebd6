// Mail that would go round for ever: what this server sent, and what has been handed on too often.

import { namesOwnMail } from '../mail/message-id.ts';

export interface MailHeader {
  /** In lower case. */
  readonly key: string;
  readonly value: string;
}

/** As many servers as a mail may have passed. */
const MAXIMUM_HOPS = 50;

/** Why a mail is taken for a loop; undefined where it is not. */
export function loopReason(headers: readonly MailHeader[]): string | undefined {
  if (namesOwnMail(headers.find(({ key }) => key === 'message-id')?.value ?? ''))
    return 'it was sent by this server';
  if (headers.filter(({ key }) => key === 'received').length > MAXIMUM_HOPS)
    return 'it passed too many servers';
  return undefined;
}
