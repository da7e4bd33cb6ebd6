// User groups: what they are called, who is in them, and the groups that somebody is in.

import type { State, UserGroup } from '../../client/state/state.ts';
import { t } from '../i18n/words.ts';
import { remembering } from './memo.ts';

/** The server's own groups, which the roles make up. */
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

/** Of those that can be opened. */
const descriptions = {
  'role:owners': 'groups.aboutOwners',
  'role:administrators': 'groups.aboutAdministrators',
  'role:moderators': 'groups.aboutModerators',
  'role:fullmembers': 'groups.aboutFullmembers',
  'role:members': 'groups.aboutMembers',
  'role:everyone': 'groups.aboutEveryone',
} as const;

export function groupName({ name }: Pick<UserGroup, 'name'>): string {
  return Object.hasOwn(roles, name) ? t(roles[name as keyof typeof roles]) : name;
}

/** What a group is for; of the server's own in the language of the page. */
export function groupDescription({ name, description }: Pick<UserGroup, 'name' | 'description'>): string {
  return Object.hasOwn(descriptions, name) ? t(descriptions[name as keyof typeof descriptions]) : description;
}

const byId = remembering(
  (groups: State['realm_user_groups']): ReadonlyMap<number, UserGroup> =>
    new Map((groups ?? []).map((group) => [group.id, group])),
);

export function groupIn(state: State, id: number): UserGroup | undefined {
  return byId(state.realm_user_groups).get(id);
}

/** Everybody in a group, by themselves or through the groups in it. */
export function membersOf(state: State, id: number): Set<number> {
  const members = new Set<number>();
  const seen = new Set<number>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const group = seen.has(next) ? undefined : groupIn(state, next);
    seen.add(next);
    for (const member of group?.members ?? []) members.add(member);
    waiting.push(...(group?.direct_subgroup_ids ?? []));
  }
  return members;
}

/** The groups that people made and that somebody is in, by name. */
export function groupsOf(state: State, personId: number): UserGroup[] {
  return (state.realm_user_groups ?? [])
    .filter((group) => !group.is_system_group && !group.deactivated)
    .filter((group) => membersOf(state, group.id).has(personId))
    .sort((a, b) => a.name.localeCompare(b.name));
}

export function addressOfGroup({ id, name }: Pick<UserGroup, 'id' | 'name'>): string {
  return `#groups/${id}/${encodeURIComponent(name)}`;
}
