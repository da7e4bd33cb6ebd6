// `attachment` events for the uploader of a file.

import { type Decoded, described, id, record } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newPersonalEvent } from '../../api-contract/event-declaration.ts';
import { attachmentSchema } from './attachment-schema.ts';

const upload_space_used = described(id, 'The bytes of all uploads of the organization.');

export const attachmentEvent = eventTypeWithOps(
  'attachment',
  'One of your uploads was added, changed or deleted.',
  {
    add: { attachment: attachmentSchema, upload_space_used },
    update: { attachment: attachmentSchema, upload_space_used },
    remove: { attachment: record({ id }), upload_space_used },
  },
);

/** A file was added, or other messages link it. */
export function attachmentChanged(
  uploaderId: number,
  op: 'add' | 'update',
  attachment: Decoded<typeof attachmentSchema>,
  usedBytes: number,
): NewEvent {
  const payload = { op, attachment, upload_space_used: usedBytes };
  return newPersonalEvent(attachmentEvent, uploaderId, payload);
}

export function attachmentRemoved(uploaderId: number, attachmentId: number, usedBytes: number): NewEvent {
  return newPersonalEvent(attachmentEvent, uploaderId, {
    op: 'remove',
    attachment: { id: attachmentId },
    upload_space_used: usedBytes,
  });
}
