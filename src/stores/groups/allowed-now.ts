// Whether a permission's value includes an account, from the tables as a unit of work sees them. System
// groups, which most values are, need no query.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import {
  type GroupCandidate,
  type GroupDirectory,
  isAllowed,
  type UserGroup,
} from '../../model/groups/user-group.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import type { ActorContext } from '../actor-context.ts';
import { groupsReachedFrom } from './group-store.ts';

/**
 * Whether a permission's value includes the account. For settings that exclude guests use `settingAllowsNow`.
 */
export async function isAllowedNow(
  { writer, organization, account }: ActorContext<GroupCandidate>,
  value: GroupSettingValue,
): Promise<boolean> {
  const directory = await directoryFor(writer, organization, [value]);
  return isAllowed(directory, value, account, writer.now);
}

/** The groups that the values of permissions lead to, read at once for all values. */
export async function directoryFor(
  reader: Reader,
  organization: Organization,
  values: readonly GroupSettingValue[],
): Promise<GroupDirectory> {
  const waitingPeriodDays = organization.settings.waiting_period_threshold;
  const system = systemGroupsOf(organization);
  const groupIds = new Set(
    values.flatMap((value) => (typeof value === 'number' ? [value] : value.direct_subgroups)),
  );
  const others = [...groupIds].filter((id) => !system.has(id));
  if (others.length === 0) return { groups: system, waitingPeriodDays };
  const groups = await groupsReachedFrom(reader, others);
  for (const [id, group] of system) groups.set(id, group);
  return { groups, waitingPeriodDays };
}

const systemGroupCache = new WeakMap<Organization['systemGroupIds'], Map<number, UserGroup>>();

function systemGroupsOf(organization: Organization): Map<number, UserGroup> {
  const cached = systemGroupCache.get(organization.systemGroupIds);
  if (cached) return cached;
  const groups = new Map<number, UserGroup>();
  for (const [name, id] of Object.entries(organization.systemGroupIds)) {
    groups.set(id, {
      id,
      name,
      description: '',
      isSystem: true,
      creatorId: null,
      createdAt: null,
      isDeactivated: false,
      settings: {} as UserGroup['settings'],
      memberIds: new Set(),
      subgroupIds: new Set(),
    });
  }
  systemGroupCache.set(organization.systemGroupIds, groups);
  return groups;
}
