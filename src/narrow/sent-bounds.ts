// The ids between which all messages of a narrow are, by its terms about when they were sent.

import type { Reader } from '../storage/reader-writer.ts';
import { firstIdSince } from '../stores/messages/id-since.ts';
import type { IdBounds } from '../stores/messages/range-store.ts';
import type { Term } from './term.ts';

const unbounded: IdBounds = { low: 0, high: Number.MAX_SAFE_INTEGER };

/** The ids that the terms allow; all of them without such terms. Nothing is between equal bounds. */
export async function sentBounds(reader: Reader, terms: readonly Term[]): Promise<IdBounds> {
  const moments = (negated: boolean) =>
    terms.flatMap((term) => (term.kind === 'since' && term.negated === negated ? term.moment : []));
  const [since, before] = [moments(false), moments(true)];
  if (since.length === 0 && before.length === 0) return unbounded;
  const [first, end] = await Promise.all([
    since.length === 0 ? unbounded.low : firstIdSince(reader, Math.max(...since)),
    before.length === 0 ? unbounded.high : firstIdSince(reader, Math.min(...before)),
  ]);
  const low = first ?? unbounded.high;
  return { low, high: Math.max(low, end ?? unbounded.high) };
}

/** The ids between both bounds. */
export function intersectBounds(a: IdBounds, b: IdBounds): IdBounds {
  const low = Math.max(a.low, b.low);
  return { low, high: Math.max(low, Math.min(a.high, b.high)) };
}
