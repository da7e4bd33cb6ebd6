// User groups in the database.

import { sql } from 'kysely';
import type { GroupSettingValue } from '../../contract/group-setting.ts';
import type { Reader } from '../../storage/session.ts';
import type { Organization } from '../organizations/organization.ts';
import { type GroupDirectory, groupOf, isAllowed, type Person, type UserGroup } from './group.ts';

/** All groups of the organization with their present membership, or those that can be reached from some. */
export async function readGroups(reader: Reader, from?: readonly number[]): Promise<Map<number, UserGroup>> {
  const ids = from && (await reachable(reader, from));
  let groups = reader.db
    .selectFrom('user_group')
    .selectAll()
    .where('organization_id', '=', reader.organizationId);
  let members = reader.db
    .selectFrom('user_group_member')
    .select(['group_id', 'account_id'])
    .where('organization_id', '=', reader.organizationId)
    .where('to_sequence', 'is', null);
  let subgroups = reader.db
    .selectFrom('user_group_subgroup')
    .select(['group_id', 'subgroup_id'])
    .where('organization_id', '=', reader.organizationId)
    .where('to_sequence', 'is', null);
  if (ids) {
    groups = groups.where('id', 'in', ids);
    members = members.where('group_id', 'in', ids);
    subgroups = subgroups.where('group_id', 'in', ids);
  }
  const memberIds = new Map<number, Set<number>>();
  for (const row of await members.execute()) add(memberIds, row.group_id, row.account_id);
  const subgroupIds = new Map<number, Set<number>>();
  for (const row of await subgroups.execute()) add(subgroupIds, row.group_id, row.subgroup_id);
  const result = new Map<number, UserGroup>();
  for (const row of await groups.orderBy('id').execute()) {
    result.set(
      row.id,
      groupOf(row, memberIds.get(row.id) ?? new Set(), subgroupIds.get(row.id) ?? new Set()),
    );
  }
  return result;
}

function add(sets: Map<number, Set<number>>, key: number, value: number): void {
  const present = sets.get(key);
  if (present) present.add(value);
  else sets.set(key, new Set([value]));
}

async function reachable(reader: Reader, from: readonly number[]): Promise<number[]> {
  const seen = new Set(from);
  let open = [...from];
  while (open.length > 0) {
    const rows = await reader.db
      .selectFrom('user_group_subgroup')
      .select('subgroup_id')
      .where('group_id', 'in', open)
      .where('to_sequence', 'is', null)
      .execute();
    open = rows.map((row) => row.subgroup_id).filter((id) => !seen.has(id));
    for (const id of open) seen.add(id);
  }
  return seen.size > 0 ? [...seen] : [-1];
}

/**
 * Whether a permission's value lets an account through, by the tables as they stand in this unit of work. The
 * system groups, which most values are, need no query.
 */
export async function isAllowedNow(
  reader: Reader,
  organization: Organization,
  value: GroupSettingValue,
  account: Person,
  now: number,
): Promise<boolean> {
  const directory = await directoryFor(reader, organization, value);
  return isAllowed(directory, value, account, now);
}

async function directoryFor(
  reader: Reader,
  organization: Organization,
  value: GroupSettingValue,
): Promise<GroupDirectory> {
  const waitingPeriodDays = organization.settings.waiting_period_threshold;
  const system = systemGroupsOf(organization);
  const named = typeof value === 'number' ? [value] : value.direct_subgroups;
  const others = named.filter((id) => !system.has(id));
  if (others.length === 0) return { groups: system, waitingPeriodDays };
  const groups = await readGroups(reader, others);
  for (const [id, group] of system) groups.set(id, group);
  return { groups, waitingPeriodDays };
}

const systemGroupCache = new WeakMap<Organization['systemGroupIds'], Map<number, UserGroup>>();

function systemGroupsOf(organization: Organization): Map<number, UserGroup> {
  const present = systemGroupCache.get(organization.systemGroupIds);
  if (present) return present;
  const made = new Map<number, UserGroup>();
  for (const [name, id] of Object.entries(organization.systemGroupIds)) {
    made.set(id, {
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
  systemGroupCache.set(organization.systemGroupIds, made);
  return made;
}

/** The groups (of people's making) that an account was directly in at some place in the log. */
export async function directGroupsAt(reader: Reader, accountId: number, sequence: number): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('user_group_member')
    .select('group_id')
    .where('account_id', '=', accountId)
    .where('from_sequence', '<=', sequence)
    .where(sql<boolean>`(to_sequence is null or to_sequence > ${sequence})`)
    .execute();
  return rows.map((row) => row.group_id);
}
