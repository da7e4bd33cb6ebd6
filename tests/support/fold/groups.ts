// How a client keeps its user groups.

import type { Reducer } from './reducers.ts';

// biome-ignore lint/suspicious/noExplicitAny: events and snapshots are looked into freely by tests
type Group = any;

function without(ids: readonly number[], gone: readonly number[]): number[] {
  return ids.filter((id) => !gone.includes(id));
}

function union(ids: readonly number[], added: readonly number[]): number[] {
  return [...new Set([...ids, ...added])];
}

const changes: Readonly<Record<string, (group: Group, event: Group) => void>> = {
  update: (group, event) => Object.assign(group, event.data),
  add_members: (group, event) => {
    group.members = union(group.members, event.user_ids);
  },
  remove_members: (group, event) => {
    group.members = without(group.members, event.user_ids);
  },
  add_subgroups: (group, event) => {
    group.direct_subgroup_ids = union(group.direct_subgroup_ids, event.direct_subgroup_ids);
  },
  remove_subgroups: (group, event) => {
    group.direct_subgroup_ids = without(group.direct_subgroup_ids, event.direct_subgroup_ids);
  },
};

const userGroup: Reducer = (state, event) => {
  if (!state.realm_user_groups) return;
  if (event.op === 'add') {
    state.realm_user_groups.push(event.group);
    state.realm_user_groups.sort((a: Group, b: Group) => a.id - b.id);
    return;
  }
  if (event.op === 'remove') {
    state.realm_user_groups = state.realm_user_groups.filter(({ id }: Group) => id !== event.group_id);
    return;
  }
  const group = state.realm_user_groups.find(({ id }: Group) => id === event.group_id);
  const change = changes[event.op];
  if (!group || !change)
    throw new Error(`an event for no known group or of no known kind: ${JSON.stringify(event)}`);
  change(group, event);
};

export const groupReducers: readonly (readonly [string, Reducer])[] = [['user_group', userGroup]];
