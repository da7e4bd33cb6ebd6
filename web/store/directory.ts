// Accounts and channels by id. Indexed, since the lists of the state can hold thousands.

import { channelLists } from '../../client/state/channels.ts';
import type { Channel, Person, State, Subscription } from '../../client/state/state.ts';
import { memoize } from './memoized.ts';

export type KnownChannel = Pick<
  Channel,
  'stream_id' | 'name' | 'invite_only' | 'is_web_public' | 'is_archived'
> &
  Partial<Omit<Subscription, 'stream_id' | 'name'>>;

const people = memoize(
  (...lists: readonly (readonly Person[] | undefined)[]) =>
    new Map(lists.flatMap((list) => list ?? []).map((person) => [person.user_id, person])),
);
const channels = memoize((...lists: readonly (readonly KnownChannel[] | undefined)[]) => {
  // Subscriptions have the most fields, so they win.
  const channels = lists.toReversed().flatMap((list) => list ?? []);
  return new Map(channels.map((channel) => [channel.stream_id, channel]));
});

/** An account, active or not; undefined if this client may not know it. */
export function personIn(state: State, id: number): Person | undefined {
  return people(state.cross_realm_bots, state.realm_non_active_users, state.realm_users).get(id);
}

const inactiveIds = memoize(
  (people: State['realm_non_active_users']) => new Set((people ?? []).map(({ user_id }) => user_id)),
);

/** Whether an account was deactivated, as far as this client knows. */
export function isDeactivated(state: State, id: number): boolean {
  return inactiveIds(state.realm_non_active_users).has(id);
}

/** A channel, subscribed or not; undefined if this client may not know it. */
export function channelIn(state: State, id: number): KnownChannel | undefined {
  const lists = channelLists.map((name) => state[name] as readonly KnownChannel[] | undefined);
  return channels(...lists).get(id);
}

const all = memoize((...lists: readonly (readonly KnownChannel[] | undefined)[]) => [
  ...channels(...lists).values(),
]);

/** All channels that this client knows, including archived ones. */
export function allChannels(state: State): readonly KnownChannel[] {
  return all(...channelLists.map((name) => state[name] as readonly KnownChannel[] | undefined));
}

const inUse = memoize((...lists: readonly (readonly KnownChannel[] | undefined)[]) =>
  [...channels(...lists).values()]
    .filter((channel) => !channel.is_archived)
    .sort((a, b) => a.name.localeCompare(b.name)),
);

/** The channels that are not archived, by name. */
export function activeChannels(state: State): readonly KnownChannel[] {
  return inUse(...channelLists.map((name) => state[name] as readonly KnownChannel[] | undefined));
}
