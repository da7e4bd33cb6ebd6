// Reads and writes who is called.

import { idsOf } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row } from '../../storage/schema.ts';

export type RingRow = Row<'call_ring'>;

/** Who is being called to a call now. */
export async function ringsOf(reader: Reader, callId: number): Promise<RingRow[]> {
  return reader.db
    .selectFrom('call_ring')
    .selectAll()
    .where('call_id', '=', callId)
    .where('outcome', 'is', null)
    .orderBy('account_id')
    .execute();
}

export async function insertRings(
  writer: Writer,
  rings: readonly Pick<RingRow, 'call_id' | 'account_id' | 'caller_id' | 'is_silent' | 'until'>[],
): Promise<void> {
  if (rings.length === 0) return;
  await writer.db
    .insertInto('call_ring')
    .values(rings.map((ring) => ({ ...ring, organization_id: writer.organizationId, outcome: null })))
    .execute();
}

/** Ends ringing. */
export async function endRings(
  writer: Writer,
  ids: readonly number[],
  outcome: NonNullable<RingRow['outcome']>,
): Promise<void> {
  await writer.db
    .updateTable('call_ring')
    .set({ outcome })
    .where('id', 'in', idsOf(writer.engine, JSON.stringify(ids)))
    .execute();
}

/** Whether anyone was called to a call and has not answered or declined. */
export async function wasMissed(reader: Reader, callId: number): Promise<boolean> {
  const row = await reader.db
    .selectFrom('call_ring')
    .select('id')
    .where('call_id', '=', callId)
    .where('outcome', '=', 'missed')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
