// Who belonged to a group at a log position, by the periods of memberships, subgroups and roles. This is how
// one stored mention of a group reaches exactly the accounts that were in it at the time.

import { type RawBuilder, sql } from 'kysely';
import type { Account } from '../../model/accounts/account.ts';
import type { Role } from '../../model/accounts/roles.ts';
import type { SystemGroupName } from '../../model/groups/system-groups.ts';
import { isInSystemGroup } from '../../model/groups/user-group.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

/** A group and all its subgroups at a log position. */
const groupsWithin = preparedRead<{ group: number; sequence: number }>()((db, p) =>
  db
    .withRecursive('reached', (r) =>
      r
        .selectFrom('user_group')
        .select('id')
        .where('id', '=', p.group)
        .union(
          r
            .selectFrom('user_group_subgroup')
            .innerJoin('reached', 'reached.id', 'user_group_subgroup.group_id')
            .select('user_group_subgroup.subgroup_id as id')
            .where('from_sequence', '<=', p.sequence)
            .where((e) => e.or([e('to_sequence', 'is', null), e('to_sequence', '>', p.sequence)])),
        ),
    )
    .selectFrom('reached')
    .innerJoin('user_group', 'user_group.id', 'reached.id')
    .select(['user_group.id', 'user_group.name', 'user_group.is_system']),
);
const membersAt = preparedRead<{ group: number; sequence: number }>()((db, p) =>
  db
    .selectFrom('user_group_member')
    .select('account_id')
    .where('group_id', '=', p.group)
    .where('from_sequence', '<=', p.sequence)
    .where((e) => e.or([e('to_sequence', 'is', null), e('to_sequence', '>', p.sequence)])),
);
/** The groups that were ever reachable from some groups. */
const reachedFrom = (ids: RawBuilder<number>) => sql`with recursive reached(id) as (
    select id from user_group where id in ${ids}
    union select subgroup_id from user_group_subgroup join reached on reached.id = group_id
  )`;
const reachedGroups = preparedRead<{ groups: string }>()((db, p, engine) =>
  db
    .selectFrom(
      sql<GroupRow>`(${reachedFrom(idsOf(engine, p.groups))}
        select user_group.id, name, is_system from user_group join reached on reached.id = user_group.id)`.as(
        'found',
      ),
    )
    .select(['id', 'name', 'is_system']),
);
const subgroupPeriods = preparedRead<{ groups: string }>()((db, p, engine) =>
  db
    .selectFrom(
      sql<SubgroupRow>`(${reachedFrom(idsOf(engine, p.groups))}
        select group_id, subgroup_id, from_sequence, to_sequence from user_group_subgroup
        join reached on reached.id = group_id)`.as('found'),
    )
    .select(['group_id', 'subgroup_id', 'from_sequence', 'to_sequence']),
);
const membershipsOf = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('user_group_member')
    .select(['group_id', 'from_sequence', 'to_sequence'])
    .where('account_id', '=', p.account),
);
const rolesOf = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('role_period')
    .select(['role', 'from_sequence', 'to_sequence'])
    .where('account_id', '=', p.account),
);

interface GroupRow {
  readonly id: number;
  readonly name: string;
  readonly is_system: number;
}

interface PeriodRow {
  readonly from_sequence: number;
  readonly to_sequence: number | null;
}

interface SubgroupRow extends PeriodRow {
  readonly group_id: number;
  readonly subgroup_id: number;
}

function isAt(sequence: number, { from_sequence, to_sequence }: PeriodRow): boolean {
  return from_sequence <= sequence && (to_sequence === null || to_sequence > sequence);
}

/** Whether an account was in a group, directly or through subgroups, at a log position. */
export type WasInGroup = (groupId: number, sequence: number) => boolean;

/**
 * Reads everything that decides past membership of an account in some groups, for any number of log
 * positions.
 */
export async function pastMembership(
  reader: Reader,
  account: Account,
  groupIds: Iterable<number>,
): Promise<WasInGroup> {
  const groups = JSON.stringify([...groupIds]);
  const rows = new Map((await reachedGroups.all(reader, { groups })).map((row) => [row.id, row]));
  const subgroups = await subgroupPeriods.all(reader, { groups });
  const memberships = await membershipsOf.all(reader, { account: account.id });
  const roles = await rolesOf.all(reader, { account: account.id });
  const isIn = ({ id, name, is_system }: GroupRow, sequence: number): boolean => {
    if (is_system === 0) return memberships.some((row) => row.group_id === id && isAt(sequence, row));
    const role = (roles.find((row) => isAt(sequence, row))?.role ?? account.role) as Role;
    const person = { ...account, isActive: true, role };
    return isInSystemGroup(name as SystemGroupName, person, 0, account.dateJoined);
  };
  return (groupId, sequence) => {
    const reachedGroupIds = new Set([groupId]);
    for (const id of reachedGroupIds) {
      const group = rows.get(id);
      if (!group) continue;
      if (isIn(group, sequence)) return true;
      for (const row of subgroups)
        if (row.group_id === id && isAt(sequence, row)) reachedGroupIds.add(row.subgroup_id);
    }
    return false;
  };
}

/** The members of a user-defined group at a log position; system groups within it are not resolved. */
export async function groupMembersAt(
  reader: Reader,
  groupId: number,
  sequence: number,
): Promise<Set<number>> {
  const members = new Set<number>();
  for (const group of await groupsWithin.all(reader, { group: groupId, sequence })) {
    if (group.is_system === 1) continue;
    for (const row of await membersAt.all(reader, { group: group.id, sequence })) members.add(row.account_id);
  }
  return members;
}

const directlyIn = preparedRead<{ account: number; sequence: number }>()((db, p) =>
  db
    .selectFrom('user_group_member')
    .select('group_id')
    .where('account_id', '=', p.account)
    .where('from_sequence', '<=', p.sequence)
    .where((e) => e.or([e('to_sequence', 'is', null), e('to_sequence', '>', p.sequence)])),
);

/** The user-defined groups that an account was a direct member of at a log position. */
export async function directGroupsAt(reader: Reader, accountId: number, sequence: number): Promise<number[]> {
  return (await directlyIn.all(reader, { account: accountId, sequence })).map((row) => row.group_id);
}
