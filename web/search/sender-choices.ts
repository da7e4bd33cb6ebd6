// The senders that a search can be limited to: first those of the messages found, then everyone.

import type { Person, State } from '../../client/state/state.ts';
import { rankMatches } from '../lib/ranking.ts';
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
export function senderChoices(
  typed: string,
  facets: readonly SenderFacet[],
  { realm_users: active = [], realm_non_active_users: deactivated = [] }: State,
): SenderChoice[] {
  const people: readonly Person[] = [...active, ...deactivated];
  if (typed.trim() === '') {
    return facets.map(({ id, name, count }) => {
      const url = people.find((person) => person.user_id === id)?.avatar_url;
      return { id, name, url, count };
    });
  }
  const counts = new Map(facets.map(({ id, count }) => [id, count]));
  const found = rankMatches(people, typed, {
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
