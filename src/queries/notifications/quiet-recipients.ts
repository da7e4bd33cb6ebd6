// Which recipients a message does not notify, because they do not want to be disturbed or have put its conversation away.

import { REMINDER_BEGINNING } from '../../commands/reminder-beginning.ts';
import type { Account } from '../../model/accounts/account.ts';
import { systemBotId } from '../../model/accounts/system-bots.ts';
import { accountQuietUntil } from '../../model/do-not-disturb/do-not-disturb.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { readDoNotDisturbOf } from '../../stores/do-not-disturb/do-not-disturb-store.ts';
import { messagesBeginningWith } from '../../stores/messages/messages-beginning-with.ts';
import type { QueryContext } from '../requester.ts';
import { awayRecipients } from './away-conversations.ts';

interface Recipient {
  readonly account: Pick<Account, 'id' | 'timezone'>;
  readonly message: Pick<
    MessageHead,
    'id' | 'sender_id' | 'channel_id' | 'topic_name' | 'direct_key' | 'has_mention_row'
  >;
}

/** The recipients who are quiet. */
export interface QuietRecipients {
  /**
   * When the quiet time of a recipient ends and the conversation is back, in seconds since 1970, infinity if it never
   * is; undefined if the message may notify the recipient now.
   */
  until(recipient: Recipient): number | undefined;
}

/**
 * Finds the recipients whom messages do not notify now.
 * @param now seconds since 1970
 */
export async function quietRecipients(
  context: QueryContext,
  recipients: readonly Recipient[],
  now: number,
): Promise<QuietRecipients> {
  const undisturbed = await undisturbedRecipients(context, recipients, now);
  const away = await awayRecipients(context.reader, recipients, now);
  return {
    until(recipient) {
      const endTimes = [undisturbed.until(recipient), away.until(recipient)].filter(
        (end) => end !== undefined,
      );
      return endTimes.length > 0 ? Math.max(...endTimes) : undefined;
    },
  };
}

/**
 * Finds those of some recipients who do not want to be disturbed. Messages from allowed senders, and reminders that a
 * person has set, notify at any time.
 * @param now seconds since 1970
 */
async function undisturbedRecipients(
  { state, reader }: QueryContext,
  recipients: readonly Recipient[],
  now: number,
): Promise<QuietRecipients> {
  const states = await readDoNotDisturbOf(
    reader,
    recipients.map(({ account }) => account.id),
  );
  const endTimes = new Map<number, number>();
  for (const { account } of recipients) {
    const own = states.get(account.id);
    const end = own && !endTimes.has(account.id) ? accountQuietUntil(account, own, now) : null;
    if (end !== null) endTimes.set(account.id, end);
  }
  if (endTimes.size === 0) return { until: () => undefined };
  const bot = systemBotId(state, 'notification');
  const fromBot = recipients.filter(
    ({ message }) => message.sender_id === bot && message.channel_id === null,
  );
  const reminders = await messagesBeginningWith(
    reader,
    fromBot.map(({ message }) => message.id),
    REMINDER_BEGINNING,
  );
  return {
    until: ({ account, message }) => {
      const isAllowed = states.get(account.id)?.allowedSenders.includes(message.sender_id);
      return isAllowed || reminders.has(message.id) ? undefined : endTimes.get(account.id);
    },
  };
}
