// Periods of membership in user-defined groups, which begin and end at log positions. Each change is one
// statement regardless of the number of accounts or groups.

import { sql } from 'kysely';
import { idsOf, preparedWrite } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';

interface Change {
  readonly organization: number;
  readonly group: number;
  /** JSON of ids. */
  readonly ids: string;
  readonly sequence: number;
}

const beginMembers = preparedWrite<Change>()((db, p, engine) =>
  db
    .insertInto('user_group_member')
    .columns(['organization_id', 'group_id', 'account_id', 'from_sequence', 'to_sequence'])
    .expression((e) =>
      e
        .selectFrom('account')
        .where('organization_id', '=', p.organization)
        .where('id', 'in', idsOf(engine, p.ids))
        .select([
          'organization_id',
          sql<number>`cast(${p.group} as bigint)`.as('group_id'),
          'id as account_id',
          sql<number>`cast(${p.sequence} as bigint)`.as('from_sequence'),
          sql<null>`cast(null as bigint)`.as('to_sequence'),
        ]),
    ),
);
const endMembers = preparedWrite<Change>()((db, p, engine) =>
  db
    .updateTable('user_group_member')
    .set({ to_sequence: p.sequence })
    .where('organization_id', '=', p.organization)
    .where('group_id', '=', p.group)
    .where('account_id', 'in', idsOf(engine, p.ids))
    .where('to_sequence', 'is', null),
);
const beginSubgroups = preparedWrite<Change>()((db, p, engine) =>
  db
    .insertInto('user_group_subgroup')
    .columns(['organization_id', 'group_id', 'subgroup_id', 'from_sequence', 'to_sequence'])
    .expression((e) =>
      e
        .selectFrom('user_group')
        .where('organization_id', '=', p.organization)
        .where('id', 'in', idsOf(engine, p.ids))
        .select([
          'organization_id',
          sql<number>`cast(${p.group} as bigint)`.as('group_id'),
          'id as subgroup_id',
          sql<number>`cast(${p.sequence} as bigint)`.as('from_sequence'),
          sql<null>`cast(null as bigint)`.as('to_sequence'),
        ]),
    ),
);
const endSubgroups = preparedWrite<Change>()((db, p, engine) =>
  db
    .updateTable('user_group_subgroup')
    .set({ to_sequence: p.sequence })
    .where('organization_id', '=', p.organization)
    .where('group_id', '=', p.group)
    .where('subgroup_id', 'in', idsOf(engine, p.ids))
    .where('to_sequence', 'is', null),
);

function change(writer: Writer, groupId: number, ids: readonly number[], sequence: number): Change {
  return { organization: writer.organizationId, group: groupId, ids: JSON.stringify(ids), sequence };
}

/** Adds accounts to a group from a log position on. None of them may be a member already. */
export async function addMembers(
  writer: Writer,
  groupId: number,
  ids: readonly number[],
  sequence: number,
): Promise<void> {
  await beginMembers.all(writer, change(writer, groupId, ids, sequence));
}

/** Removes accounts from a group at a log position. */
export async function removeMembers(
  writer: Writer,
  groupId: number,
  ids: readonly number[],
  sequence: number,
): Promise<void> {
  await endMembers.all(writer, change(writer, groupId, ids, sequence));
}

/** Adds subgroups to a group from a log position on. None of them may be a subgroup already. */
export async function addSubgroups(
  writer: Writer,
  groupId: number,
  ids: readonly number[],
  sequence: number,
): Promise<void> {
  await beginSubgroups.all(writer, change(writer, groupId, ids, sequence));
}

/** Removes subgroups from a group at a log position. */
export async function removeSubgroups(
  writer: Writer,
  groupId: number,
  ids: readonly number[],
  sequence: number,
): Promise<void> {
  await endSubgroups.all(writer, change(writer, groupId, ids, sequence));
}
