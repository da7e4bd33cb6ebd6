// Puts a conversation away until a time, and marks it done, inside a unit of work.

import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { ConversationColumns } from '../../model/conversations/conversation-identity.ts';
import { checkAwayUntil } from '../../model/later-conversations/later-conversation.ts';
import {
  laterConversationChanged,
  laterConversationRemoved,
} from '../../model/later-conversations/later-conversation-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import {
  isSameConversation,
  laterConversations,
} from '../../stores/later-conversations/later-conversation-store.ts';
import { checkWaitingMail } from '../do-not-disturb/change.ts';

/**
 * Puts a conversation away until a time in seconds since 1970, even if it is away or back already.
 * @throws 400 for a time in the past or too far ahead, and for too many conversations
 */
export async function putConversationAway(
  writer: Writer,
  account: Account,
  conversation: ConversationColumns,
  until: number,
): Promise<void> {
  checkAwayUntil(until, writer.now);
  const own = await laterConversations.ofAccount(writer, account.id);
  const existing = own.find((row) => isSameConversation(row, conversation));
  const times = { away_until: until, returned_at: null };
  if (!existing) {
    if (own.length >= limits.laterConversations)
      throw badRequest(`You can have at most ${limits.laterConversations} conversations for later.`);
    writer.emit(
      laterConversationChanged(
        await laterConversations.insert(writer, account.id, { ...conversation, ...times }),
      ),
    );
    return;
  }
  if (existing.away_until === until && existing.returned_at === null) return;
  const changed = await laterConversations.change(writer, account.id, existing.id, times);
  if (changed) writer.emit(laterConversationChanged(changed));
  await checkWaitingMail(writer, account);
}

/**
 * Removes a conversation that an account has for later. Mail that waited for its time is due.
 * Returns whether there was one.
 */
export async function removeLaterConversation(
  writer: Writer,
  account: Account,
  conversation: ConversationColumns,
): Promise<boolean> {
  const own = await laterConversations.ofAccount(writer, account.id);
  const existing = own.find((row) => isSameConversation(row, conversation));
  if (!existing) return false;
  await laterConversations.remove(writer, account.id, existing.id);
  writer.emit(laterConversationRemoved([account.id], existing));
  await checkWaitingMail(writer, account);
  return true;
}
