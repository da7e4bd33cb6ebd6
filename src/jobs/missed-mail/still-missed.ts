// Selects the content of a due mail: an account's messages that are still unread, readable, and whose
// notifications are still wanted, by conversation, with the messages before them in the topic.

import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { channelNotificationSettings } from '../../model/notifications/channel-notification-settings.ts';
import {
  type ChannelNotificationSettings,
  type NotificationTrigger,
  stillWantsMail,
} from '../../model/notifications/notification-rules.ts';
import { textKey } from '../../model/text-key.ts';
import type { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import { type AccountRequester, type QueryContext, requesterOf } from '../../queries/requester.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { readableHeads } from '../../stores/message-access/message-access.ts';
import type { MissedRow } from '../../stores/missed-mail/missed-mail-store.ts';
import { mutedDirectKeys } from '../../stores/muted-direct-conversations/muted-direct-store.ts';
import { mentionKindsOf } from '../../stores/notifications/mention-kinds.ts';
import { readStatusOf } from '../../stores/read-state/read-status.ts';
import { personalSubscriptions } from '../../stores/subscriptions/subscription-store.ts';
import { userTopicsOf } from '../../stores/user-topics/user-topic-store.ts';

/** The content of one mail. */
export interface MissedConversation {
  readonly conversationId: number;
  readonly topic: string;
  readonly directKey: string | null;
  /** The channel; undefined for direct messages. */
  readonly channel: Channel | undefined;
  /** The missed messages in ascending order, never empty. */
  readonly messages: readonly MessageHead[];
  /** The messages shortly before them in the topic. */
  readonly earlier: readonly MessageHead[];
  readonly causes: ReadonlySet<NotificationTrigger>;
}

const newestBefore = preparedRead<{ conversation: number; before: number; limit: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select(['id', 'sent_at'])
    .where('conversation_id', '=', p.conversation)
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
);
const mutedBy = preparedRead<{ account: number; senders: string }>()((db, p, engine) =>
  db
    .selectFrom('muted_user')
    .select('muted_account_id')
    .where('account_id', '=', p.account)
    .where('muted_account_id', 'in', idsOf(engine, p.senders)),
);

/**
 * The account's current settings for the channel and topic of a message; undefined if it is not subscribed.
 */
async function currentSettings(
  reader: Reader,
  accountId: number,
): Promise<(head: MessageHead) => ChannelNotificationSettings | undefined> {
  const subscriptions = await personalSubscriptions(reader, accountId);
  const topicKeyOf = (channelId: number, topicKey: string) => `${channelId} ${topicKey}`;
  const policies = new Map(
    (await userTopicsOf(reader, accountId)).map((row) => [
      topicKeyOf(row.channel_id, row.topic_key),
      row.visibility_policy as VisibilityPolicy,
    ]),
  );
  return ({ channel_id, topic_name }) => {
    const own = channel_id === null ? undefined : subscriptions.get(channel_id);
    if (channel_id === null || own?.is_active !== 1) return undefined;
    return channelNotificationSettings(own, policies.get(topicKeyOf(channel_id, textKey(topic_name))));
  };
}

/**
 * Those of an account's rows that are still missed; conversations ordered by their first missed message.
 */
export async function stillMissed(
  { state, reader }: QueryContext,
  account: Account,
  rows: readonly MissedRow[],
  activeAt: number,
): Promise<MissedConversation[]> {
  // The account saw the messages that were sent before it was last active.
  const unseen = rows.filter((row) => row.noticed_at >= activeAt);
  const causes = new Map(unseen.map((row) => [row.message_id, row.cause as NotificationTrigger]));
  const requester = await requesterOf({ state, reader }, account);
  const readable = await readableHeads(requester, [...causes.keys()]);
  const statuses = await readStatusOf(reader, account.id, requester.subscriptions, readable);
  const settingsOf = await currentSettings(reader, account.id);
  const senders = JSON.stringify([...new Set(readable.map((head) => head.sender_id))]);
  const muted = new Set(
    (await mutedBy.all(reader, { account: account.id, senders })).map((row) => row.muted_account_id),
  );
  const mutedDirect = await mutedDirectKeys(reader, account.id);
  const mentioned = await mentionedIn(reader, account.id, readable, mutedDirect);
  const missedMessages = readable.filter((head) => {
    const cause = causes.get(head.id);
    if (cause === undefined || muted.has(head.sender_id)) return false;
    if (statuses.get(head.id)?.isRead) return false;
    if (mutedDirect.has(head.direct_key ?? '') && !mentioned.has(head.id)) return false;
    return stillWantsMail(cause, account.settings, settingsOf(head));
  });
  const conversations: MissedConversation[] = [];
  for (const messages of Map.groupBy(missedMessages, (head) => head.conversation_id).values()) {
    const [first] = messages;
    if (!first) continue;
    conversations.push({
      conversationId: first.conversation_id,
      topic: first.topic_name,
      directKey: first.direct_key,
      channel: first.channel_id === null ? undefined : state.channel(first.channel_id),
      messages,
      earlier: first.channel_id === null ? [] : await earlierThan(requester, first),
      causes: new Set(messages.flatMap((head) => causes.get(head.id) ?? [])),
    });
  }
  return conversations;
}

/** Those messages of muted direct conversations that mention the account: only they are still to be sent. */
async function mentionedIn(
  reader: Reader,
  accountId: number,
  heads: readonly MessageHead[],
  mutedDirect: ReadonlySet<string>,
): Promise<Set<number>> {
  const found = new Set<number>();
  for (const head of heads) {
    if (!mutedDirect.has(head.direct_key ?? '')) continue;
    const { people, groupOf } = await mentionKindsOf(reader, head, [accountId]);
    if (people.has(accountId) || groupOf.has(accountId)) found.add(head.id);
  }
  return found;
}

/** The readable messages shortly before the first missed one. */
async function earlierThan(requester: AccountRequester, first: MessageHead): Promise<MessageHead[]> {
  const rows = await newestBefore.all(requester.reader, {
    conversation: first.conversation_id,
    before: first.id,
    limit: limits.earlierMessagesPerMail,
  });
  // As a condition of the statement, the time would make it read a long conversation back to its beginning.
  const since = first.sent_at - limits.earlierSecondsInMail;
  return readableHeads(
    requester,
    rows.filter((row) => row.sent_at >= since).map((row) => row.id),
  );
}
