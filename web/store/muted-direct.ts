// The direct conversations that the viewer has muted, indexed for repeated lookups.

import type { State } from '../../client/state/state.ts';
import { memoize } from './memoized.ts';
import { otherIds } from './narrow-targets.ts';

/** When each mute ends, in seconds since 1970; null for never. */
type Ends = ReadonlyMap<string, number | null>;

const index = memoize(
  (muted: State['muted_direct_conversations'], ownId: number): Ends =>
    new Map(muted?.map(({ user_ids: ids, muted_until: until }) => [otherIds(ids, ownId).join(), until])),
);

/** The ends of the mutes by the keys of their conversations: the ids of the others, joined with commas. */
export function mutedDirect(state: State): Ends {
  return index(state.muted_direct_conversations, state.user_id ?? 0);
}
