// Who is in a group, from memory: those who are in it themselves, and those who are by a group within it.

import { nowSeconds } from '../../contract/time.ts';
import type { OrganizationView } from '../organization-view.ts';
import { isFullMember, type Person, type UserGroup } from './group.ts';
import { type SystemGroupName, systemGroups } from './system-groups.ts';

/** What members are counted from. */
export type MemberDirectory = Pick<OrganizationView, 'accounts' | 'groups' | 'waitingPeriodDays'>;

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

/** The active accounts that are in a group themselves, ascending. */
export function directMembers(directory: MemberDirectory, group: UserGroup, now = nowSeconds()): number[] {
  const ids: number[] = [];
  if (group.isSystem) {
    const name = group.name as SystemGroupName;
    for (const account of directory.accounts.values()) {
      if (!account.isActive || account.isSystemBot) continue;
      if (isDirectlyIn(name, account, directory.waitingPeriodDays, now)) ids.push(account.id);
    }
  } else {
    for (const id of group.memberIds) if (directory.accounts.get(id)?.isActive) ids.push(id);
  }
  return ids.sort((a, b) => a - b);
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
  const now = nowSeconds();
  const ids = new Set<number>();
  for (const inner of groupsWithin(directory, group)) {
    for (const id of directMembers(directory, inner, now)) ids.add(id);
  }
  return [...ids].sort((a, b) => a - b);
}
