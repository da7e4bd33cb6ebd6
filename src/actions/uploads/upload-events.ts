// `attachment`: somebody's uploads as they come, are linked by messages, and go. Only the uploader is told.

import { type Attachment, wireAttachment } from '../../model/uploads/attachment.ts';
import type { Writer } from '../../storage/session.ts';
import { linkingMessages } from '../../stores/uploads/link-store.ts';
import { usedSpace } from '../../stores/uploads/usage-store.ts';

/** Tells the uploaders of files that they are there or that other messages link them than before. */
export async function tellAttachments(
  writer: Writer,
  op: 'add' | 'update',
  attachments: readonly Attachment[],
): Promise<void> {
  if (attachments.length === 0) return;
  const links = await linkingMessages(writer, attachments);
  const used = await usedSpace(writer);
  for (const attachment of attachments) {
    const wire = wireAttachment(attachment, links.get(attachment.id) ?? []);
    writer.emit({
      type: 'attachment',
      audience: { kind: 'accounts', ids: [attachment.account_id] },
      payload: { op, attachment: wire, upload_space_used: used },
    });
  }
}

/** Tells the uploaders that files are gone. */
export async function tellRemoved(writer: Writer, attachments: readonly Attachment[]): Promise<void> {
  if (attachments.length === 0) return;
  const used = await usedSpace(writer);
  for (const { id, account_id: uploader } of attachments) {
    writer.emit({
      type: 'attachment',
      audience: { kind: 'accounts', ids: [uploader] },
      payload: { op: 'remove', attachment: { id }, upload_space_used: used },
    });
  }
}
