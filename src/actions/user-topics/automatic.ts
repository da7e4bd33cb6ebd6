// Topics that people follow, or unmute in a muted channel, because of what they do there or because they are
// mentioned, as their settings have it.

import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import type { SubscriptionRow } from '../../model/subscriptions/subscription.ts';
import {
  type Deed,
  followsWhenMentioned,
  isEverAutomatic,
  policyAfter,
  VisibilityPolicy,
} from '../../model/user-topics/policy.ts';
import type { Writer } from '../../storage/session.ts';
import { accountById, readAccounts } from '../../stores/accounts/account-store.ts';
import { hasReceivedBefore } from '../../stores/messages/received-before.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { hasRoom } from '../../stores/quotas/take-quota.ts';
import { subscription } from '../../stores/subscriptions/subscription-store.ts';
import { policiesFor, policyFor } from '../../stores/user-topics/user-topic-store.ts';
import { setTopicPolicy } from './set-policy.ts';

export interface Place {
  readonly channel: Pick<Channel, 'id' | 'isHistoryPublic'>;
  readonly conversationId: number;
  readonly topic: string;
}

/** Who did something, where, with their subscription there if there ever was one. */
interface Doer {
  readonly account: Account;
  readonly place: Place;
  readonly own: SubscriptionRow | undefined;
}

/** Whether an account may have one topic more with a policy; nobody is refused what they send for want of it. */
async function hasRoomForTopic(writer: Writer, accountId: number): Promise<boolean> {
  const { settings } = await readOrganization(writer);
  return hasRoom(writer, settings.quotas, accountId, 'topic_settings');
}

/** Changes the policy of who did something in a topic; gives the new one, if there is one. Bots have none. */
async function applyDeed(
  writer: Writer,
  { account, place, own }: Doer,
  deed: Deed,
): Promise<VisibilityPolicy | undefined> {
  if (account.isBot || !isEverAutomatic(account.settings)) return undefined;
  const present = await policyFor(writer, account.id, place.channel.id, place.topic);
  const isMuted = own?.is_active === 1 && own.is_muted === 1;
  const policy = policyAfter(deed, account.settings, present, isMuted);
  if (policy === undefined) return undefined;
  if (present === VisibilityPolicy.inherit && !(await hasRoomForTopic(writer, account.id))) return undefined;
  await setTopicPolicy(writer, account.id, { channelId: place.channel.id, topic: place.topic }, policy);
  return policy;
}

/** After a message was sent; `previousId` is the topic's last message before it. */
export async function applySending(
  writer: Writer,
  sender: Doer,
  previousId: number | null,
): Promise<VisibilityPolicy | undefined> {
  const { account, place } = sender;
  const isStart =
    previousId === null ||
    (!place.channel.isHistoryPublic &&
      !(await hasReceivedBefore(writer, account.id, place.conversationId, previousId)));
  return applyDeed(writer, sender, { kind: 'sending', isStart });
}

/** After people were mentioned one by one: those whose settings say so follow the topic. */
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
  const present = await policiesFor(
    writer,
    accounts.map(({ id }) => id),
    channelId,
    topic,
  );
  for (const { id } of accounts) {
    const before = present.get(id) ?? VisibilityPolicy.inherit;
    if (!followsWhenMentioned(before)) continue;
    if (before === VisibilityPolicy.inherit && !(await hasRoomForTopic(writer, id))) continue;
    await setTopicPolicy(writer, id, { channelId, topic }, VisibilityPolicy.followed);
  }
}

/** After somebody reacted to a message of a topic, voted, and the like. */
export async function applyParticipation(
  writer: Writer,
  accountId: number,
  channel: Channel | undefined,
  conversation: Conversation,
): Promise<void> {
  const account = channel && (await accountById(writer, accountId));
  if (!channel || !account) return;
  const place = { channel, conversationId: conversation.id, topic: conversation.topic_name };
  const own = await subscription(writer, accountId, channel.id);
  await applyDeed(writer, { account, place, own }, { kind: 'participation', isStart: false });
}
