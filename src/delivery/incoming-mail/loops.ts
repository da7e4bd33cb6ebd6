// Mail that would go round for ever: what programs answer by themselves, what this server sent, and what has been
// handed on too often. Mail that a program sends of its own accord (`auto-generated`: alerts, reports) is welcome.

import { namesOwnMail } from '../mail/message-id.ts';

export interface MailHeader {
  /** In lower case. */
  readonly key: string;
  readonly value: string;
}

/** As many servers as a mail may have passed. */
const MAXIMUM_HOPS = 50;

/** Whether a program sent it: what answers a conversation is written by people. */
export function isAutomatic(headers: readonly MailHeader[]): boolean {
  const value = headers.find(({ key }) => key === 'auto-submitted')?.value.trim() ?? 'no';
  return !/^no\b/i.test(value);
}

/** Why a mail is taken for a loop; undefined where it is not. */
export function loopReason(headers: readonly MailHeader[]): string | undefined {
  const value = (name: string) => headers.find(({ key }) => key === name)?.value.trim() ?? '';
  if (namesOwnMail(value('message-id'))) return 'it was sent by this server';
  if (/^auto-replied\b/i.test(value('auto-submitted'))) return 'a program answered by itself';
  if (/^(?:auto_reply|autoreply)$/i.test(value('precedence')) || value('x-autoreply') !== '') {
    return 'a program answered by itself';
  }
  const answered = namesOwnMail(value('in-reply-to'));
  if (answered && /^auto-generated\b/i.test(value('auto-submitted'))) return 'a program answered by itself';
  if (headers.filter(({ key }) => key === 'received').length > MAXIMUM_HOPS)
    return 'it passed too many servers';
  return undefined;
}
