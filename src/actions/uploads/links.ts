// Keeps the links from messages to uploads in step with the messages, inside units of work. A message links
// only uploads that its sender may see, so guessing an address gives no one access to a file.

import type { Attachment } from '../../model/uploads/attachment.ts';
import { uploadFolder } from '../../model/uploads/upload-files.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { Lookup } from '../../stores/channel-access/lookup.ts';
import { deleteLinks, insertLinks, linkingMessages } from '../../stores/uploads/link-store.ts';
import { namedInTexts } from '../../stores/uploads/unclaimed-store.ts';
import { usableAmong } from '../../stores/uploads/upload-access.ts';
import {
  attachmentsAt,
  attachmentsOfMessages,
  deleteAttachmentRows,
} from '../../stores/uploads/upload-store.ts';
import { queueFileRemoval } from '../files/unreferenced-files.ts';
import { emitAttachments, emitAttachmentsRemoved } from './upload-events.ts';

/** The uploads that a rendered message names and its sender may link. */
export async function linkableBy(sender: Lookup, urls: readonly string[]): Promise<Attachment[]> {
  return urls.length === 0 ? [] : usableAmong(sender, await attachmentsAt(sender.reader, urls));
}

/** The effects of changed messages on uploads, to be emitted after the messages' own event. */
export interface UploadChanges {
  /** Uploads whose linking messages differ now. */
  readonly changed: readonly Attachment[];
  /** Uploads that no message links any longer. */
  readonly detached: readonly Attachment[];
  readonly removed: readonly Attachment[];
}

export const noUploadChanges: UploadChanges = { changed: [], detached: [], removed: [] };

/** Replaces the links of a message. */
export async function relinkMessage(
  writer: Writer,
  messageId: number,
  linked: readonly Attachment[],
): Promise<UploadChanges> {
  const before = await attachmentsOfMessages(writer, [messageId]);
  if (before.length === 0 && linked.length === 0) return noUploadChanges;
  await deleteLinks(writer, [messageId]);
  await insertLinks(writer, messageId, linked);
  const idsAfter = new Set(linked.map((attachment) => attachment.id));
  const idsBefore = new Set(before.map((attachment) => attachment.id));
  const unlinked = before.filter((attachment) => !idsAfter.has(attachment.id));
  const links = await linkingMessages(writer, unlinked);
  return {
    changed: [...linked.filter((attachment) => !idsBefore.has(attachment.id)), ...unlinked],
    detached: unlinked.filter((attachment) => !links.has(attachment.id)),
    removed: [],
  };
}

/** Removes the links of messages that are about to be deleted, and the uploads that nothing else links. */
export async function unlinkMessages(writer: Writer, messageIds: readonly number[]): Promise<UploadChanges> {
  const attachments = await attachmentsOfMessages(writer, messageIds);
  if (attachments.length === 0) return noUploadChanges;
  await deleteLinks(writer, messageIds);
  const links = await linkingMessages(writer, attachments);
  const orphans = attachments.filter((attachment) => !links.has(attachment.id));
  const scheduled = await namedInTexts(writer, ['scheduled_message'], orphans);
  const removed = orphans.filter((attachment) => !scheduled.has(attachment.id));
  if (removed.length > 0) await deleteAttachmentRows(writer, removed);
  const removedIds = new Set(removed.map((attachment) => attachment.id));
  return {
    changed: attachments.filter((attachment) => !removedIds.has(attachment.id)),
    detached: [],
    removed,
  };
}

/** Emits the changes to the uploaders, and queues the files of removed uploads for removal. */
export async function emitUploadChanges(writer: Writer, { changed, removed }: UploadChanges): Promise<void> {
  await emitAttachments(writer, 'update', changed);
  await removeUploadFiles(writer, removed);
}

/** Emits the removal of uploads whose rows are deleted, and queues their files for removal. */
export async function removeUploadFiles(writer: Writer, removed: readonly Attachment[]): Promise<void> {
  await emitAttachmentsRemoved(writer, removed);
  await queueFileRemoval(
    writer,
    removed.map((attachment) => uploadFolder(attachment.path_id)),
  );
}
