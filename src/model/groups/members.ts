// Who is in a group, from memory: those who are in it themselves, and those who are by a group within it.

import { nowSeconds } from '../../api-contract/time.ts';
import type { Account } from '../accounts/account.ts';
import { isFullMember, type Person, type UserGroup } from './group.ts';
import { type SystemGroupName, systemGroups } from './system-groups.ts';

/** What members are counted from. */
export interface MemberDirectory {
  readonly accounts: ReadonlyMap<number, Account>;
  readonly groups: ReadonlyMap<number, UserGroup>;
  readonly waitingPeriodDays: number;
}

const roleOfSystemGroup: ReadonlyMap<string, number | null> = new Map(
  systemGroups.map(({ name, role }) => [name, role]),
);

/** Whether an account is a direct member of a system group: by its role and, for full members, its age. */
export function isDirectlyIn(
  name: SystemGroupName,
  account: Pick<Person, 'role' | 'dateJoined'>,
  waitingPeriodDays: number,
  now: number,
): boolean {
  if (roleOfSystemGroup.get(name) !== account.role) return false;
  return name !== 'role:fullmembers' || isFullMember(account, waitingPeriodDays, now);
}

/** The active accounts of each role, ascending: of very many people one look serves all system groups. */
function activeByRole(directory: MemberDirectory): ReadonlyMap<number, readonly Account[]> {
  const found = new Map<number, Account[]>();
  for (const account of directory.accounts.values()) {
    if (!account.isActive || account.isSystemBot) continue;
    const present = found.get(account.role);
    if (present) present.push(account);
    else found.set(account.role, [account]);
  }
  for (const accounts of found.values()) accounts.sort((a, b) => a.id - b.id);
  return found;
}

/** Gives the active accounts that are in a group themselves, ascending, of as many groups as are asked for. */
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
      if (isDirectlyIn(name, account, directory.waitingPeriodDays, now)) ids.push(account.id);
    }
    return ids;
  };
}

/** The active accounts that are in a group themselves, ascending. */
export function directMembers(directory: MemberDirectory, group: UserGroup): number[] {
  return membersOfGroups(directory)(group);
}

/** A group and all groups within it. */
export function groupsWithin(directory: MemberDirectory, group: UserGroup): UserGroup[] {
  const seen = new Set([group.id]);
  const found: UserGroup[] = [];
  const open = [group];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(next);
    for (const id of next.subgroupIds) {
      const subgroup = directory.groups.get(id);
      if (!subgroup || seen.has(id)) continue;
      seen.add(id);
      open.push(subgroup);
    }
  }
  return found;
}

/** The active accounts that are in a group, themselves or by a group within it, ascending. */
export function allMembers(directory: MemberDirectory, group: UserGroup): number[] {
  const membersOf = membersOfGroups(directory);
  const ids = new Set<number>();
  for (const inner of groupsWithin(directory, group)) for (const id of membersOf(inner)) ids.add(id);
  return [...ids].sort((a, b) => a - b);
}
