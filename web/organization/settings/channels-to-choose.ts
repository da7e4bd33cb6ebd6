// The channels that a setting of the organization may refer to.

import type { State } from '../../../client/state/state.ts';
import type { KnownChannel } from '../../store/directory.ts';

/** The active channels visible to the viewer, by name; optionally only private ones. */
export function listedChannels(state: State, isPrivate: boolean): readonly KnownChannel[] {
  const lists = [state.subscriptions, state.unsubscribed, state.never_subscribed];
  return lists
    .flatMap((list): readonly KnownChannel[] => list ?? [])
    .filter((channel) => !channel.is_archived && (!isPrivate || channel.invite_only))
    .sort((a, b) => a.name.localeCompare(b.name));
}
