// Maps log positions to message ids. Within an organization ids rise with the log, so a subscription period
// is a range of ids. Results never change, so they are cached.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import { rangeRows } from '../../storage/ranges.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import type { QueryContext } from '../requester.ts';
import type { OrganizationState } from '../state/organization-state.ts';

const firstAtSequences = preparedRead<{ organization: number; sequences: string }>()((db, p, engine) => {
  const sequence = engine === 'sqlite' ? sql<number>`r.value` : sql<number>`(r.value #>> '{}')::bigint`;
  return db.selectFrom(rangeRows(engine, p.sequences)).select([
    sequence.as('sequence'),
    sql<number | null>`(select id from message where (organization_id + 0) = ${p.organization}
        and sequence >= ${sequence} order by sequence limit 1)`.as('id'),
  ]);
});

/** The id of the first message at or after each log position; missing if there is none yet. */
async function firstIdsAt(reader: Reader, sequences: readonly number[]): Promise<Map<number, number>> {
  const result = new Map<number, number>();
  if (sequences.length === 0) return result;
  const values = { organization: reader.organizationId, sequences: JSON.stringify(sequences) };
  for (const row of await firstAtSequences.all(reader, values))
    if (row.id !== null) result.set(row.sequence, row.id);
  return result;
}

const MAX_KNOWN = 100_000;
const cache = new WeakMap<OrganizationState, Map<number, number>>();

/** The first message id at or after each of the given log positions; Infinity if nothing was sent since. */
export async function idsAt(
  { reader, state }: QueryContext,
  sequences: Iterable<number>,
): Promise<(sequence: number) => number> {
  let ids = cache.get(state);
  if (!ids || ids.size > MAX_KNOWN) {
    ids = new Map();
    cache.set(state, ids);
  }
  const missing = new Set<number>();
  for (const sequence of sequences) if (!ids.has(sequence)) missing.add(sequence);
  for (const [sequence, id] of await firstIdsAt(reader, [...missing])) ids.set(sequence, id);
  const found = ids;
  return (sequence) => found.get(sequence) ?? Number.POSITIVE_INFINITY;
}
