// Separates the missed messages that a person may be mailed about now from those that wait for the end of their quiet
// time.

import { WEEK } from '../../api-contract/time.ts';
import type { Account } from '../../model/accounts/account.ts';
import { quietRecipients } from '../../queries/notifications/quiet-recipients.ts';
import type { QueryContext } from '../../queries/requester.ts';
import type { MissedConversation } from './still-missed.ts';

interface Separated {
  /** The conversations with the messages to mail about now; those without any are left out. */
  readonly audible: readonly MissedConversation[];
  /** The ids of the messages that wait. */
  readonly waiting: readonly number[];
  /** When they are to be checked again, in whole seconds since 1970. */
  readonly until: number;
}

/** @param now seconds since 1970 */
export async function separateQuiet(
  context: QueryContext,
  account: Account,
  missed: readonly MissedConversation[],
  now: number,
): Promise<Separated> {
  const recipients = missed.flatMap(({ messages }) => messages.map((message) => ({ account, message })));
  const quiet = await quietRecipients(context, recipients, now);
  const ends = new Map(
    recipients.flatMap((recipient) => {
      const until = quiet.until(recipient);
      return until === undefined ? [] : [[recipient.message.id, until] as const];
    }),
  );
  const audible = missed.flatMap((conversation) => {
    const messages = conversation.messages.filter(({ id }) => !ends.has(id));
    return messages.length > 0 ? [{ ...conversation, messages }] : [];
  });
  // Quiet time without an end is checked again now and then; a change of it makes the messages due.
  const until = Math.ceil(Math.min(now + WEEK, ...ends.values()));
  return { audible, waiting: [...ends.keys()], until };
}
