// Emits that an upload was added, linked by other messages, or removed. Only the uploader receives it.

import { type Attachment, wireAttachment } from '../../model/uploads/attachment.ts';
import { attachmentChanged, attachmentRemoved } from '../../model/uploads/attachment-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { linkingMessages } from '../../stores/uploads/link-store.ts';
import { usedBytes } from '../../stores/uploads/usage-store.ts';

/** Emits to the uploaders that files were added, or that other messages link them. */
export async function emitAttachments(
  writer: Writer,
  op: 'add' | 'update',
  attachments: readonly Attachment[],
): Promise<void> {
  if (attachments.length === 0) return;
  const links = await linkingMessages(writer, attachments);
  const bytesUsed = await usedBytes(writer);
  for (const attachment of attachments) {
    const wire = wireAttachment(attachment, links.get(attachment.id) ?? []);
    writer.emit(attachmentChanged(attachment.account_id, op, wire, bytesUsed));
  }
}

/** Emits to the uploaders that files were removed. */
export async function emitAttachmentsRemoved(
  writer: Writer,
  attachments: readonly Attachment[],
): Promise<void> {
  if (attachments.length === 0) return;
  const bytesUsed = await usedBytes(writer);
  for (const { id, account_id: uploader } of attachments) {
    writer.emit(attachmentRemoved(uploader, id, bytesUsed));
  }
}
