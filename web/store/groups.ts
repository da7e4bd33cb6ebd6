// User groups: their names, their members, and the groups of an account.

import type { State, UserGroup } from '../../client/state/state.ts';
import { t } from '../i18n/texts.ts';
import { memoize } from './memoized.ts';

/** The system groups, whose members follow from roles. */
const roles = {
  'role:nobody': 'groups.nobody',
  'role:owners': 'groups.owners',
  'role:administrators': 'groups.administrators',
  'role:moderators': 'groups.moderators',
  'role:fullmembers': 'groups.fullmembers',
  'role:members': 'groups.roleMembers',
  'role:everyone': 'groups.everyone',
  'role:internet': 'groups.internet',
} as const;

/** The descriptions of the system groups that can be opened. */
const descriptions = {
  'role:owners': 'groupScreens.aboutOwners',
  'role:administrators': 'groupScreens.aboutAdministrators',
  'role:moderators': 'groupScreens.aboutModerators',
  'role:fullmembers': 'groupScreens.aboutFullmembers',
  'role:members': 'groupScreens.aboutMembers',
  'role:everyone': 'groupScreens.aboutEveryone',
} as const;

export function groupName({ name }: Pick<UserGroup, 'name'>): string {
  return Object.hasOwn(roles, name) ? t(roles[name as keyof typeof roles]) : name;
}

/** The group's description; of system groups in the page's language. */
export function groupDescription({ name, description }: Pick<UserGroup, 'name' | 'description'>): string {
  return Object.hasOwn(descriptions, name) ? t(descriptions[name as keyof typeof descriptions]) : description;
}

const byId = memoize(
  (groups: State['realm_user_groups']): ReadonlyMap<number, UserGroup> =>
    new Map((groups ?? []).map((group) => [group.id, group])),
);

export function groupIn(state: State, id: number): UserGroup | undefined {
  return byId(state.realm_user_groups).get(id);
}

/** All members of a group, direct and through subgroups. */
export function membersOf(state: State, id: number): Set<number> {
  const members = new Set<number>();
  const seen = new Set<number>();
  const pending = [id];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const group = seen.has(next) ? undefined : groupIn(state, next);
    seen.add(next);
    for (const member of group?.members ?? []) members.add(member);
    pending.push(...(group?.direct_subgroup_ids ?? []));
  }
  return members;
}

/** The groups of an account, by name, without system groups. */
export function groupsOf(state: State, personId: number): UserGroup[] {
  return (state.realm_user_groups ?? [])
    .filter((group) => !group.is_system_group && !group.deactivated)
    .filter((group) => membersOf(state, group.id).has(personId))
    .sort((a, b) => a.name.localeCompare(b.name));
}

export function addressOfGroup({ id, name }: Pick<UserGroup, 'id' | 'name'>): string {
  return `#groups/${id}/${encodeURIComponent(name)}`;
}
