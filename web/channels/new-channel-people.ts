// Whom a new channel can begin with.

import type { State } from '../../client/state/state.ts';
import { isAllowed } from '../store/permissions.ts';

/** With more people than this not everyone is added at once: a channel that concerns so many is announced instead. */
const MAX_EVERYONE = 500;

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
