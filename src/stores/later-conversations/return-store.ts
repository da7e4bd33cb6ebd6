// The conversations that are away and are to come back.

import type { LaterConversationRow } from '../../model/later-conversations/later-conversation.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const earliest = preparedRead<Record<never, never>>()((db) =>
  db
    .selectFrom('later_conversation')
    .innerJoin('organization', 'organization.id', 'later_conversation.organization_id')
    .select('away_until')
    .where('returned_at', 'is', null)
    .where('is_deactivated', '=', 0)
    .orderBy('away_until')
    .limit(1),
);
const dueBy = preparedRead<{ now: number; limit: number }>()((db, p) =>
  db
    .selectFrom('later_conversation')
    .innerJoin('organization', 'organization.id', 'later_conversation.organization_id')
    .selectAll('later_conversation')
    .where('returned_at', 'is', null)
    .where('away_until', '<=', p.now)
    .where('is_deactivated', '=', 0)
    .orderBy('away_until')
    .orderBy('later_conversation.id')
    .limit(p.limit),
);

/** When the next conversation comes back, over all active organizations. */
export async function nextReturn(reader: Reader): Promise<number | undefined> {
  return (await earliest.first(reader, {}))?.away_until;
}

/** Conversations of all active organizations that are to come back, the earliest first. */
export async function dueLaterConversations(
  reader: Reader,
  now: number,
  limit: number,
): Promise<LaterConversationRow[]> {
  return dueBy.all(reader, { now, limit });
}

/** Records that those of the rows that are away and due came back now. Returns them. */
export async function returnDue(
  writer: Writer,
  ids: readonly number[],
  now: number,
): Promise<LaterConversationRow[]> {
  const rows = await writer.db
    .updateTable('later_conversation')
    .set({ returned_at: now })
    .where('id', 'in', idsOf(writer.engine, JSON.stringify(ids)))
    .where('organization_id', '=', writer.organizationId)
    .where('returned_at', 'is', null)
    .where('away_until', '<=', now)
    .returningAll()
    .execute();
  return rows.sort((a, b) => a.id - b.id);
}
