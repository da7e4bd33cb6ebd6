// Who belonged to a group at some place in the log: by the periods of membership, of groups within groups, and
// of roles. This is how one stored mention of a group reaches exactly those who were in it at the time.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import type { Role } from '../accounts/roles.ts';
import { isInSystemGroup } from './group.ts';
import type { SystemGroupName } from './system-groups.ts';

/** All groups reachable from one at a place in the log, itself included. */
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
const isMemberAt = preparedRead<{ group: number; account: number; sequence: number }>()((db, p) =>
  db
    .selectFrom('user_group_member')
    .select(sql<number>`1`.as('one'))
    .where('group_id', '=', p.group)
    .where('account_id', '=', p.account)
    .where('from_sequence', '<=', p.sequence)
    .where((e) => e.or([e('to_sequence', 'is', null), e('to_sequence', '>', p.sequence)])),
);
const roleAt = preparedRead<{ account: number; sequence: number }>()((db, p) =>
  db
    .selectFrom('role_period')
    .select('role')
    .where('account_id', '=', p.account)
    .where('from_sequence', '<=', p.sequence)
    .where((e) => e.or([e('to_sequence', 'is', null), e('to_sequence', '>', p.sequence)])),
);

/** Whether an account was in a group, directly or through others, at a place in the log. */
export async function wasInGroupAt(
  reader: Reader,
  account: Account,
  groupId: number,
  sequence: number,
): Promise<boolean> {
  for (const group of await groupsWithin.all(reader, { group: groupId, sequence })) {
    if (group.is_system === 0) {
      if (await isMemberAt.first(reader, { group: group.id, account: account.id, sequence })) return true;
      continue;
    }
    const past = await roleAt.first(reader, { account: account.id, sequence });
    const person = { ...account, isActive: true, role: (past?.role ?? account.role) as Role };
    if (isInSystemGroup(group.name as SystemGroupName, person, 0, account.dateJoined)) return true;
  }
  return false;
}

/** Everyone who was in a group made by people at a place in the log; system groups within it are not resolved. */
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

/** The groups (of people's making) that an account was directly in at some place in the log. */
export async function directGroupsAt(reader: Reader, accountId: number, sequence: number): Promise<number[]> {
  return (await directlyIn.all(reader, { account: accountId, sequence })).map((row) => row.group_id);
}
