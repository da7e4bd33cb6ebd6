// All direct conversations, newest first, and which of them a filter shows.

import type { State } from '../../client/state/state.ts';
import { rankMatches } from '../lib/ranking.ts';
import { mutedDirect } from '../store/muted-direct.ts';
import { peopleNames } from '../store/names.ts';
import { otherIds } from '../store/narrow-targets.ts';
import { peopleKey, type UnreadCounts } from '../store/unread-counts.ts';

export interface DirectRow {
  readonly key: string;
  /** Everyone else; the viewer for notes. */
  readonly ids: readonly number[];
  readonly name: string;
  readonly count: number;
  readonly isMuted: boolean;
  readonly newestId: number;
}

export const directFilters = ['all', 'unread', 'groups'] as const;
export type DirectFilter = (typeof directFilters)[number];

/** All direct conversations that this client knows. */
export function directRows(state: State, counts: UnreadCounts): DirectRow[] {
  const newest = new Map<string, { readonly ids: readonly number[]; readonly newestId: number }>();
  for (const { user_ids, max_message_id: newestId } of state.recent_private_conversations ?? []) {
    const ids = otherIds(user_ids, state.user_id ?? 0);
    newest.set(peopleKey(ids), { ids, newestId });
  }
  for (const { ids, newestId } of counts.people.values())
    if ((newest.get(peopleKey(ids))?.newestId ?? 0) < newestId) newest.set(peopleKey(ids), { ids, newestId });
  return [...newest]
    .sort(([, a], [, b]) => b.newestId - a.newestId)
    .map(([key, { ids, newestId }]) => ({
      key,
      ids,
      newestId,
      name: peopleNames(state, ids),
      count: counts.people.get(key)?.count ?? 0,
      isMuted: mutedDirect(state).has(key),
    }));
}

export function passesFilter({ count, ids }: DirectRow, filter: DirectFilter): boolean {
  return filter === 'all' || (filter === 'unread' ? count > 0 : ids.length > 1);
}

/** The rows of a filter whose names match, best first; all in order without a query. */
export function matchingRows(
  rows: readonly DirectRow[],
  filter: DirectFilter,
  query: string,
  limit: number,
): DirectRow[] {
  const filtered = rows.filter((row) => passesFilter(row, filter));
  if (query.trim() === '') return filtered.slice(0, limit);
  return rankMatches(filtered, query, { namesOf: ({ name }) => [name], limit });
}
