// How a client keeps up with the people of its organization and their statuses.

import type { ApiClient } from '../client.ts';
import type { Reducer } from './reducers.ts';
import { unknowable } from './unknowable.ts';

// biome-ignore lint/suspicious/noExplicitAny: events and snapshots are looked into freely by tests
type Any = any;

const lists = ['realm_users', 'realm_non_active_users', 'cross_realm_bots'] as const;

function find(state: Any, id: number): Any {
  for (const list of lists) {
    const user = state[list].find((candidate: Any) => candidate.user_id === id);
    if (user) return user;
  }
  throw new Error(`the client does not know user ${id}`);
}

function without(state: Any, id: number): void {
  for (const list of lists) state[list] = state[list].filter((user: Any) => user.user_id !== id);
}

function setActivity(state: Any, user: Any, isActive: boolean): void {
  without(state, user.user_id);
  state[isActive ? 'realm_users' : 'realm_non_active_users'].push(user);
  for (const list of ['realm_users', 'realm_non_active_users']) {
    state[list].sort((a: Any, b: Any) => a.user_id - b.user_id);
  }
}

/** Clients take somebody who left out of groups, of permissions and of lists of subscribers by themselves. */
function forget(value: Any, id: number): void {
  if (Array.isArray(value)) {
    for (const item of value) forget(item, id);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (['members', 'direct_members', 'subscribers', 'partial_subscribers'].includes(key)) {
      value[key] = (inner as number[]).filter((one) => one !== id);
    } else forget(inner, id);
  }
}

/** What somebody may do follows from groups, which clients look up; here it is left open. */
function setOwnRole(state: Any, role: number): void {
  setRole(state, role);
  state.is_moderator = role <= 300;
  for (const key of Object.keys(state)) if (key.startsWith('can_')) state[key] = unknowable;
}

function setRole(target: Any, role: number): void {
  target.is_owner = role === 100;
  target.is_admin = role <= 200;
  target.is_guest = role === 600;
}

function update(state: Any, person: Any, observer: ApiClient): void {
  const { user_id: id, ...aspect } = person;
  const user = find(state, id);
  const isOwn = id === observer.userId;
  if (aspect.is_active !== undefined) {
    setActivity(state, user, aspect.is_active);
    if (!aspect.is_active) {
      for (const key of [
        'realm_user_groups',
        'subscriptions',
        'unsubscribed',
        'never_subscribed',
        'streams',
      ]) {
        forget(state[key], id);
      }
    }
    return;
  }
  if (aspect.custom_profile_field) {
    const { id: fieldId, value, ...rest } = aspect.custom_profile_field;
    if (value === null) delete user.profile_data[fieldId];
    else user.profile_data[fieldId] = { value, ...rest };
    return;
  }
  if (aspect.new_email !== undefined) {
    user.email = aspect.new_email;
    if (isOwn) state.email = aspect.new_email;
    return;
  }
  const { avatar_source, avatar_url_medium, ...shown } = aspect;
  Object.assign(user, shown);
  if (aspect.role !== undefined) setRole(user, aspect.role);
  if (!isOwn) return;
  if (aspect.role !== undefined) setOwnRole(state, aspect.role);
  for (const key of ['avatar_source', 'avatar_url', 'avatar_url_medium', 'full_name', 'delivery_email']) {
    if (key in aspect) state[key] = aspect[key];
  }
}

const realmUser: Reducer = (state, event, observer) => {
  const { person } = event;
  if (event.op === 'update') {
    update(state, person, observer);
    return;
  }
  without(state, person.user_id);
  if (event.op === 'remove') {
    if (state.user_status) delete state.user_status[person.user_id];
    return;
  }
  const { is_active: isActive, ...user } = person;
  setActivity(state, user, isActive);
};

const userStatus: Reducer = (state, event) => {
  const { type: _type, id: _id, user_id: accountId, away, ...parts } = event;
  const entries = Object.entries(parts).filter(([, value]) => value !== '');
  state.user_status ??= {};
  const status = { ...(away && { away }), ...Object.fromEntries(entries) };
  if (Object.keys(status).length > 0) state.user_status[accountId] = status;
  else delete state.user_status[accountId];
};

export const peopleReducers: readonly (readonly [string, Reducer])[] = [
  ['realm_user', realmUser],
  ['user_status', userStatus],
];
