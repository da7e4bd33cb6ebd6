// Reads and writes who is called.

import { idsOf } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row } from '../../storage/schema.ts';

export type RingRow = Row<'call_ring'>;

/** Whose devices learn that ringing stops: those of a person that were silent did not ring. */
export function notifiedOfStop(ring: RingRow): number[] {
  return ring.is_silent === 1 ? [ring.caller_id] : [ring.account_id, ring.caller_id];
}

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

/** The calls to which some accounts are being called. */
export async function callsThatRing(reader: Reader, accountIds: readonly number[]): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('call_ring')
    .select('call_id')
    .distinct()
    .where('account_id', 'in', idsOf(reader.engine, JSON.stringify(accountIds)))
    .where('outcome', 'is', null)
    .execute();
  return rows.map((row) => row.call_id);
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

/**
 * The accounts that are called to the call of a message, with when ringing ends, in seconds since 1970; without those whose
 * devices stay silent.
 */
export async function audibleRings(
  reader: Reader,
  messageId: number,
  now: number,
): Promise<ReadonlyMap<number, { readonly callId: number; readonly until: number }>> {
  const rows = await reader.db
    .selectFrom('call_ring')
    .innerJoin('call', 'call.id', 'call_ring.call_id')
    .select(['call_ring.account_id', 'call.id', 'call_ring.until'])
    .where('call.message_id', '=', messageId)
    .where('call.ended_at', 'is', null)
    .where('call_ring.outcome', 'is', null)
    .where('is_silent', '=', 0)
    .where('until', '>', now)
    .execute();
  return new Map(rows.map((row) => [row.account_id, { callId: row.id, until: row.until }]));
}
