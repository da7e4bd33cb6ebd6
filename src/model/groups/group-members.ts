// Lists the members of groups from memory, both direct ones and those in subgroups.

import { nowSeconds } from '../../api-contract/time.ts';
import type { Account } from '../accounts/account.ts';
import { type SystemGroupName, systemGroups } from './system-groups.ts';
import { type GroupCandidate, isFullMember, type UserGroup } from './user-group.ts';

/** The state from which members are determined. */
export interface MemberDirectory {
  readonly accounts: ReadonlyMap<number, Account>;
  readonly groups: ReadonlyMap<number, UserGroup>;
  readonly waitingPeriodDays: number;
}

const roleOfSystemGroup: ReadonlyMap<string, number | null> = new Map(
  systemGroups.map(({ name, role }) => [name, role]),
);

/**
 * Whether an account is a direct member of a system group, which depends on its role and, for full members, on
 * its age.
 */
export function isDirectMember(
  name: SystemGroupName,
  account: Pick<GroupCandidate, 'role' | 'dateJoined'>,
  waitingPeriodDays: number,
  now: number,
): boolean {
  if (roleOfSystemGroup.get(name) !== account.role) return false;
  return name !== 'role:fullmembers' || isFullMember(account, waitingPeriodDays, now);
}

/** The active accounts of each role in ascending order. One pass over the accounts serves all system groups. */
function activeByRole(directory: MemberDirectory): ReadonlyMap<number, readonly Account[]> {
  const found = new Map<number, Account[]>();
  for (const account of directory.accounts.values()) {
    if (!account.isActive || account.isSystemBot) continue;
    const accounts = found.get(account.role);
    if (accounts) accounts.push(account);
    else found.set(account.role, [account]);
  }
  for (const accounts of found.values()) accounts.sort((a, b) => a.id - b.id);
  return found;
}

/**
 * Returns a function that lists a group's active direct members in ascending order. Use one function for
 * several groups, because it scans the accounts only once.
 */
export function membersOfGroups(
  directory: MemberDirectory,
  now = nowSeconds(),
): (group: UserGroup) => number[] {
  let byRole: ReadonlyMap<number, readonly Account[]> | undefined;
  return (group) => {
    if (!group.isSystem) {
      const active = [...group.memberIds].filter((id) => directory.accounts.get(id)?.isActive);
      return active.sort((a, b) => a - b);
    }
    const role = roleOfSystemGroup.get(group.name);
    if (role == null) return [];
    byRole ??= activeByRole(directory);
    const name = group.name as SystemGroupName;
    const ids: number[] = [];
    for (const account of byRole.get(role) ?? []) {
      if (isDirectMember(name, account, directory.waitingPeriodDays, now)) ids.push(account.id);
    }
    return ids;
  };
}

/** The active direct members of a group, ascending. */
export function directMembers(directory: MemberDirectory, group: UserGroup): number[] {
  return membersOfGroups(directory)(group);
}

/** A group and all groups nested in it, each once. */
export function groupsWithin(directory: MemberDirectory, group: UserGroup): UserGroup[] {
  const seen = new Set([group.id]);
  const found: UserGroup[] = [];
  const queue = [group];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    found.push(next);
    for (const id of next.subgroupIds) {
      const subgroup = directory.groups.get(id);
      if (!subgroup || seen.has(id)) continue;
      seen.add(id);
      queue.push(subgroup);
    }
  }
  return found;
}

/** The active members of a group, direct or in subgroups, ascending. */
export function allMembers(directory: MemberDirectory, group: UserGroup): number[] {
  const membersOf = membersOfGroups(directory);
  const ids = new Set<number>();
  for (const inner of groupsWithin(directory, group)) for (const id of membersOf(inner)) ids.add(id);
  return [...ids].sort((a, b) => a - b);
}
