// Whom a new channel can begin with.

import type { State } from '../../client/state/state.ts';
import { isDeactivated, personIn } from '../store/directory.ts';
import { isAllowed } from '../store/permissions.ts';

/** With more people than this not everyone is added at once: a channel that concerns so many is announced instead. */
const MAX_EVERYONE = 500;

/** How many people are suggested. */
const SUGGESTED = 5;

/** Whether the viewer may add others to a channel that they create. */
export function mayAddOthers(state: State, ownId: number): boolean {
  return isAllowed(state, state.realm_can_add_subscribers_group, ownId);
}

/** The ids of all other people except guests; empty if there are too many, or the viewer may not add them. */
export function everyoneElse(state: State, ownId: number): readonly number[] {
  if (!mayAddOthers(state, ownId)) return [];
  const people = (state.realm_users ?? []).filter(
    ({ user_id: id, is_bot: isBot, is_guest: isGuest }) => id !== ownId && !isBot && !isGuest,
  );
  return people.length > MAX_EVERYONE ? [] : people.map(({ user_id: id }) => id);
}

/** The ids of the people to whom the viewer wrote last, without those who are chosen. */
export function suggestedPeople(state: State, ownId: number, chosen: readonly number[]): readonly number[] {
  const isSuggested = (id: number) =>
    id !== ownId &&
    !chosen.includes(id) &&
    !isDeactivated(state, id) &&
    personIn(state, id)?.is_bot === false;
  const recent = (state.recent_private_conversations ?? []).toSorted(
    (one, other) => other.max_message_id - one.max_message_id,
  );
  const ids = new Set(recent.flatMap(({ user_ids: all }) => all).filter(isSuggested));
  return [...ids].slice(0, SUGGESTED);
}
