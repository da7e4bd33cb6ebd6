// The senders that a search can be limited to: first those of the messages found, then everyone.

import type { Person, State } from '../../client/state/state.ts';
import { rankMatches } from '../lib/ranking.ts';
import { personIn } from '../store/directory.ts';
import type { SenderFacet } from './search-facets.ts';

export interface SenderChoice {
  readonly id: number;
  readonly name: string;
  readonly url: string | null | undefined;
  /** How many of the messages found they sent; undefined if none is known. */
  readonly count: number | undefined;
}

const MAX_CHOICES = 8;

/** @param facets the senders of the messages found */
export function senderChoices(typed: string, facets: readonly SenderFacet[], state: State): SenderChoice[] {
  if (typed.trim() === '') {
    return facets.map(({ id, name, count }) => ({ id, name, url: personIn(state, id)?.avatar_url, count }));
  }
  const { realm_users: active = [], realm_non_active_users: deactivated = [] } = state;
  const counts = new Map(facets.map(({ id, count }) => [id, count]));
  const found = rankMatches<Person>([...active, ...deactivated], typed, {
    namesOf: ({ full_name, email }) => [full_name, email],
    weightOf: ({ user_id: id }) => counts.get(id) ?? 0,
    limit: MAX_CHOICES,
  });
  return found.map(({ user_id: id, full_name: name, avatar_url: url }) => ({
    id,
    name,
    url,
    count: counts.get(id),
  }));
}
