// The scheduled messages that were sent of late. Who calls one off in the second of its delivery is not refused: it is no
// longer scheduled, which is what they asked for. They delete the message itself where they may.

import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';

/** How long it is known that a message was sent. */
const KNOWN_SECONDS = 86_400;

const byId = preparedRead<{ id: number; sender: number }>()((db, p) =>
  db.selectFrom('delivered_schedule').select('id').where('id', '=', p.id).where('sender_id', '=', p.sender),
);
const forget = preparedWrite<{ organization: number; before: number }>()((db, p) =>
  db
    .deleteFrom('delivered_schedule')
    .where('organization_id', '=', p.organization)
    .where('delivered_at', '<', p.before),
);

/** Notes that a message was sent just now, and forgets those of the day before. */
export async function noteDelivered(writer: Writer, senderId: number, id: number): Promise<void> {
  await forget.all(writer, { organization: writer.organizationId, before: writer.now - KNOWN_SECONDS });
  await writer.db
    .insertInto('delivered_schedule')
    .values({ id, organization_id: writer.organizationId, sender_id: senderId, delivered_at: writer.now })
    .execute();
}

/** Whether one of somebody's own was sent within the last day. */
export async function wasDelivered(reader: Reader, senderId: number, id: number): Promise<boolean> {
  return (await byId.first(reader, { id, sender: senderId })) !== undefined;
}
