// A client's state of its organization: the sections of a registration, kept up to date by events. Changed
// sections and items are new objects; everything else keeps its identity, so that changes can be detected by
// comparing references.

import type { Snapshot } from '../follow-organization.ts';

/** The sections under their names in the answer of a registration; those not requested are missing. */
export type State = Readonly<Omit<Snapshot, 'result' | 'msg' | 'queue_id' | 'last_event_id'>>;

/** A section that exists. */
export type Section<K extends keyof State> = NonNullable<State[K]>;

export type Person = Section<'realm_users'>[number];
export type Subscription = Section<'subscriptions'>[number];
export type UnsubscribedChannel = Section<'never_subscribed'>[number];
export type Channel = Section<'streams'>[number];
export type UserGroup = Section<'realm_user_groups'>[number];
export type UnreadMessages = Section<'unread_msgs'>;
export type Draft = Section<'drafts'>[number];

/** Applies events of one type, which have the fields that the reducer reads. */
export type Reducer<E> = (state: State, event: E, ownId: number) => State;

/** Changes one section, if the state has it. */
export function withSection<K extends keyof State>(
  state: State,
  name: K,
  change: (section: Section<K>) => Section<K>,
): State {
  const section = state[name];
  if (section === undefined || section === null) return state;
  const next = change(section);
  return next === section ? state : { ...state, [name]: next };
}

/** Changes several sections with a single copy of the state, which has about a hundred sections. */
export function withSections(
  state: State,
  changes: { readonly [K in keyof State]?: (section: Section<K>) => Section<K> },
): State {
  const changed: Partial<Record<keyof State, unknown>> = {};
  let isChanged = false;
  for (const name of Object.keys(changes) as (keyof State)[]) {
    const section = state[name];
    const change = changes[name] as ((section: unknown) => unknown) | undefined;
    if (section === undefined || section === null || !change) continue;
    changed[name] = change(section);
    isChanged ||= changed[name] !== section;
  }
  return isChanged ? ({ ...state, ...changed } as State) : state;
}
