// Rules for the names and members of groups. (As in the reference server.)

import { isLongerThan } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { groupDeactivated } from './permission-rules.ts';
import type { UserGroup } from './user-group.ts';

/** Prefixes that would give a name another meaning. */
const RESERVED_PREFIXES = ['@', 'role:', 'user:', 'stream:', 'channel:'] as const;

/** Trims a name. @throws if it is empty, too long or has a reserved prefix */
export function checkedGroupName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw badRequest("User group name can't be empty!");
  if (isLongerThan(trimmed, limits.groupNameCodePoints)) {
    throw badRequest(`User group name cannot exceed ${limits.groupNameCodePoints} characters.`);
  }
  for (const prefix of RESERVED_PREFIXES) {
    if (trimmed.startsWith(prefix)) throw badRequest(`User group name cannot start with '${prefix}'.`);
  }
  return trimmed;
}

/** Refuses a name that another group has. @param holder the id of the group that has the name, if any */
export function checkGroupNameIsFree(name: string, holder: number | undefined, groupId?: number): void {
  if (holder !== undefined && holder !== groupId) throw badRequest(`User group '${name}' already exists.`);
}

/** Refuses ids that do not belong to active accounts. */
export function checkAccountsExist(ids: readonly number[], active: ReadonlySet<number>): void {
  for (const id of ids) if (!active.has(id)) throw badRequest(`Invalid user ID: ${id}`);
}

/** Refuses ids that do not belong to active groups. */
export function checkSubgroupsExist(
  ids: readonly number[],
  groups: ReadonlyMap<number, Pick<UserGroup, 'isDeactivated'>>,
): void {
  for (const id of ids) {
    const group = groups.get(id);
    if (!group) throw badRequest(`Invalid user group ID: ${id}`);
    if (group.isDeactivated) throw groupDeactivated();
  }
}

/** Refuses people who are already direct members of the group. */
export function checkNotMembers(group: UserGroup, ids: readonly number[]): void {
  for (const id of ids) {
    if (group.memberIds.has(id)) throw badRequest(`User ${id} is already a member of this group`);
  }
}

/** Refuses people who are not direct members of the group. */
export function checkAreMembers(group: UserGroup, ids: readonly number[]): void {
  for (const id of ids) {
    if (!group.memberIds.has(id)) throw badRequest(`There is no member '${id}' in this user group`);
  }
}

/**
 * Refuses groups that are already in the group, or that contain it.
 * @param nestedIds ids of all groups within the new subgroups
 */
export function checkMayNest(
  group: UserGroup,
  subgroupIds: readonly number[],
  nestedIds: readonly number[],
): void {
  for (const id of subgroupIds) {
    if (group.subgroupIds.has(id)) throw badRequest(`User group ${id} is already a subgroup of this group.`);
  }
  if (nestedIds.includes(group.id)) {
    throw badRequest(`User group ${group.id} is already a subgroup of one of the passed subgroups.`);
  }
}

/** Refuses groups that are not direct subgroups of the group. */
export function checkAreSubgroups(group: UserGroup, subgroupIds: readonly number[]): void {
  for (const id of subgroupIds) {
    if (!group.subgroupIds.has(id)) throw badRequest(`User group ${id} is not a subgroup of this group.`);
  }
}
