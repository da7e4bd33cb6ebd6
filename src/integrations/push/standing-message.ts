// The message that stands for a conversation that came back from later. It is the newest when the conversation comes back;
// if it is deleted or moved away before the notification is delivered, the newest of the conversation takes its place.

import type { Returned, ReturnedConversation } from '../../actions/push/web-push-outbox.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { conversationById } from '../../stores/conversations/conversation-store.ts';
import { messageById } from '../../stores/messages/message-store.ts';
import { recordShown } from '../../stores/push/displayed-store.ts';
import { isRead } from './returned-conversations.ts';

/** A message in the place of the one that a notification was queued for. */
export interface StandIn {
  readonly messageId: number;
  /** Whether each of the accounts has read it. */
  readonly returned: ReadonlyMap<number, Returned>;
}

/**
 * The message that takes the place of one that was deleted or moved away; undefined if the message still is in its
 * conversation, or if no other is left.
 */
export async function standInFor(
  hub: OrganizationHub,
  messageId: number,
  accountIds: readonly number[],
  { returned, conversationId }: ReturnedConversation,
): Promise<StandIn | undefined> {
  if (!returned || conversationId === undefined) return undefined;
  const message = await messageById(hub.reader, messageId);
  if (message?.conversation_id === conversationId) return undefined;
  // If the whole topic was moved, the message still stands for it.
  const newest = (await conversationById(hub.reader, conversationId))?.last_message_id;
  if (!newest) return undefined;
  const returnedByAccount = new Map<number, Returned>();
  for (const id of accountIds) {
    const account = hub.state.account(id);
    if (account) returnedByAccount.set(id, (await isRead(hub, account, newest)) ? 'read' : 'unread');
  }
  return { messageId: newest, returned: returnedByAccount };
}

/** Records that accounts are shown the message, so that it is withdrawn like the one whose place it takes. */
export async function recordStandIn(
  writer: Writer,
  { messageId, returned }: StandIn,
  accountIds: readonly number[],
): Promise<void> {
  for (const id of accountIds) await recordShown(writer, messageId, [id], returned.get(id) ?? 'read');
}
