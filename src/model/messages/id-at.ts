// At which message id a place in the log lies, or a moment. Within an organization ids and times rise with the log,
// so a period of subscription is a range of ids; what was found once stays true.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import { rangeRows } from '../../storage/ranges.ts';
import type { Reader } from '../../storage/session.ts';
import type { OrganizationState } from '../state/organization-state.ts';

const firstAtSequences = preparedRead<{ organization: number; sequences: string }>()((db, p, engine) => {
  const sequence = engine === 'sqlite' ? sql<number>`r.value` : sql<number>`(r.value #>> '{}')::bigint`;
  return db.selectFrom(rangeRows(engine, p.sequences)).select([
    sequence.as('sequence'),
    sql<number | null>`(select id from message where (organization_id + 0) = ${p.organization}
        and sequence >= ${sequence} order by sequence limit 1)`.as('id'),
  ]);
});

/** For places in the log the id of the first message sent there or later; missing where there is none yet. */
async function firstIdsAt(reader: Reader, sequences: readonly number[]): Promise<Map<number, number>> {
  const result = new Map<number, number>();
  if (sequences.length === 0) return result;
  const values = { organization: reader.organizationId, sequences: JSON.stringify(sequences) };
  for (const row of await firstAtSequences.all(reader, values))
    if (row.id !== null) result.set(row.sequence, row.id);
  return result;
}

const atOrAfter = preparedRead<{ organization: number; sequence: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select(['id', 'sequence', 'sent_at'])
    .where(sql<boolean>`(organization_id + 0) = ${p.organization}`)
    .where('sequence', '>=', p.sequence)
    .orderBy('sequence')
    .limit(1),
);
const newestSequence = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select('sequence')
    .where(sql<boolean>`(organization_id + 0) = ${p.organization}`)
    .orderBy('sequence', 'desc')
    .limit(1),
);

/**
 * The id from which on messages were sent at or after a moment; undefined when none was. Found by halving the
 * log, since times rise with it.
 */
export async function firstIdSince(reader: Reader, moment: number): Promise<number | undefined> {
  const organization = reader.organizationId;
  const newest = await newestSequence.first(reader, { organization });
  let low = 0;
  let high = newest?.sequence ?? -1;
  let found: number | undefined;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const row = await atOrAfter.first(reader, { organization, sequence: middle });
    if (!row) return found;
    if (row.sent_at >= moment) {
      found = row.id;
      high = middle - 1;
    } else {
      low = row.sequence + 1;
    }
  }
  return found;
}

const MAX_KNOWN = 100_000;
const known = new WeakMap<OrganizationState, Map<number, number>>();

/** The first message id at or after each of some places; Infinity where nothing was sent since. */
export async function idsAt(
  reader: Reader,
  state: OrganizationState,
  sequences: Iterable<number>,
): Promise<(sequence: number) => number> {
  let ids = known.get(state);
  if (!ids || ids.size > MAX_KNOWN) {
    ids = new Map();
    known.set(state, ids);
  }
  const missing = new Set<number>();
  for (const sequence of sequences) if (!ids.has(sequence)) missing.add(sequence);
  for (const [sequence, id] of await firstIdsAt(reader, [...missing])) ids.set(sequence, id);
  const found = ids;
  return (sequence) => found.get(sequence) ?? Number.POSITIVE_INFINITY;
}
