// Makes accounts follow topics, or unmute them in a muted channel, because they take part or are mentioned
// there, according to their settings.

import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import type { SubscriptionRow } from '../../model/subscriptions/subscription.ts';
import {
  followsWhenMentioned,
  hasAutomaticPolicies,
  policyAfter,
  type TopicActivity,
  VisibilityPolicy,
} from '../../model/user-topics/visibility-policy.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById, readAccounts } from '../../stores/accounts/account-store.ts';
import { hasReceivedBefore } from '../../stores/messages/received-before.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { isWithinAccountQuota } from '../../stores/quotas/take-quota.ts';
import { subscription } from '../../stores/subscriptions/subscription-store.ts';
import { policiesFor, policyFor } from '../../stores/user-topics/user-topic-store.ts';
import { setTopicPolicy } from './set-policy.ts';

export interface TopicLocation {
  readonly channel: Pick<Channel, 'id' | 'isHistoryPublic'>;
  readonly conversationId: number;
  readonly topic: string;
}

/** The account that acted, the topic, and its subscription there if it ever had one. */
interface Participant {
  readonly account: Account;
  readonly location: TopicLocation;
  readonly own: SubscriptionRow | undefined;
}

/** Whether an account's quota allows one more topic setting. If not, the message is sent all the same. */
async function hasTopicQuota(writer: Writer, accountId: number): Promise<boolean> {
  const { settings } = await readOrganization(writer);
  return isWithinAccountQuota(writer, settings.quotas, accountId, 'topic_settings');
}

/**
 * Changes the account's policy for a topic after it acted there; returns a changed policy. Bots have none.
 */
async function applyParticipationOf(
  writer: Writer,
  { account, location, own }: Participant,
  action: TopicActivity,
): Promise<VisibilityPolicy | undefined> {
  if (account.isBot || !hasAutomaticPolicies(account.settings)) return undefined;
  const oldPolicy = await policyFor(writer, account.id, location.channel.id, location.topic);
  const isMuted = own?.is_active === 1 && own.is_muted === 1;
  const policy = policyAfter(action, account.settings, oldPolicy, isMuted);
  if (policy === undefined) return undefined;
  if (oldPolicy === VisibilityPolicy.inherit && !(await hasTopicQuota(writer, account.id))) return undefined;
  await setTopicPolicy(writer, account.id, { channelId: location.channel.id, topic: location.topic }, policy);
  return policy;
}

/** Applies the sender's settings after a message was sent; `previousId` is the topic's last message before it. */
export async function applySending(
  writer: Writer,
  sender: Participant,
  previousId: number | null,
): Promise<VisibilityPolicy | undefined> {
  const { account, location } = sender;
  const isStart =
    previousId === null ||
    (!location.channel.isHistoryPublic &&
      !(await hasReceivedBefore(writer, account.id, location.conversationId, previousId)));
  return applyParticipationOf(writer, sender, { kind: 'sending', isStart });
}

/** Makes accounts that were mentioned individually follow the topic, if they have that setting. */
export async function applyMentions(
  writer: Writer,
  accountIds: readonly number[],
  channelId: number,
  topic: string,
): Promise<void> {
  if (accountIds.length === 0) return;
  const accounts = (await readAccounts(writer, accountIds)).filter(
    (account) =>
      !account.isBot && account.isActive && account.settings.automatically_follow_topics_where_mentioned,
  );
  const oldPolicies = await policiesFor(
    writer,
    accounts.map(({ id }) => id),
    channelId,
    topic,
  );
  for (const { id } of accounts) {
    const before = oldPolicies.get(id) ?? VisibilityPolicy.inherit;
    if (!followsWhenMentioned(before)) continue;
    if (before === VisibilityPolicy.inherit && !(await hasTopicQuota(writer, id))) continue;
    await setTopicPolicy(writer, id, { channelId, topic }, VisibilityPolicy.followed);
  }
}

/** Applies an account's settings after it reacted to a message of a topic, voted in it, and so on. */
export async function applyParticipation(
  writer: Writer,
  accountId: number,
  channel: Channel | undefined,
  conversation: Conversation,
): Promise<void> {
  const account = channel && (await accountById(writer, accountId));
  if (!channel || !account) return;
  const location = { channel, conversationId: conversation.id, topic: conversation.topic_name };
  const own = await subscription(writer, accountId, channel.id);
  await applyParticipationOf(writer, { account, location, own }, { kind: 'participation' });
}
