// Keeps what messages link in step with the messages, inside units of work. Only what its sender may see can be
// linked by a message, so that nobody opens a file for others, or for themselves, by guessing at its address.

import type { Attachment } from '../../model/uploads/attachment.ts';
import { uploadFolder } from '../../model/uploads/files.ts';
import type { Writer } from '../../storage/session.ts';
import type { Lookup } from '../../stores/channel-access/lookup.ts';
import { usableAmong } from '../../stores/uploads/access.ts';
import { deleteLinks, insertLinks, linkingMessages } from '../../stores/uploads/link-store.ts';
import { namedIn } from '../../stores/uploads/unclaimed-store.ts';
import {
  attachmentsAt,
  attachmentsOfMessages,
  deleteAttachmentRows,
} from '../../stores/uploads/upload-store.ts';
import { queueFileRemoval } from '../files/unreferenced-files.ts';
import { tellAttachments, tellRemoved } from './upload-events.ts';

/** The uploads among those that a message was rendered with which its sender may still link. */
export async function linkableBy(sender: Lookup, urls: readonly string[]): Promise<Attachment[]> {
  return urls.length === 0 ? [] : usableAmong(sender, await attachmentsAt(sender.reader, urls));
}

/** What a change of messages did to uploads, to be told after the messages' own event. */
export interface UploadChanges {
  /** Other messages link them than before. */
  readonly changed: readonly Attachment[];
  /** Nothing links them any longer. */
  readonly detached: readonly Attachment[];
  readonly removed: readonly Attachment[];
}

/** Nothing became of any upload. */
export const noUploadChanges: UploadChanges = { changed: [], detached: [], removed: [] };

/** Replaces what a message links. */
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
  const lost = before.filter((attachment) => !idsAfter.has(attachment.id));
  const links = await linkingMessages(writer, lost);
  return {
    changed: [...linked.filter((attachment) => !idsBefore.has(attachment.id)), ...lost],
    detached: lost.filter((attachment) => !links.has(attachment.id)),
    removed: [],
  };
}

/** Takes messages that are about to be deleted off uploads; what nothing else links goes with them. */
export async function unlinkMessages(writer: Writer, messageIds: readonly number[]): Promise<UploadChanges> {
  const attachments = await attachmentsOfMessages(writer, messageIds);
  if (attachments.length === 0) return noUploadChanges;
  await deleteLinks(writer, messageIds);
  const links = await linkingMessages(writer, attachments);
  const orphans = attachments.filter((attachment) => !links.has(attachment.id));
  const kept = await namedIn(writer, ['scheduled_message'], orphans);
  const removed = orphans.filter((attachment) => !kept.has(attachment.id));
  if (removed.length > 0) await deleteAttachmentRows(writer, removed);
  const removedIds = new Set(removed.map((attachment) => attachment.id));
  return {
    changed: attachments.filter((attachment) => !removedIds.has(attachment.id)),
    detached: [],
    removed,
  };
}

/** Tells uploaders what became of their files, and gives up the files of those that are gone. */
export async function tellUploadChanges(writer: Writer, { changed, removed }: UploadChanges): Promise<void> {
  await tellAttachments(writer, 'update', changed);
  await giveUpFiles(writer, removed);
}

/** Says that uploads whose rows are gone are gone, and has their files removed. */
export async function giveUpFiles(writer: Writer, removed: readonly Attachment[]): Promise<void> {
  await tellRemoved(writer, removed);
  await queueFileRemoval(
    writer,
    removed.map((attachment) => uploadFolder(attachment.path_id)),
  );
}
