// Recently sent scheduled messages. A request to cancel one within a day of its delivery does not fail: it is
// no longer scheduled, which is what the sender wanted. The message itself can be deleted as usual.

import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

/** How long deliveries are remembered. */
const RETENTION_SECONDS = 86_400;

const byId = preparedRead<{ id: number; sender: number }>()((db, p) =>
  db.selectFrom('delivered_schedule').select('id').where('id', '=', p.id).where('sender_id', '=', p.sender),
);
const deleteBefore = preparedWrite<{ organization: number; before: number }>()((db, p) =>
  db
    .deleteFrom('delivered_schedule')
    .where('organization_id', '=', p.organization)
    .where('delivered_at', '<', p.before),
);

/** Records that a message was just sent, and deletes expired records. */
export async function recordDelivered(writer: Writer, senderId: number, id: number): Promise<void> {
  await deleteBefore.all(writer, {
    organization: writer.organizationId,
    before: writer.now - RETENTION_SECONDS,
  });
  await writer.db
    .insertInto('delivered_schedule')
    .values({ id, organization_id: writer.organizationId, sender_id: senderId, delivered_at: writer.now })
    .execute();
}

/** Whether a scheduled message of the sender was sent within the last day. */
export async function wasDelivered(reader: Reader, senderId: number, id: number): Promise<boolean> {
  return (await byId.first(reader, { id, sender: senderId })) !== undefined;
}
