// Applies events of accounts and their statuses.

import { insertSorted, removeWhere } from './lists.ts';
import type { Person, Reducer, State } from './state.ts';
import { withSection } from './state.ts';

/** The changed fields of an account. */
interface ChangedPerson extends Partial<Person> {
  readonly user_id: number;
  readonly is_active?: boolean;
  readonly new_email?: string;
  readonly custom_profile_field?: { readonly id: number; readonly value: string | null };
  readonly avatar_source?: string;
  readonly avatar_url_medium?: string;
}

export interface PersonEvent {
  readonly op: 'add' | 'remove' | 'update';
  readonly person: ChangedPerson;
}

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
        ? removeWhere(inner as number[], (mutedId) => mutedId === id)
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
  let next = moved;
  for (const name of sectionsWithMembers)
    next = withSection(next, name, (section) => withoutMember(section, person.user_id));
  return next;
}

function flagsOfRole(role: number): Pick<Person, 'role' | 'is_owner' | 'is_admin' | 'is_guest'> {
  return { role, is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 };
}

function profileChanged(
  person: Person,
  { id, value, ...rest }: { id: number; value: string | null },
): Person {
  const { [id]: _before, ...others } = person.profile_data ?? {};
  return {
    ...person,
    profile_data: value === null ? others : { ...others, [id]: { value, ...rest } },
  };
}

/** The account after the event. */
function applyChange(person: Person, { user_id: _id, ...aspect }: ChangedPerson): Person {
  if (aspect.custom_profile_field) return profileChanged(person, aspect.custom_profile_field);
  if (aspect.new_email !== undefined) return { ...person, email: aspect.new_email };
  const { avatar_source: _source, avatar_url_medium: _medium, ...fields } = aspect;
  return { ...person, ...fields, ...(aspect.role !== undefined && flagsOfRole(aspect.role)) };
}

const ownFields = [
  'avatar_source',
  'avatar_url',
  'avatar_url_medium',
  'full_name',
  'delivery_email',
] as const;

/** Updates the state's own copies of the viewer's fields. */
function applyOwnChange(state: State, aspect: ChangedPerson): State {
  const own: Record<string, unknown> = {};
  for (const name of ownFields) if (name in aspect && name in state) own[name] = aspect[name];
  if (aspect.new_email !== undefined && 'email' in state) own.email = aspect.new_email;
  if (aspect.role !== undefined && 'is_admin' in state) {
    const { role, ...flags } = flagsOfRole(aspect.role);
    Object.assign(own, flags, { is_moderator: role <= 300 });
  }
  return { ...state, ...own };
}

export const realmUser: Reducer<PersonEvent> = (state, { op, person }, ownId) => {
  if (op === 'remove') {
    return withSection(withoutPerson(state, person.user_id), 'user_status', (statuses) => {
      const { [person.user_id]: _gone, ...others } = statuses;
      return others;
    });
  }
  if (op === 'add') {
    const { is_active: isActive = true, ...fields } = person;
    return moveToList(state, fields as Person, isActive);
  }
  const current = personOf(state, person.user_id);
  if (!current) return state;
  if (person.is_active !== undefined) return setActive(state, current, person.is_active);
  const next = applyChange(current, person);
  let after = state;
  for (const list of lists) {
    after = withSection(after, list, (people) => {
      const index = (people as Person[]).indexOf(current);
      return index < 0 ? people : (people.with(index, next as never) as never);
    });
  }
  return person.user_id === ownId ? applyOwnChange(after, person) : after;
};

export interface StatusEvent {
  readonly user_id: number;
  readonly away?: boolean;
  readonly status_text?: string;
  readonly emoji_name?: string;
  readonly emoji_code?: string;
  readonly reaction_type?: string;
}

export const userStatus: Reducer<StatusEvent> = (state, event) =>
  withSection(state, 'user_status', (statuses) => {
    const { user_id: id, away, status_text, emoji_name, emoji_code, reaction_type } = event;
    const parts = Object.entries({ status_text, emoji_name, emoji_code, reaction_type });
    const fields = Object.fromEntries(parts.filter(([, value]) => value !== undefined && value !== ''));
    const { [id]: _before, ...others } = statuses;
    const status = { ...(away && { away }), ...fields };
    return Object.keys(status).length > 0 ? { ...others, [id]: status } : others;
  });
