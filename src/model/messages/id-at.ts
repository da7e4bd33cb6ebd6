// At which message id a place in the log lies. Within an organization ids rise with the log, so a period of
// subscription is a range of ids; what was found once stays true.

import type { Reader } from '../../storage/session.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { firstIdsAt } from './range-store.ts';

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
