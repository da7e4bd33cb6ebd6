// A user group, and the answer to who belongs to one: roles fill the system groups, people fill the others.

import type { Selectable } from 'kysely';
import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import { DAY } from '../../api-contract/time.ts';
import type { UserGroupTable } from '../../storage/schema.ts';
import { type Account, ageInDays } from '../accounts/account.ts';
import { Role } from '../accounts/roles.ts';
import type { UserGroupSetting } from './permission-settings.ts';
import type { SystemGroupName } from './system-groups.ts';

export type GroupRow = Selectable<UserGroupTable>;
export type UserGroupSettings = Readonly<Record<UserGroupSetting, GroupSettingValue>>;

export interface UserGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly isSystem: boolean;
  readonly creatorId: number | null;
  readonly createdAt: number | null;
  readonly isDeactivated: boolean;
  readonly settings: UserGroupSettings;
  /** Direct members; empty for system groups, whose members follow from roles. */
  readonly memberIds: ReadonlySet<number>;
  readonly subgroupIds: ReadonlySet<number>;
}

/** The group of a row and its present membership. */
export function groupOf(
  row: GroupRow,
  memberIds: ReadonlySet<number>,
  subgroupIds: ReadonlySet<number>,
): UserGroup {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    isSystem: row.is_system === 1,
    creatorId: row.creator_id,
    createdAt: row.created_at,
    isDeactivated: row.is_deactivated === 1,
    settings: JSON.parse(row.group_settings) as UserGroupSettings,
    memberIds,
    subgroupIds,
  };
}

/** What deciding about membership of a system group needs to know of an account. */
export type Person = Pick<Account, 'id' | 'role' | 'isActive' | 'dateJoined' | 'isBot'>;

/** When a member is a full member. */
export function fullMemberAt(account: Pick<Person, 'dateJoined'>, waitingPeriodDays: number): number {
  return account.dateJoined + waitingPeriodDays * DAY;
}

/** Full members: moderators and above always, members once their waiting period is over, guests never. */
export function isFullMember(
  account: Pick<Person, 'role' | 'dateJoined'>,
  waitingPeriodDays: number,
  now: number,
): boolean {
  if (account.role <= Role.moderator) return true;
  return account.role === Role.member && ageInDays(account, now) >= waitingPeriodDays;
}

/** Whether an active account is in a system group, directly or through a group within it. */
export function isInSystemGroup(
  name: SystemGroupName,
  account: Person,
  waitingPeriodDays: number,
  now: number,
): boolean {
  switch (name) {
    case 'role:nobody':
      return false;
    case 'role:owners':
      return account.role <= Role.owner;
    case 'role:administrators':
      return account.role <= Role.administrator;
    case 'role:moderators':
      return account.role <= Role.moderator;
    case 'role:fullmembers':
      return isFullMember(account, waitingPeriodDays, now);
    case 'role:members':
      return account.role <= Role.member;
    case 'role:everyone':
    case 'role:internet':
      return true;
  }
}

/** Everything that deciding about membership needs to know of an organization. */
export interface GroupDirectory {
  readonly groups: ReadonlyMap<number, UserGroup>;
  readonly waitingPeriodDays: number;
}

/** Whether an account is in a group, directly or through groups within it. Deactivated accounts are in none. */
export function isInGroup(directory: GroupDirectory, groupId: number, account: Person, now: number): boolean {
  if (!account.isActive) return false;
  const seen = new Set<number>();
  const open = [groupId];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const group = directory.groups.get(next);
    if (!group) continue;
    if (group.isSystem) {
      if (isInSystemGroup(group.name as SystemGroupName, account, directory.waitingPeriodDays, now))
        return true;
      continue;
    }
    if (group.memberIds.has(account.id)) return true;
    open.push(...group.subgroupIds);
  }
  return false;
}

/** Whether a permission's value lets an account through. */
export function isAllowed(
  directory: GroupDirectory,
  value: GroupSettingValue,
  account: Person,
  now: number,
): boolean {
  if (typeof value === 'number') return isInGroup(directory, value, account, now);
  if (!account.isActive) return false;
  if (value.direct_members.includes(account.id)) return true;
  return value.direct_subgroups.some((groupId) => isInGroup(directory, groupId, account, now));
}
