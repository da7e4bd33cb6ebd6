// The channels that a setting of the organization may name.

import type { State } from '../../../client/state/state.ts';
import type { KnownChannel } from '../../store/directory.ts';

/** Those that somebody sees and that are not archived, by name; private ones alone where a setting asks for that. */
export function listedChannels(state: State, isPrivate: boolean): readonly KnownChannel[] {
  const lists = [state.subscriptions, state.unsubscribed, state.never_subscribed];
  return lists
    .flatMap((list): readonly KnownChannel[] => list ?? [])
    .filter((one) => !one.is_archived && (!isPrivate || one.invite_only))
    .sort((a, b) => a.name.localeCompare(b.name));
}
