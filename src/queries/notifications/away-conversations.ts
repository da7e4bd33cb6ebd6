// Which recipients have put a message's conversation away: until its time only a mention notifies them.

import type { MessageHead } from '../../model/messages/message-row.ts';
import { textKey } from '../../model/text-key.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { conversationsAwayFor } from '../../stores/later-conversations/later-conversation-store.ts';
import { mentionKindsOf } from '../../stores/notifications/mention-kinds.ts';

interface Recipient {
  readonly account: { readonly id: number };
  readonly message: Pick<MessageHead, 'id' | 'channel_id' | 'topic_name' | 'direct_key' | 'has_mention_row'>;
}

/** The recipients whose conversation is away. */
export interface AwayRecipients {
  /** When the conversation comes back, in seconds since 1970; undefined if the message may notify the recipient. */
  until(recipient: Recipient): number | undefined;
}

const noneAway: AwayRecipients = { until: () => undefined };

function conversationKey(channelId: number | null, topicKey: string, directKey: string | null): string {
  return channelId === null ? `${directKey}` : `${channelId} ${topicKey}`;
}

function keyOf({ account, message }: Recipient): string {
  const { channel_id, topic_name, direct_key } = message;
  return `${account.id} ${conversationKey(channel_id, textKey(topic_name), direct_key)}`;
}

/**
 * Finds those of some recipients whose conversation is away. A message that mentions a recipient by name or through a
 * group notifies all the same: its sender asks for that person, and expects to reach them. A mention of everyone does not.
 * @param now seconds since 1970
 */
export async function awayRecipients(
  reader: Reader,
  recipients: readonly Recipient[],
  now: number,
): Promise<AwayRecipients> {
  const accountIds = recipients.map(({ account }) => account.id);
  const rows = (await conversationsAwayFor(reader, accountIds)).filter(({ away_until }) => away_until > now);
  if (rows.length === 0) return noneAway;
  const ends = new Map(
    rows.map((row) => [
      `${row.account_id} ${conversationKey(row.channel_id, row.topic_key, row.direct_key)}`,
      row.away_until,
    ]),
  );
  const away = recipients.filter((recipient) => ends.has(keyOf(recipient)));
  const mentioned = new Set<string>();
  for (const [id, of] of Map.groupBy(away, ({ message }) => message.id)) {
    const [first] = of;
    if (!first) continue;
    const { people, groupOf } = await mentionKindsOf(
      reader,
      first.message,
      of.map(({ account }) => account.id),
    );
    for (const accountId of [...people, ...groupOf.keys()]) mentioned.add(`${id} ${accountId}`);
  }
  return {
    until: (recipient) =>
      mentioned.has(`${recipient.message.id} ${recipient.account.id}`)
        ? undefined
        : ends.get(keyOf(recipient)),
  };
}
