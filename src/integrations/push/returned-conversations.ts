// Notifications of conversations that come back from later. Each stands for the newest message of its conversation, so that
// every app can show it and opens the conversation.

import type { Returned } from '../../actions/push/web-push-outbox.ts';
import type { LogEntry } from '../../api-contract/event.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import type { ConversationColumns } from '../../model/conversations/conversation-identity.ts';
import { accountQuietUntil } from '../../model/do-not-disturb/do-not-disturb.ts';
import type {
  LaterConversationRow,
  WireLaterConversation,
} from '../../model/later-conversations/later-conversation.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { displayTopic } from '../../model/messages/topic.ts';
import { shortened } from '../../model/push/push-payload.ts';
import { textKey } from '../../model/text-key.ts';
import { requesterOf } from '../../queries/requester.ts';
import type { OrganizationState } from '../../queries/state/organization-state.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import {
  directConversation,
  peopleOf,
  topicConversation,
} from '../../stores/conversations/conversation-store.ts';
import { readDoNotDisturb } from '../../stores/do-not-disturb/do-not-disturb-store.ts';
import {
  isSameConversation,
  laterConversations,
} from '../../stores/later-conversations/later-conversation-store.ts';
import { readableHeads } from '../../stores/message-access/message-access.ts';
import { messageHeads } from '../../stores/messages/message-store.ts';
import { isReadFor, readFactsFor } from '../../stores/read-state/message-read-facts.ts';
import { languageWithTexts, serverTexts } from '../../texts/server-texts.ts';
import { ComputerActivity } from './computer-activity.ts';

/** Earlier returns do not notify, for example after a time without a relay. */
const MAX_AGE_SECONDS = 10_800;

export interface ReturnDecision {
  /** The accounts to notify at once, each with the newest message of the conversation. */
  readonly immediate: readonly {
    readonly accountId: number;
    readonly messageId: number;
    readonly returned: Returned;
    readonly conversationId: number;
  }[];
  /**
   * Accounts at their computers, whose clients show the return. They are notified if they leave without reading the newest
   * message or marking the conversation done.
   */
  readonly delayed: { readonly messages: ReadonlyMap<number, readonly number[]>; readonly checkAt: number };
}

/** Whether a log entry reports that a conversation came back. */
function isReturn({ type, payload }: LogEntry): boolean {
  return (
    type === 'later_conversations' &&
    payload.op === 'update' &&
    (payload.later_conversation as WireLaterConversation).returned_at !== null
  );
}

/** Decides for the accounts in `owners`; others have no device to be notified on. @param now seconds since 1970 */
export async function decideReturns(
  hub: OrganizationHub,
  entries: readonly LogEntry[],
  owners: ReadonlySet<number>,
  now: number,
): Promise<ReturnDecision> {
  const returns = entries.filter(isReturn).flatMap(({ payload, audience }) => {
    const returnedConversation = payload.later_conversation as WireLaterConversation;
    const isRecent = now - (returnedConversation.returned_at ?? 0) <= MAX_AGE_SECONDS;
    const ids = isRecent && audience.kind === 'accounts' ? audience.ids : [];
    return ids.flatMap((id) => {
      const account = owners.has(id) ? hub.state.account(id) : undefined;
      return account?.settings.enable_offline_push_notifications
        ? [{ account, back: returnedConversation }]
        : [];
    });
  });
  const activity = await ComputerActivity.of(hub, returns, now);
  const immediate: ReturnDecision['immediate'][number][] = [];
  const delayed = new Map<number, number[]>();
  let checkAt = Number.POSITIVE_INFINITY;
  for (const { account, back } of returns) {
    const conversation = await storedConversation(hub, back);
    const messageId = conversation?.last_message_id;
    if (!conversation || !messageId || (await isQuiet(hub, account, now))) continue;
    const accountId = account.id;
    const returned = (await isRead(hub, account, messageId)) ? 'read' : 'unread';
    if (account.settings.enable_online_push_notifications || activity.isIdle(accountId))
      immediate.push({ accountId, messageId, returned, conversationId: conversation.id });
    else if (returned === 'unread') {
      delayed.set(messageId, [...(delayed.get(messageId) ?? []), accountId]);
      checkAt = Math.min(checkAt, activity.awayAt(accountId));
    }
  }
  return { immediate, delayed: { messages: delayed, checkAt } };
}

/**
 * The accounts that are still to be notified: for whom the conversation is still back, and who may be disturbed, may see
 * its newest message and have not read it since.
 * @param now seconds since 1970
 */
export async function returnedRecipients(
  hub: OrganizationHub,
  {
    messageId,
    conversation,
    accountIds,
    returned,
  }: {
    readonly messageId: number;
    readonly conversation: Conversation;
    readonly accountIds: readonly number[];
    readonly returned: Returned;
  },
  now: number,
): Promise<Set<number>> {
  const result = new Set<number>();
  for (const id of accountIds) {
    const account = hub.state.account(id);
    if (!account?.isActive || (await isQuiet(hub, account, now))) continue;
    const returnedConversations = await conversationsBack(hub.reader, id);
    const isBack = returnedConversations.some((row) => isSameConversation(row, conversation));
    if (!isBack || (returned === 'unread' && (await isRead(hub, account, messageId)))) continue;
    const readable = await readableHeads(await requesterOf(hub, account), [messageId]);
    if (readable.length > 0) result.add(id);
  }
  return result;
}

/** Those of an account's messages whose conversation is not back: it was marked done, or put away again. */
export async function messagesNotBack(
  reader: Reader,
  accountId: number,
  messageIds: readonly number[],
): Promise<number[]> {
  if (messageIds.length === 0) return [];
  const returnedConversations = await conversationsBack(reader, accountId);
  const heads = await messageHeads(reader, messageIds);
  return heads
    .filter((head) => !returnedConversations.some((row) => isMessageOf(head, row)))
    .map(({ id }) => id);
}

function isMessageOf({ channel_id, topic_name, direct_key }: MessageHead, row: ConversationColumns): boolean {
  return isSameConversation(row, { channel_id, topic_key: textKey(topic_name), topic_name, direct_key });
}

/** The later conversations of an account that have come back. */
async function conversationsBack(reader: Reader, accountId: number): Promise<LaterConversationRow[]> {
  const rows = await laterConversations.ofAccount(reader, accountId);
  return rows.filter((row) => row.returned_at !== null);
}

/** The text of the notification, in the account's language. */
export function returnedText(
  state: OrganizationState,
  { channel_id, topic_name, direct_key }: Conversation,
  accountId: number,
): string {
  const others = peopleOf(direct_key ?? '').filter((id) => id !== accountId);
  const names = (others.length > 0 ? others : [accountId]).map(
    (id) => state.account(id)?.fullName ?? 'Unknown user',
  );
  const conversation = channel_id === null ? names.join(', ') : displayTopic(topic_name, false);
  const language = languageWithTexts(state.account(accountId)?.settings.default_language ?? 'en');
  return shortened(serverTexts(language)('push.back', { conversation }));
}

async function storedConversation(
  { reader }: OrganizationHub,
  { stream_id, topic, user_ids }: WireLaterConversation,
): Promise<Conversation | undefined> {
  return stream_id === null
    ? directConversation(reader, user_ids)
    : topicConversation(reader, stream_id, topic);
}

async function isQuiet({ reader }: OrganizationHub, account: Account, now: number): Promise<boolean> {
  return accountQuietUntil(account, await readDoNotDisturb(reader, account.id), now) !== null;
}

/** Whether an account has read a message. */
export async function isRead(
  { reader, state }: OrganizationHub,
  account: Account,
  messageId: number,
): Promise<boolean> {
  const facts = await readFactsFor(reader, messageId, [account.id]);
  return facts !== undefined && isReadFor(facts, account, await state.subscriptions(reader, account.id));
}
