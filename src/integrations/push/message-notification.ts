// The notification about one message: its remaining recipients, and the content that each of them may see.

import type { ReturnedConversation } from '../../actions/push/web-push-outbox.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import type { MessageRow } from '../../model/messages/message-row.ts';
import { displayTopic } from '../../model/messages/topic.ts';
import { apiEmail } from '../../model/people/account-email.ts';
import { maySeeAccount } from '../../model/people/account-visibility.ts';
import { avatarUrl } from '../../model/people/avatar-url.ts';
import type { PlainDetails } from '../../model/push/plain-payload.ts';
import {
  type PushedConversation,
  type PushedMessage,
  type PushRecipient,
  pushedContent,
} from '../../model/push/push-payload.ts';
import { quietRecipients } from '../../queries/notifications/quiet-recipients.ts';
import { requesterOf } from '../../queries/requester.ts';
import type { OrganizationState } from '../../queries/state/organization-state.ts';
import { conversationById, peopleOf } from '../../stores/conversations/conversation-store.ts';
import { readableHeads } from '../../stores/message-access/message-access.ts';
import { messageById } from '../../stores/messages/message-store.ts';
import { audibleRings } from '../../stores/native-calls/ring-store.ts';
import { type MentionKinds, mentionKindsOf } from '../../stores/notifications/mention-kinds.ts';
import { isReadFor, readFactsFor } from '../../stores/read-state/message-read-facts.ts';
import { returnedRecipients, returnedText } from './returned-conversations.ts';
import { type StandIn, standInFor } from './standing-message.ts';

const UNKNOWN_AVATAR = '/static/images/unknown-user-avatar.png';

export interface MessageNotification {
  /**
   * The accounts that may see the message and may be disturbed, and that have not read it, or, for a conversation that came
   * back, have not marked it done.
   */
  readonly recipients: ReadonlySet<number>;
  /** Set if another message had to take the place of the one that the notification was queued for. */
  readonly standIn: StandIn | undefined;
  messageFor(to: PushRecipient): PushedMessage;
  detailsFor(accountId: number): Omit<PlainDetails, 'server'>;
}

/**
 * Reads the message's current state; undefined if it was deleted or its organization deactivated.
 * @param now seconds since 1970
 * @param back set if the notification reports that the message's conversation came back
 */
export async function messageNotification(
  hub: OrganizationHub,
  queuedId: number,
  accountIds: readonly number[],
  now: number,
  back: ReturnedConversation = {},
): Promise<MessageNotification | undefined> {
  const { reader, state } = hub;
  const standIn = await standInFor(hub, queuedId, accountIds, back);
  const messageId = standIn?.messageId ?? queuedId;
  // `back.returned` is about the queued message, and not about the one in its place.
  const returned = standIn ? 'read' : back.returned;
  const message = await messageById(reader, messageId);
  const conversation = message && (await conversationById(reader, message.conversation_id));
  const sender = message && state.account(message.sender_id);
  if (!message || !conversation || !sender || state.organization.isDeactivated) return undefined;
  const recipients = returned
    ? await returnedRecipients(hub, { messageId, conversation, accountIds, returned }, now)
    : await audibleRecipients(hub, { message, conversation }, accountIds, now);
  const withoutAccess = await guestsWithoutAccess(hub, sender, recipients);
  const mentions = await mentionKindsOf(reader, message, [...recipients]);
  const content = pushedContent(message.rendered_content);
  const rings = returned ? new Map() : await audibleRings(reader, messageId, now);
  const pushedConversation = pushedConversationOf(state, message, conversation);
  return {
    recipients,
    standIn,
    messageFor: (to) => ({
      id: message.id,
      sentAt: message.sent_at,
      sender: withoutAccess.has(to.accountId)
        ? { id: sender.id, fullName: 'Unknown user', avatarUrl: to.organizationUrl + UNKNOWN_AVATAR }
        : { id: sender.id, fullName: sender.fullName, avatarUrl: absoluteAvatar(state, sender, to) },
      conversation: pushedConversation,
      content: returned ? returnedText(state, conversation, to.accountId) : content,
      isReturn: returned !== undefined,
      group: groupFor(state, mentions, to.accountId),
      ring: rings.get(to.accountId),
    }),
    detailsFor: (accountId) => ({
      organizationId: state.id,
      senderEmail: withoutAccess.has(accountId)
        ? `user${sender.id}@parley.invalid`
        : apiEmail(sender, state.organization),
      otherNames: peopleOf(conversation.direct_key ?? '')
        .filter((id) => id !== accountId)
        .map((id) => state.account(id)?.fullName ?? 'Unknown user'),
      shownTopic: displayTopic(conversation.topic_name, false),
      mention: mentionKind(mentions, message, accountId),
    }),
  };
}

async function audibleRecipients(
  hub: OrganizationHub,
  { message, conversation }: { readonly message: MessageRow; readonly conversation: Conversation },
  accountIds: readonly number[],
  now: number,
): Promise<Set<number>> {
  const { reader, state } = hub;
  const result = new Set<number>();
  const facts = await readFactsFor(reader, message.id, accountIds);
  if (!facts) return result;
  const accounts = accountIds.flatMap((id) => state.account(id) ?? []);
  const { topic_name, direct_key } = conversation;
  const head = { ...message, topic_name, direct_key };
  const recipients = accounts.map((account) => ({ account, message: head }));
  // The quiet time of some may have begun since the notification was queued.
  const quiet = await quietRecipients(hub, recipients, now);
  for (const account of accounts) {
    const { id } = account;
    if (!account.isActive || quiet.until({ account, message: head }) !== undefined) continue;
    const requester = await requesterOf({ state, reader }, account);
    if (isReadFor(facts, account, requester.subscriptions)) continue;
    const readable = await readableHeads(requester, [message.id]);
    if (readable.length > 0) result.add(id);
  }
  return result;
}

/** The guests among the given accounts that may not see another account. */
async function guestsWithoutAccess(
  { reader, state }: OrganizationHub,
  sender: Account,
  accountIds: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  const result = new Set<number>();
  for (const id of accountIds) {
    const account = state.account(id);
    if (!account) continue;
    await state.loadGuestVisibility(reader, account);
    if (!maySeeAccount(state, account, sender)) result.add(id);
  }
  return result;
}

function pushedConversationOf(
  state: OrganizationState,
  message: MessageRow,
  conversation: Conversation,
): PushedConversation {
  if (message.channel_id === null) {
    return { kind: 'direct', accountIds: peopleOf(conversation.direct_key ?? '') };
  }
  return {
    kind: 'channel',
    channelId: message.channel_id,
    channelName: state.channel(message.channel_id)?.name ?? '',
    topic: conversation.topic_name,
  };
}

function absoluteAvatar(
  state: OrganizationState,
  sender: Account,
  { organizationUrl }: PushRecipient,
): string {
  return new URL(avatarUrl(sender, state.organization), `${organizationUrl}/`).toString();
}

function groupFor(
  state: OrganizationState,
  { people, groupOf }: MentionKinds,
  accountId: number,
): PushedMessage['group'] {
  const id = people.has(accountId) ? undefined : groupOf.get(accountId);
  return id === undefined ? undefined : { id, name: state.groups.get(id)?.name ?? '' };
}

function mentionKind(
  { people, groupOf, topicParticipants }: MentionKinds,
  message: MessageRow,
  accountId: number,
): PlainDetails['mention'] {
  if (people.has(accountId)) return 'person';
  if (groupOf.has(accountId)) return 'group';
  return message.mentions_channel === 1 || topicParticipants.has(accountId) ? 'everyone' : undefined;
}
