// What a client holds of its organization: the sections of a registration, which events keep up to date. A section
// that changes is a new value, and so is what changed in it; everything else stays the same object, so that whoever
// shows a part finds out by comparing references whether it changed.

import type { Snapshot } from '../follow-organization.ts';

/** The sections by their names in the answer of a registration; those that were not asked for are missing. */
export type State = Readonly<Omit<Snapshot, 'result' | 'msg' | 'queue_id' | 'last_event_id'>>;

/** A section that is there. */
export type Section<K extends keyof State> = NonNullable<State[K]>;

export type Person = Section<'realm_users'>[number];
export type Subscription = Section<'subscriptions'>[number];
export type UnsubscribedChannel = Section<'never_subscribed'>[number];
export type Channel = Section<'streams'>[number];
export type UserGroup = Section<'realm_user_groups'>[number];
export type UnreadMessages = Section<'unread_msgs'>;
export type Draft = Section<'drafts'>[number];

/** An event of one type, with the fields that its reducer reads. */
export type Reducer<E> = (state: State, event: E, ownId: number) => State;

/** The state with another value of one section, where it has that section. */
export function withSection<K extends keyof State>(
  state: State,
  name: K,
  change: (section: Section<K>) => Section<K>,
): State {
  const present = state[name];
  if (present === undefined || present === null) return state;
  const changed = change(present);
  return changed === present ? state : { ...state, [name]: changed };
}

/** The same for several sections at once: a state has a hundred of them, which are copied once. */
export function withSections(
  state: State,
  changes: { readonly [K in keyof State]?: (section: Section<K>) => Section<K> },
): State {
  const changed: Partial<Record<keyof State, unknown>> = {};
  let isChanged = false;
  for (const name of Object.keys(changes) as (keyof State)[]) {
    const present = state[name];
    const change = changes[name] as ((section: unknown) => unknown) | undefined;
    if (present === undefined || present === null || !change) continue;
    changed[name] = change(present);
    isChanged ||= changed[name] !== present;
  }
  return isChanged ? ({ ...state, ...changed } as State) : state;
}
