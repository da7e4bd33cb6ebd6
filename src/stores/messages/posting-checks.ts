// Decides inside a unit of work whether a message may be sent: reads the data that the rules need, and applies the
// rules in the reference server's order.

import { badRequest, channelIdDoesNotExist } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import { isAllowed } from '../../model/groups/user-group.ts';
import type { OutgoingMessage } from '../../model/messages/outgoing-message.ts';
import {
  checkMayPost,
  checkMaySendDirectMessage,
  checkTopicPolicy,
} from '../../model/messages/posting-rules.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { apiEmail } from '../../model/people/account-email.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById, readAccounts } from '../accounts/account-store.ts';
import type { ActorContext } from '../actor-context.ts';
import { channelById } from '../channels/channel-store.ts';
import { directConversation, topicConversation } from '../conversations/conversation-store.ts';
import { directoryFor, isAllowedNow } from '../groups/allowed-now.ts';
import { channelAllowsNow } from '../groups/allows-setting.ts';
import { readOrganization } from '../organizations/organization-store.ts';
import { isSubscribedNow, subscription } from '../subscriptions/subscription-store.ts';
import { checkChannelWildcard, mentionableGroups, mentionedParticipants } from './mention-rules.ts';

function activeSender(sender: Account | undefined): Account {
  if (!sender?.isActive) throw badRequest('User not authorized for this query');
  return sender;
}

/** A message that may be sent, with the data that was read to decide it. */
interface Accepted {
  readonly organization: Organization;
  readonly sender: Account;
  /** Undefined if nothing was ever sent there. */
  readonly existing: Conversation | undefined;
  /** The groups that the message notifies. */
  readonly groups: readonly number[];
}

/** The data that was read to check the permission to post. */
export interface PostingPermission {
  readonly own: Awaited<ReturnType<typeof subscription>>;
  /** Whether a group setting of the channel includes the sender or, for bots, their owner. */
  allows(value: Channel['groupSettings']['can_send_message_group']): Promise<boolean>;
}

/** Checks that the actor may post in a channel, regardless of the message. @throws if not */
export async function checkPostingPermission(
  acting: ActorContext,
  channel: Channel,
  kind?: OutgoingMessage['kind'],
  subscribed = subscription(acting.writer, acting.account.id, channel.id),
): Promise<PostingPermission> {
  const { writer, account: sender } = acting;
  const owner = sender.botOwnerId === null ? undefined : await accountById(writer, sender.botOwnerId);
  const allows: PostingPermission['allows'] = async (value) =>
    (await isAllowedNow(acting, value)) ||
    (owner !== undefined && (await isAllowedNow({ ...acting, account: owner }, value)));
  const own = await subscribed;
  const isSubscribed = own?.is_active === 1;
  const needsMore = !isSubscribed && channel.isPrivate;
  const isExempt = sender.isSystemBot || kind === 'webhook answer';
  checkMayPost({
    channel,
    role: sender.role,
    isSystemBot: isExempt,
    canForgeSender: sender.canForgeSender,
    isInSendGroup: isExempt || (await allows(channel.groupSettings.can_send_message_group)),
    isSubscribed,
    isOwnerSubscribed:
      !isSubscribed && owner !== undefined && (await isSubscribedNow(writer, owner.id, channel.id)),
    isInGrantingGroup:
      needsMore &&
      ((await channelAllowsNow(acting, channel, 'can_subscribe_group')) ||
        (await channelAllowsNow(acting, channel, 'can_add_subscribers_group'))),
  });
  return { own, allows };
}

export interface AcceptedChannelMessage extends Accepted {
  readonly channel: Channel;
  readonly own: Awaited<ReturnType<typeof subscription>>;
  /** The participants of the topic if the message mentions them all. */
  readonly topicMentioned: readonly number[];
}

/** The part of a message that decides whether it may be sent. */
export type IntendedMessage = Pick<OutgoingMessage, 'senderId' | 'content' | 'kind'>;

/**
 * Checks a channel message against the settings of the channel and the organization, in the reference server's
 * order. `topic` is normalized. Changes nothing, so it also checks messages to be sent later.
 * @throws if the message may not be sent
 */
export async function checkChannelMessage(
  writer: Writer,
  channelId: number,
  topic: string,
  message: IntendedMessage,
): Promise<AcceptedChannelMessage> {
  // Requested together, so that a remote database costs one round trip.
  const [organization, account, channel, subscribed, existing] = await Promise.all([
    readOrganization(writer),
    accountById(writer, message.senderId),
    channelById(writer, channelId),
    subscription(writer, message.senderId, channelId),
    topicConversation(writer, channelId, topic),
  ]);
  const sender = activeSender(account);
  if (!channel) throw channelIdDoesNotExist(channelId);
  const acting = { writer, organization, account: sender };
  const { own, allows } = await checkPostingPermission(
    acting,
    channel,
    message.kind,
    Promise.resolve(subscribed),
  );
  if (
    !existing?.last_message_id &&
    !sender.isSystemBot &&
    !(await allows(channel.groupSettings.can_create_topic_group))
  ) {
    throw badRequest('You do not have permission to create new topics in this channel.');
  }
  checkTopicPolicy(channel.topicsPolicy, organization.settings.topics_policy, topic);
  const { rendered } = message.content;
  const topicMentioned =
    rendered.mentionsTopic && existing ? await mentionedParticipants(acting, existing.id) : [];
  if (rendered.mentionsChannel) await checkChannelWildcard(acting, channel);
  const groups = await mentionableGroups(acting, rendered.mentionedGroupIds);
  return { organization, sender, channel, own, existing, topicMentioned, groups };
}

export interface AcceptedDirectMessage extends Accepted {
  /** The accounts of the conversation, including the sender. */
  readonly ids: readonly number[];
  readonly people: readonly Account[];
}

/** The accounts of the conversation in the order they were named, including the sender. */
async function recipientsOf(
  writer: Writer,
  organization: Organization,
  sender: Account,
  recipientIds: readonly number[],
): Promise<Account[]> {
  const participantIds = [...new Set([...recipientIds, sender.id])];
  const accounts = new Map(
    (await readAccounts(writer, participantIds)).map((account) => [account.id, account]),
  );
  return participantIds.map((id) => {
    const account = accounts.get(id);
    if (!account) throw badRequest(`Invalid user ID ${id}`);
    // A group conversation continues without deactivated accounts; a conversation with only one of them has
    // no recipient.
    if (!account.isActive && recipientIds.length <= 1) {
      throw badRequest(`'${apiEmail(account, organization)}' is no longer using this organization.`);
    }
    return account;
  });
}

/**
 * Checks a direct message against the organization's two settings. Changes nothing, so it also checks
 * messages to be sent later.
 * @throws if the message may not be sent
 */
export async function checkDirectMessage(
  writer: Writer,
  recipientIds: readonly number[],
  message: IntendedMessage,
): Promise<AcceptedDirectMessage> {
  const [organization, account] = await Promise.all([
    readOrganization(writer),
    accountById(writer, message.senderId),
  ]);
  const sender = activeSender(account);
  const people = await recipientsOf(writer, organization, sender, recipientIds);
  const ids = people.map((account) => account.id);
  const existing = await directConversation(writer, ids);
  const { direct_message_permission_group: authorizers, direct_message_initiator_group: initiators } =
    organization.settings;
  const directory = await directoryFor(writer, organization, [authorizers, initiators]);
  checkMaySendDirectMessage({
    isSenderBot: sender.isBot,
    isToBotsOnly: people.every((account) => account.isBot || account.id === sender.id),
    includesAuthorizer: people.some((account) => isAllowed(directory, authorizers, account, writer.now)),
    isDisabled: authorizers === organization.systemGroupIds['role:nobody'],
    mayInitiate: isAllowed(directory, initiators, sender, writer.now),
    conversationExists: existing?.last_message_id != null,
  });
  const { mentionedGroupIds } = message.content.rendered;
  const groups = await mentionableGroups({ writer, organization, account: sender }, mentionedGroupIds);
  return { organization, sender, ids, people, existing, groups };
}
