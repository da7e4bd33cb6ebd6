// The accounts of the people column: participants of the current view, then all others, present ones first.

import type { State } from '../../client/state/state.ts';
import { rankMatches } from '../lib/ranking.ts';
import { personIn } from '../store/directory.ts';
import { memoize } from '../store/memoized.ts';
import { type PresenceLevel, type Presences, presenceLevel } from '../store/presence.ts';

export interface ListedPerson {
  readonly id: number;
  readonly name: string;
  readonly level: PresenceLevel;
}

export interface PeopleSection {
  readonly kind: 'here' | 'everybody';
  readonly people: readonly ListedPerson[];
  /** How many more there are. */
  readonly hidden: number;
}

export interface PeopleOptions {
  readonly state: State;
  readonly presences: Presences;
  /** In seconds. */
  readonly now: number;
  /** The participants of the current view, in order. */
  readonly participantIds: readonly number[];
  readonly query: string;
}

const MAX_SHOWN = 100;
const MAX_PARTICIPANTS = 20;
const ranks: Readonly<Record<PresenceLevel, number>> = { active: 0, idle: 1, offline: 2 };

/** All active accounts except bots, present ones first, then by name. */
const activeAccounts = memoize(
  (users: State['realm_users'], presences: Presences, now: number): readonly ListedPerson[] =>
    (users ?? [])
      .filter((user) => !user.is_bot)
      .map(({ user_id: id, full_name: name }) => ({ id, name, level: presenceLevel(presences, id, now) }))
      .sort((a, b) => ranks[a.level] - ranks[b.level] || a.name.localeCompare(b.name)),
);

export function peopleSections({
  state,
  presences,
  now,
  participantIds,
  query,
}: PeopleOptions): PeopleSection[] {
  const all = activeAccounts(state.realm_users, presences, now);
  const trimmed = query.trim();
  if (trimmed !== '') {
    const people = rankMatches(all, trimmed, {
      namesOf: ({ name }) => [name],
      weightOf: ({ level }) => -ranks[level],
      limit: MAX_SHOWN,
    });
    return [{ kind: 'everybody', people, hidden: 0 }];
  }
  const known = participantIds.filter((id) => personIn(state, id) !== undefined);
  const participants = known.slice(0, MAX_PARTICIPANTS).flatMap((id) => {
    const person = personIn(state, id);
    return person ? { id, name: person.full_name, level: presenceLevel(presences, id, now) } : [];
  });
  const listed = all.slice(0, MAX_SHOWN);
  const sections: PeopleSection[] = [
    { kind: 'here', people: participants, hidden: known.length - participants.length },
    { kind: 'everybody', people: listed, hidden: all.length - listed.length },
  ];
  return sections.filter(({ people }) => people.length > 0);
}
