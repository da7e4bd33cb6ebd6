// Mutes and unmutes direct conversations, inside a unit of work.

import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import {
  directMuted,
  directUnmuted,
} from '../../model/muted-direct-conversations/muted-direct-conversation.ts';
import { checkMutedUntil } from '../../model/muting/muted-until.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { mutedDirectConversations } from '../../stores/muted-direct-conversations/muted-direct-store.ts';

/**
 * Mutes a direct conversation, or changes when it is unmuted. Does nothing if it is muted until the same time.
 * @param until seconds since 1970; null for never
 * @throws 400 for a time in the past or too far ahead, and for too many conversations
 */
export async function muteDirectConversation(
  writer: Writer,
  accountId: number,
  directKey: string,
  until: number | null,
): Promise<void> {
  if (until !== null) checkMutedUntil(until, writer.now);
  const muted = await mutedDirectConversations.ofAccount(writer, accountId);
  const existing = muted.find((row) => row.direct_key === directKey);
  if (existing) {
    if (existing.muted_until === until) return;
    const values = { muted_until: until };
    const changed = await mutedDirectConversations.change(writer, accountId, existing.id, values);
    if (changed) writer.emit(directMuted(changed));
    return;
  }
  if (muted.length >= limits.mutedDirectConversations)
    throw badRequest(
      `You can have at most ${limits.mutedDirectConversations} muted direct conversations. Unmute one of them first.`,
    );
  const values = { direct_key: directKey, muted_at: writer.now, muted_until: until };
  writer.emit(directMuted(await mutedDirectConversations.insert(writer, accountId, values)));
}

/** Unmutes direct conversations of an account, by the ids of their rows. */
export async function unmuteDirectConversations(
  writer: Writer,
  accountId: number,
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) {
    const removed = await mutedDirectConversations.remove(writer, accountId, id);
    if (removed) writer.emit(directUnmuted(removed));
  }
}
