// Compares addresses by what they show.

import { viewAt } from '../lib/address.ts';
import { isSameTarget, narrowTargetOf } from './narrow-targets.ts';

/** Whether both addresses are narrows of the same conversation, channel or search, at whatever message. */
export function isSameNarrow(one: string, other: string, ownId: number): boolean {
  const [first, second] = [viewAt(one), viewAt(other)];
  if (first?.kind !== 'narrow' || second?.kind !== 'narrow') return false;
  return isSameTarget(narrowTargetOf(first.terms, ownId), narrowTargetOf(second.terms, ownId));
}
