// Sending a message inside a unit of work: the rules, the rows, the event. The same for requests, scheduled
// messages, incoming mail and the server's own notices.

import { badRequest, channelIdDoesNotExist } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import { sightsBefore, tellSightChanges } from '../accounts/guest-sight.ts';
import { accountById } from '../accounts/store.ts';
import type { Channel } from '../channels/channel.ts';
import { noteMessageInChannel } from '../channels/note-message.ts';
import { channelById } from '../channels/store.ts';
import {
  type Conversation,
  directConversation,
  directKey,
  insertDirect,
  insertTopic,
  noteNewMessage,
  topicConversation,
} from '../conversations/store.ts';
import { channelAllowsNow } from '../groups/allows-setting.ts';
import { groupMembersAt } from '../groups/past-membership.ts';
import { isAllowedNow, readGroups } from '../groups/store.ts';
import type { Organization } from '../organizations/organization.ts';
import { readOrganization } from '../organizations/store.ts';
import { indexMessage } from '../search/store.ts';
import { isSubscribedNow, subscription } from '../subscriptions/store.ts';
import { applyMentions, applySending } from '../user-topics/automatic.ts';
import type { VisibilityPolicy } from '../user-topics/policy.ts';
import type { ComposedContent } from './content.ts';
import { messageEvent } from './events.ts';
import { FlagBit } from './flags.ts';
import {
  channelWildcardRefused,
  checkMayPost,
  checkMayWriteDirectly,
  checkTopicPolicy,
  topicWildcardRefused,
} from './posting-rules.ts';
import { insertMessage, type MessageRow, type NewMessage, type SubmessageRow } from './store.ts';
import { insertSubmessage } from './submessage-store.ts';
import { widgetContent } from './widgets.ts';
import { topicParticipants } from './participants.ts';

export interface OutgoingMessage {
  readonly senderId: number;
  readonly client: string;
  readonly content: ComposedContent;
  /** Whether it is read for its sender from the start. */
  readonly isReadBySender: boolean;
  /** The sender's name for it, echoed to the queue it names. */
  readonly localId?: string | undefined;
  readonly queueId?: string | undefined;
}

export interface SentMessage {
  readonly id: number;
  readonly conversation: Conversation;
  readonly channel: Channel | undefined;
  /** The sender's policy for the topic where sending changed it. */
  readonly visibilityPolicy?: VisibilityPolicy | undefined;
}

const mutersOf = preparedRead<{ muted: number }>()((db, p) =>
  db.selectFrom('muted_user').select('account_id').where('muted_account_id', '=', p.muted),
);
const insertPersonal = preparedWrite<{ organization: number; account: number; message: number; flags: number }>()(
  (db, p) =>
    db
      .insertInto('personal_message')
      .values({ organization_id: p.organization, account_id: p.account, message_id: p.message, flags: p.flags }),
);
const insertRead = preparedWrite<{ organization: number; account: number; message: number; conversation: number }>()(
  (db, p) =>
    db.insertInto('read_exception').values({
      organization_id: p.organization,
      account_id: p.account,
      message_id: p.message,
      conversation_id: p.conversation,
      is_read: 1,
    }),
);

async function senderOf(writer: Writer, senderId: number): Promise<Account> {
  const sender = await accountById(writer, senderId);
  if (!sender?.isActive) throw badRequest('User not authorized for this query');
  return sender;
}

/** A message that nothing refuses, with what deciding about it has read. */
interface Accepted {
  readonly organization: Organization;
  readonly sender: Account;
  /** Undefined where nothing was ever sent. */
  readonly existing: Conversation | undefined;
  /** The groups that it notifies. */
  readonly groups: readonly number[];
}

interface AcceptedInChannel extends Accepted {
  readonly channel: Channel;
  readonly own: Awaited<ReturnType<typeof subscription>>;
  /** The participants of the topic where it mentions them all. */
  readonly topicMentioned: readonly number[];
}

/** The part of a message that decides whether it may be sent. */
export type IntendedMessage = Pick<OutgoingMessage, 'senderId' | 'content'>;

/**
 * Refuses a message to a channel by the channel's and the organization's settings, in the reference's order;
 * `topic` is normalized. For messages that are to be sent later it only looks.
 */
export async function checkToChannel(
  writer: Writer,
  channelId: number,
  topic: string,
  message: IntendedMessage,
): Promise<AcceptedInChannel> {
  const organization = await readOrganization(writer);
  const sender = await senderOf(writer, message.senderId);
  const channel = await channelById(writer, channelId);
  if (!channel) throw channelIdDoesNotExist(channelId);
  const owner = sender.botOwnerId === null ? undefined : await accountById(writer, sender.botOwnerId);
  const allows = async (value: Channel['groupSettings']['can_send_message_group']) =>
    (await isAllowedNow(writer, organization, value, sender, writer.now)) ||
    (owner !== undefined && (await isAllowedNow(writer, organization, value, owner, writer.now)));
  const settings = channel.groupSettings;
  const own = await subscription(writer, sender.id, channel.id);
  const isSubscribed = own?.is_active === 1;
  const needsMore = !isSubscribed && channel.isPrivate;
  checkMayPost({
    channel,
    role: sender.role,
    isSystemBot: sender.isSystemBot,
    canForgeSender: sender.canForgeSender,
    isInSendGroup: sender.isSystemBot || (await allows(settings.can_send_message_group)),
    isSubscribed,
    isOwnerSubscribed: !isSubscribed && owner !== undefined && (await isSubscribedNow(writer, owner.id, channel.id)),
    isInGrantingGroup:
      needsMore &&
      ((await channelAllowsNow(writer, organization, channel, 'can_subscribe_group', sender, writer.now)) ||
        (await channelAllowsNow(writer, organization, channel, 'can_add_subscribers_group', sender, writer.now))),
  });
  const existing = await topicConversation(writer, channel.id, topic);
  if (!existing?.last_message_id && !sender.isSystemBot && !(await allows(settings.can_create_topic_group))) {
    throw badRequest('You do not have permission to create new topics in this channel.');
  }
  checkTopicPolicy(channel.topicsPolicy, organization.settings.topics_policy, topic);
  const { rendered } = message.content;
  const topicMentioned =
    rendered.mentionsTopic && existing
      ? await mentionedParticipants(writer, organization, sender, existing.id)
      : [];
  if (rendered.mentionsChannel) await checkChannelWildcard(writer, organization, sender, channel);
  const groups = await mentionableGroups(writer, organization, sender, rendered.mentionedGroupIds);
  return { organization, sender, channel, own, existing, topicMentioned, groups };
}

/** Sends to a channel; refuses what `checkToChannel` refuses. */
export async function sendToChannel(
  writer: Writer,
  channelId: number,
  topic: string,
  message: OutgoingMessage,
): Promise<SentMessage> {
  const accepted = await checkToChannel(writer, channelId, topic, message);
  const { organization, sender, channel, own, existing, topicMentioned, groups } = accepted;
  const conversation = existing ?? (await insertTopic(writer, channel.id, topic));
  const sequence = writer.nextSequence();
  const { rendered } = message.content;
  const { row, submessages } = await store(writer, conversation, sequence, message, {
    channel_id: channel.id,
    mentions_channel: rendered.mentionsChannel ? 1 : 0,
    mentions_topic: rendered.mentionsTopic ? 1 : 0,
    has_mention_row: groups.length > 0 || topicMentioned.length > 0 ? 1 : 0,
  });
  await keepMentions(writer, row, groups, topicMentioned);
  const isReceiver = (id: number) => isSubscribedNow(writer, id, channel.id);
  const personal = await keepPersonalRows(writer, row, message, isReceiver);
  const groupMembers = await membersOf(writer, groups, sequence);
  await indexMessage(writer, row.id, message.content.visibleText, conversation.topic_name);
  writer.emit(
    messageEvent(
      { kind: 'channel', channelId: channel.id, isPublic: !channel.isPrivate },
      {
        messageId: row.id,
        row,
        submessages,
        topic: conversation.topic_name,
        directKey: null,
        mentionedIds: [...new Set([...personal.mentioned, ...groupMembers])],
        alertedIds: personal.alerted,
        topicMentionedIds: topicMentioned,
        readIds: personal.read,
        localId: message.localId ?? null,
        queueId: message.queueId ?? null,
      },
    ),
    sequence,
  );
  await noteMessageInChannel(writer, organization, channel, row.id);
  await applyMentions(writer, personal.mentioned, channel.id, conversation.topic_name);
  const place = { channel, conversationId: conversation.id, topic: conversation.topic_name };
  const visibilityPolicy = await applySending(writer, sender, place, existing?.last_message_id ?? null, own);
  return { id: row.id, conversation, channel, visibilityPolicy };
}

interface AcceptedDirectly extends Accepted {
  /** The people of the conversation, the sender among them. */
  readonly ids: readonly number[];
}

/** Refuses a direct message by the organization's two settings; for messages to be sent later it only looks. */
export async function checkDirectly(
  writer: Writer,
  recipientIds: readonly number[],
  message: IntendedMessage,
): Promise<AcceptedDirectly> {
  const organization = await readOrganization(writer);
  const sender = await senderOf(writer, message.senderId);
  const people: Account[] = [];
  for (const id of new Set([...recipientIds, sender.id])) {
    const account = await accountById(writer, id);
    if (!account) throw badRequest(`Invalid user ID ${id}`);
    if (!account.isActive && people.length >= 0 && recipientIds.length <= 1) {
      throw badRequest(`'${account.email}' is no longer using this organization.`);
    }
    people.push(account);
  }
  const ids = people.map((account) => account.id);
  const existing = await directConversation(writer, ids);
  const settings = organization.settings;
  const isIn = (value: typeof settings.direct_message_permission_group, account: Account) =>
    isAllowedNow(writer, organization, value, account, writer.now);
  let includesAuthorizer = false;
  for (const account of people) {
    includesAuthorizer ||= await isIn(settings.direct_message_permission_group, account);
  }
  checkMayWriteDirectly({
    isSenderBot: sender.isBot,
    isToBotsOnly: people.every((account) => account.isBot || account.id === sender.id),
    includesAuthorizer,
    isDisabled: settings.direct_message_permission_group === organization.systemGroupIds['role:nobody'],
    mayInitiate: await isIn(settings.direct_message_initiator_group, sender),
    conversationExists: existing?.last_message_id != null,
  });
  const { mentionedGroupIds } = message.content.rendered;
  const groups = await mentionableGroups(writer, organization, sender, mentionedGroupIds);
  return { organization, sender, ids, existing, groups };
}

/** Sends directly to people; the sender is added to them. Refuses what `checkDirectly` refuses. */
export async function sendDirectly(
  writer: Writer,
  recipientIds: readonly number[],
  message: OutgoingMessage,
): Promise<SentMessage> {
  const { organization, ids, existing, groups } = await checkDirectly(writer, recipientIds, message);
  const isFirst = existing?.last_message_id == null;
  const sights = isFirst ? await sightsBefore(writer, organization, { accountIds: ids }) : undefined;
  const conversation = existing ?? (await insertDirect(writer, ids));
  const sequence = writer.nextSequence();
  const { rendered } = message.content;
  const { row, submessages } = await store(writer, conversation, sequence, message, {
    channel_id: null,
    mentions_channel: rendered.mentionsChannel ? 1 : 0,
    mentions_topic: 0,
    has_mention_row: groups.length > 0 ? 1 : 0,
  });
  await keepMentions(writer, row, groups, []);
  const personal = await keepPersonalRows(writer, row, message, async (id) => ids.includes(id));
  const groupMembers = await membersOf(writer, groups, sequence);
  await indexMessage(writer, row.id, message.content.visibleText, '');
  writer.emit(
    messageEvent(
      { kind: 'accounts', ids },
      {
        messageId: row.id,
        row,
        submessages,
        topic: '',
        directKey: directKey(ids),
        mentionedIds: [...new Set([...personal.mentioned, ...groupMembers.filter((id) => ids.includes(id))])],
        alertedIds: personal.alerted,
        topicMentionedIds: [],
        readIds: personal.read,
        localId: message.localId ?? null,
        queueId: message.queueId ?? null,
      },
    ),
    sequence,
  );
  if (sights) await tellSightChanges(writer, sights);
  return { id: row.id, conversation, channel: undefined };
}

type Placed = Pick<MessageRow, 'channel_id' | 'mentions_channel' | 'mentions_topic' | 'has_mention_row'>;

async function store(
  writer: Writer,
  conversation: Conversation,
  sequence: number,
  message: OutgoingMessage,
  placed: Placed,
): Promise<{ readonly row: MessageRow; readonly submessages: readonly SubmessageRow[] }> {
  const { rendered, source } = message.content;
  const widget = widgetContent(source);
  const fresh: NewMessage = {
    ...placed,
    conversation_id: conversation.id,
    sender_id: message.senderId,
    client: message.client,
    content: source,
    rendered_content: rendered.html,
    sent_at: writer.now,
    sequence,
    is_moved: 0,
    last_edited_at: null,
    last_moved_at: null,
    has_edits: 0,
    has_link: rendered.hasLink ? 1 : 0,
    has_image: rendered.hasImage ? 1 : 0,
    has_attachment: rendered.hasAttachment ? 1 : 0,
    has_reaction: 0,
    has_submessage: widget === undefined ? 0 : 1,
    is_me_message: rendered.isMeMessage ? 1 : 0,
    is_read_by_sender: message.isReadBySender ? 1 : 0,
  };
  const id = await insertMessage(writer, fresh);
  await noteNewMessage(writer, conversation, id);
  const row = { ...fresh, id, organization_id: writer.organizationId };
  if (widget === undefined) return { row, submessages: [] };
  const first = { sender_id: row.sender_id, msg_type: 'widget', content: widget, sequence };
  return { row, submessages: [await insertSubmessage(writer, row, first)] };
}

/** The threshold of wildcard mentions counts active subscribers. */
export async function checkChannelWildcard(
  writer: Writer,
  organization: Organization,
  sender: Account,
  channel: Channel,
): Promise<void> {
  if (channel.subscriberCount <= limits.wildcardMentionThreshold) return;
  const value = organization.settings.can_mention_many_users_group;
  if (!(await isAllowedNow(writer, organization, value, sender, writer.now))) throw channelWildcardRefused();
}

/** The topic's participants, who are mentioned by @topic; refuses a sender who may not mention so many. */
export async function mentionedParticipants(
  writer: Writer,
  organization: Organization,
  sender: Account,
  conversationId: number,
): Promise<number[]> {
  const participants = await topicParticipants(writer, conversationId);
  if (participants.length > limits.wildcardMentionThreshold) {
    const value = organization.settings.can_mention_many_users_group;
    if (!(await isAllowedNow(writer, organization, value, sender, writer.now))) throw topicWildcardRefused();
  }
  return participants;
}

/** The groups that a message notifies; refuses one that the sender may not mention. */
export async function mentionableGroups(
  writer: Writer,
  organization: Organization,
  sender: Account,
  groupIds: readonly number[],
): Promise<number[]> {
  if (groupIds.length === 0) return [];
  const groups = await readGroups(writer, groupIds);
  const notified: number[] = [];
  for (const id of groupIds) {
    const group = groups.get(id);
    if (!group || group.isDeactivated) continue;
    const value = group.settings.can_mention_group;
    const isAllowed = sender.isSystemBot
      ? value === organization.systemGroupIds['role:everyone']
      : await isAllowedNow(writer, organization, value, sender, writer.now);
    if (!isAllowed) {
      throw badRequest(`You are not allowed to mention user group '${group.name}'.`);
    }
    notified.push(id);
  }
  return notified;
}

export async function membersOf(writer: Writer, groupIds: readonly number[], sequence: number): Promise<number[]> {
  const members = new Set<number>();
  for (const id of groupIds) for (const member of await groupMembersAt(writer, id, sequence)) members.add(member);
  return [...members];
}

export async function keepMentions(
  writer: Writer,
  row: MessageRow,
  groupIds: readonly number[],
  participants: readonly number[],
): Promise<void> {
  if (row.has_mention_row === 0) return;
  await writer.db
    .insertInto('message_mention')
    .values({
      message_id: row.id,
      organization_id: writer.organizationId,
      group_ids: JSON.stringify(groupIds),
      topic_participant_ids: JSON.stringify(participants),
      sequence: row.sequence,
    })
    .execute();
}

/** Rows for what is exceptional: direct mentions, alert words, people who muted the sender. */
async function keepPersonalRows(
  writer: Writer,
  row: MessageRow,
  message: OutgoingMessage,
  isReceiver: (accountId: number) => Promise<boolean>,
): Promise<{ mentioned: number[]; alerted: number[]; read: number[] }> {
  const bits = new Map<number, number>();
  for (const id of message.content.rendered.mentionedUserIds) bits.set(id, FlagBit.mentioned);
  for (const id of message.content.alertedIds) {
    if (id !== row.sender_id) bits.set(id, (bits.get(id) ?? 0) | FlagBit.has_alert_word);
  }
  const mentioned: number[] = [];
  const alerted: number[] = [];
  for (const [account, flags] of bits) {
    if (!(await isReceiver(account))) continue;
    await insertPersonal.all(writer, { organization: writer.organizationId, account, message: row.id, flags });
    if (flags & FlagBit.mentioned) mentioned.push(account);
    if (flags & FlagBit.has_alert_word) alerted.push(account);
  }
  const read = message.isReadBySender ? [row.sender_id] : [];
  for (const { account_id: account } of await mutersOf.all(writer, { muted: row.sender_id })) {
    if (!(await isReceiver(account))) continue;
    await insertRead.all(writer, {
      organization: writer.organizationId,
      account,
      message: row.id,
      conversation: row.conversation_id,
    });
    read.push(account);
  }
  return { mentioned, alerted, read };
}

