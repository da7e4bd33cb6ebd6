// Removes uploads that were never used.

import type { Writer } from '../../storage/reader-writer.ts';
import { namedInTexts, unclaimedBefore } from '../../stores/uploads/unclaimed-store.ts';
import { deleteAttachmentRows } from '../../stores/uploads/upload-store.ts';
import { removeUploadFiles } from './links.ts';

/**
 * Removes a batch of uploads above an id that are older than a given time, and that no message, scheduled
 * message, draft or snippet names. Returns the id to continue from; undefined when none are left.
 */
export async function removeUnclaimed(
  writer: Writer,
  before: number,
  after: number,
  limit: number,
): Promise<number | undefined> {
  const candidates = await unclaimedBefore(writer, before, after, limit);
  const usedIds = await namedInTexts(writer, ['scheduled_message', 'draft', 'saved_snippet'], candidates);
  const removed = candidates.filter((attachment) => !usedIds.has(attachment.id));
  if (removed.length > 0) {
    await deleteAttachmentRows(writer, removed);
    await removeUploadFiles(writer, removed);
  }
  return candidates.length < limit ? undefined : candidates.at(-1)?.id;
}
