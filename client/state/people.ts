// Applies events of accounts and their statuses.

import type { EventOf } from '../event-stream.ts';
import { withoutDoNotDisturb, withTimeZone } from './do-not-disturb.ts';
import { insertSorted, removeWhere } from './lists.ts';
import type { Person, Reducer, State } from './state.ts';
import { withSection } from './state.ts';

type PersonEvent = EventOf<'realm_user'>;
/** One changed aspect of an account. */
type PersonChange = Extract<PersonEvent, { op: 'update' }>['person'];

const lists = ['realm_users', 'realm_non_active_users', 'cross_realm_bots'] as const;

function byId(a: { readonly user_id: number }, b: { readonly user_id: number }): number {
  return a.user_id - b.user_id;
}

/** An account known to the client, active or not. */
function personOf(state: State, id: number): Person | undefined {
  for (const list of lists) {
    const found = state[list]?.find((person) => person.user_id === id);
    if (found) return found;
  }
  return undefined;
}

function withoutPerson(state: State, id: number): State {
  const isPerson = (person: { readonly user_id: number }) => person.user_id === id;
  let next = withSection(state, 'realm_users', (people) => removeWhere(people, isPerson));
  next = withSection(next, 'realm_non_active_users', (people) => removeWhere(people, isPerson));
  return withSection(next, 'cross_realm_bots', (people) => removeWhere(people, isPerson));
}

function moveToList(state: State, person: Person, isActive: boolean): State {
  const list = isActive ? 'realm_users' : 'realm_non_active_users';
  return withSection(withoutPerson(state, person.user_id), list, (people) =>
    insertSorted(people, person, byId),
  );
}

type WithMembers = { readonly [key: string]: unknown };

const memberLists: ReadonlySet<string> = new Set([
  'members',
  'direct_members',
  'subscribers',
  'partial_subscribers',
]);

/** Removes a deactivated account from groups, permissions and subscriber lists. No events are sent for that. */
function withoutMember<T>(value: T, id: number): T {
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutMember(item, id));
    return items.some((item, index) => item !== value[index]) ? (items as T) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  let changed: Record<string, unknown> | undefined;
  for (const [key, inner] of Object.entries(value as WithMembers)) {
    const next =
      memberLists.has(key) && Array.isArray(inner)
        ? removeWhere(inner as number[], (memberId) => memberId === id)
        : withoutMember(inner, id);
    if (next === inner) continue;
    changed ??= { ...(value as WithMembers) };
    changed[key] = next;
  }
  return (changed as T | undefined) ?? value;
}

const sectionsWithMembers = [
  'realm_user_groups',
  'subscriptions',
  'unsubscribed',
  'never_subscribed',
  'streams',
] as const;

function setActive(state: State, person: Person, isActive: boolean): State {
  const moved = moveToList(state, person, isActive);
  if (isActive) return moved;
  let next = withoutDoNotDisturb(moved, person.user_id);
  for (const name of sectionsWithMembers)
    next = withSection(next, name, (section) => withoutMember(section, person.user_id));
  return next;
}

function flagsOfRole(role: number): Pick<Person, 'role' | 'is_owner' | 'is_admin' | 'is_guest'> {
  return { role, is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 };
}

function withProfileValue(
  person: Person,
  { id, value, ...rest }: Extract<PersonChange, { custom_profile_field: unknown }>['custom_profile_field'],
): Person {
  const { [id]: _before, ...others } = person.profile_data ?? {};
  return {
    ...person,
    profile_data: value === null ? others : { ...others, [id]: { value, ...rest } },
  };
}

/** The account after the event. */
function applyChange(person: Person, change: PersonChange): Person {
  if ('custom_profile_field' in change) return withProfileValue(person, change.custom_profile_field);
  if ('new_email' in change) return { ...person, email: change.new_email };
  if ('role' in change) return { ...person, ...flagsOfRole(change.role) };
  if ('avatar_url' in change) {
    return { ...person, avatar_url: change.avatar_url, avatar_version: change.avatar_version };
  }
  return { ...person, ...change };
}

const ownFields = [
  'avatar_source',
  'avatar_url',
  'avatar_url_medium',
  'full_name',
  'delivery_email',
] as const;

/** Updates the state's own copies of the viewer's fields. */
function applyOwnChange(state: State, change: PersonChange): State {
  const isOwn = (name: string) => (ownFields as readonly string[]).includes(name) && name in state;
  const own = Object.fromEntries(Object.entries(change).filter(([name]) => isOwn(name)));
  if ('new_email' in change && 'email' in state) own.email = change.new_email;
  if ('role' in change && 'is_admin' in state) {
    const { role, ...flags } = flagsOfRole(change.role);
    Object.assign(own, flags, { is_moderator: role <= 300 });
  }
  return { ...state, ...own };
}

export const realmUser: Reducer<PersonEvent> = (state, event, ownId) => {
  if (event.op === 'remove') {
    const { user_id: id } = event.person;
    const remaining = withoutDoNotDisturb(withoutPerson(state, id), id);
    return withSection(remaining, 'user_status', (statuses) => {
      const { [id]: _gone, ...others } = statuses;
      return others;
    });
  }
  if (event.op === 'add') {
    const { is_active: isActive, ...person } = event.person;
    return moveToList(state, person, isActive);
  }
  const { person } = event;
  const current = personOf(state, person.user_id);
  if (!current) return state;
  if ('is_active' in person) return setActive(state, current, person.is_active);
  const next = applyChange(current, person);
  let after = state;
  for (const list of lists) {
    after = withSection(after, list, (people) => {
      const index = (people as Person[]).indexOf(current);
      return index < 0 ? people : (people.with(index, next as never) as never);
    });
  }
  if ('timezone' in person) after = withTimeZone(after, person.user_id, person.timezone);
  return person.user_id === ownId ? applyOwnChange(after, person) : after;
};

export const userStatus: Reducer<EventOf<'user_status'>> = (state, event) =>
  withSection(state, 'user_status', (statuses) => {
    const { user_id: id, away, status_text, emoji_name, emoji_code, reaction_type } = event;
    const parts = Object.entries({ status_text, emoji_name, emoji_code, reaction_type });
    const fields = Object.fromEntries(parts.filter(([, value]) => value !== undefined && value !== ''));
    const { [id]: _before, ...others } = statuses;
    const status = { ...(away && { away }), ...fields };
    return Object.keys(status).length > 0 ? { ...others, [id]: status } : others;
  });
