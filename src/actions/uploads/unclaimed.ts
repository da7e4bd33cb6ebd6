// Giving up uploads that nobody came to use.

import type { Writer } from '../../storage/session.ts';
import { namedIn, unclaimedBefore } from '../../stores/uploads/unclaimed-store.ts';
import { deleteAttachmentRows } from '../../stores/uploads/upload-store.ts';
import { giveUpFiles } from './links.ts';

/**
 * Removes a batch of uploads, above an id, that are older than a moment and that neither a message nor a text kept
 * for later names. Gives the id to go on from; undefined when nothing is left.
 */
export async function giveUpUnclaimed(
  writer: Writer,
  before: number,
  after: number,
  limit: number,
): Promise<number | undefined> {
  const candidates = await unclaimedBefore(writer, before, after, limit);
  const kept = await namedIn(writer, ['scheduled_message', 'draft', 'saved_snippet'], candidates);
  const removed = candidates.filter((attachment) => !kept.has(attachment.id));
  if (removed.length > 0) {
    await deleteAttachmentRows(writer, removed);
    await giveUpFiles(writer, removed);
  }
  return candidates.length < limit ? undefined : candidates.at(-1)?.id;
}
