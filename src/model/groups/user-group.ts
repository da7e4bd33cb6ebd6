// A user group, and the rules that decide who is in it. Members of system groups follow from roles; other groups have
// listed members.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import { parseColumn } from '../../api-contract/parse-column.ts';
import { DAY } from '../../api-contract/time.ts';
import type { Row } from '../../storage/schema.ts';
import { type Account, ageInDays } from '../accounts/account.ts';
import { Role } from '../accounts/roles.ts';
import type { UserGroupSetting } from './permission-settings.ts';
import type { SystemGroupName } from './system-groups.ts';

export type GroupRow = Row<'user_group'>;
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
  /** Direct members. Empty for system groups, whose members follow from roles. */
  readonly memberIds: ReadonlySet<number>;
  readonly subgroupIds: ReadonlySet<number>;
}

/** The group of a row, with its current members. */
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
    settings: parseColumn<UserGroupSettings>(row.group_settings),
    memberIds,
    subgroupIds,
  };
}

/** The fields of an account that decide its membership in system groups. */
export type GroupCandidate = Pick<Account, 'id' | 'role' | 'isActive' | 'dateJoined' | 'isBot'>;

/** When a member becomes a full member, in seconds since 1970. */
export function fullMemberAt(account: Pick<GroupCandidate, 'dateJoined'>, waitingPeriodDays: number): number {
  return account.dateJoined + waitingPeriodDays * DAY;
}

/**
 * Whether an account is a full member: always for moderators and above, for members after the waiting period,
 * never for guests.
 */
export function isFullMember(
  account: Pick<GroupCandidate, 'role' | 'dateJoined'>,
  waitingPeriodDays: number,
  now: number,
): boolean {
  if (account.role <= Role.moderator) return true;
  return account.role === Role.member && ageInDays(account, now) >= waitingPeriodDays;
}

/** Whether an active account is in a system group, directly or through a subgroup. */
export function isInSystemGroup(
  name: SystemGroupName,
  account: GroupCandidate,
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

/** The part of an organization that decisions about membership depend on. */
export interface GroupDirectory {
  readonly groups: ReadonlyMap<number, UserGroup>;
  readonly waitingPeriodDays: number;
}

/** Whether an account is in a group, directly or through subgroups. Deactivated accounts are in no group. */
export function isInGroup(
  directory: GroupDirectory,
  groupId: number,
  account: GroupCandidate,
  now: number,
): boolean {
  if (!account.isActive) return false;
  const seen = new Set<number>();
  const queue = [groupId];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
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
    queue.push(...group.subgroupIds);
  }
  return false;
}

/** Whether the value of a permission includes an account. */
export function isAllowed(
  directory: GroupDirectory,
  value: GroupSettingValue,
  account: GroupCandidate,
  now: number,
): boolean {
  if (typeof value === 'number') return isInGroup(directory, value, account, now);
  if (!account.isActive) return false;
  if (value.direct_members.includes(account.id)) return true;
  return value.direct_subgroups.some((groupId) => isInGroup(directory, groupId, account, now));
}
