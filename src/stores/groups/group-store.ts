// Reads and writes user groups; their members are in `membership-store.ts`.

import { type GroupRow, groupOf, type UserGroup } from '../../model/groups/user-group.ts';
import { parseIds } from '../../model/id-column.ts';
import { textKey } from '../../model/text-key.ts';
import { blocksOf } from '../../storage/blocks.ts';
import { aggregatedIds, idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

interface OrganizationValues {
  readonly organization: number;
}
interface IdValues extends OrganizationValues {
  /** JSON of group ids. */
  readonly ids: string;
}

const allGroups = preparedRead<OrganizationValues>()((db, p) =>
  db.selectFrom('user_group').selectAll().where('organization_id', '=', p.organization).orderBy('id'),
);
const groupsNamed = preparedRead<IdValues>()((db, p, engine) =>
  db
    .selectFrom('user_group')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .where('id', 'in', idsOf(engine, p.ids))
    .orderBy('id'),
);
const membersNamed = preparedRead<IdValues>()((db, p, engine) =>
  db
    .selectFrom('user_group_member')
    .select((e) => ['group_id', aggregatedIds(engine, e.ref('account_id')).as('ids')])
    .where('organization_id', '=', p.organization)
    .where('group_id', 'in', idsOf(engine, p.ids))
    .where('to_sequence', 'is', null)
    .groupBy('group_id'),
);
const subgroupsNamed = preparedRead<IdValues>()((db, p, engine) =>
  db
    .selectFrom('user_group_subgroup')
    .select((e) => ['group_id', aggregatedIds(engine, e.ref('subgroup_id')).as('ids')])
    .where('organization_id', '=', p.organization)
    .where('group_id', 'in', idsOf(engine, p.ids))
    .where('to_sequence', 'is', null)
    .groupBy('group_id'),
);
const reached = preparedRead<IdValues>()((db, p, engine) =>
  db
    .withRecursive('reached', (r) =>
      r
        .selectFrom('user_group')
        .select('id')
        .where('organization_id', '=', p.organization)
        .where('id', 'in', idsOf(engine, p.ids))
        .union(
          r
            .selectFrom('user_group_subgroup')
            .innerJoin('reached', 'reached.id', 'user_group_subgroup.group_id')
            .select('user_group_subgroup.subgroup_id as id')
            .where('to_sequence', 'is', null),
        ),
    )
    .selectFrom('reached')
    .select('id'),
);
const byNameKey = preparedRead<{ organization: number; key: string }>()((db, p) =>
  db
    .selectFrom('user_group')
    .select('id')
    .where('organization_id', '=', p.organization)
    .where('name_key', '=', p.key),
);

interface IdRow {
  readonly group_id: number;
  readonly ids: string;
}

function setsOf(rows: readonly IdRow[]): ReadonlyMap<number, ReadonlySet<number>> {
  return new Map(rows.map((row) => [row.group_id, new Set(parseIds(row.ids))]));
}

/** The number of groups whose members are read together. It is small, because each group may contain every account. */
const GROUPS_AT_ONCE = 50;

async function withMembership(reader: Reader, rows: readonly GroupRow[]): Promise<Map<number, UserGroup>> {
  const groups = new Map<number, UserGroup>();
  for await (const block of blocksOf(rows, GROUPS_AT_ONCE)) {
    const ids = JSON.stringify(block.map(({ id }) => id));
    const values = { organization: reader.organizationId, ids };
    const members = setsOf(await membersNamed.all(reader, values));
    const subgroups = setsOf(await subgroupsNamed.all(reader, values));
    for (const row of block) {
      groups.set(row.id, groupOf(row, members.get(row.id) ?? new Set(), subgroups.get(row.id) ?? new Set()));
    }
  }
  return groups;
}

/** All groups of the organization with their current membership. */
export async function readGroups(reader: Reader): Promise<Map<number, UserGroup>> {
  return withMembership(reader, await allGroups.all(reader, { organization: reader.organizationId }));
}

/** The groups with some ids, with their current membership; unknown ids are ignored. */
export async function groupsWithIds(reader: Reader, ids: readonly number[]): Promise<Map<number, UserGroup>> {
  if (ids.length === 0) return new Map();
  const values = { organization: reader.organizationId, ids: JSON.stringify(ids) };
  return withMembership(reader, await groupsNamed.all(reader, values));
}

/** The given groups and all their subgroups at any depth, with their current membership. */
export async function groupsReachedFrom(
  reader: Reader,
  from: readonly number[],
): Promise<Map<number, UserGroup>> {
  return groupsWithIds(reader, await reachableGroups(reader, from));
}

/** A group by id, including deactivated ones. */
export async function groupById(reader: Reader, id: number): Promise<UserGroup | undefined> {
  return (await groupsWithIds(reader, [id])).get(id);
}

/** The id of the group with a name, regardless of case. */
export async function groupIdByName(reader: Reader, name: string): Promise<number | undefined> {
  const values = { organization: reader.organizationId, key: textKey(name) };
  return (await byNameKey.first(reader, values))?.id;
}

export type GroupHead = Pick<UserGroup, 'name' | 'isSystem' | 'isDeactivated'>;

/** Names and states of groups, without their membership. */
export async function groupHeads(reader: Reader, ids: readonly number[]): Promise<Map<number, GroupHead>> {
  if (ids.length === 0) return new Map();
  const values = { organization: reader.organizationId, ids: JSON.stringify(ids) };
  const rows = await groupsNamed.all(reader, values);
  return new Map(
    rows.map((row) => [
      row.id,
      { name: row.name, isSystem: row.is_system === 1, isDeactivated: row.is_deactivated === 1 },
    ]),
  );
}

/** The ids of the given groups and all their subgroups at any depth. */
export async function reachableGroups(reader: Reader, from: readonly number[]): Promise<number[]> {
  if (from.length === 0) return [];
  const values = { organization: reader.organizationId, ids: JSON.stringify(from) };
  return (await reached.all(reader, values)).map((row) => row.id);
}

/** Stores a new group without members and returns its id. */
export async function insertGroup(
  writer: Writer,
  group: Pick<UserGroup, 'name' | 'description' | 'creatorId' | 'settings'>,
): Promise<number> {
  const { id } = await writer.db
    .insertInto('user_group')
    .values({
      organization_id: writer.organizationId,
      name: group.name,
      name_key: textKey(group.name),
      description: group.description,
      is_system: 0,
      creator_id: group.creatorId,
      created_at: writer.now,
      is_deactivated: 0,
      group_settings: JSON.stringify(group.settings),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateGroup(
  writer: Writer,
  id: number,
  changes: Partial<Pick<GroupRow, 'name' | 'description' | 'is_deactivated' | 'group_settings'>>,
): Promise<void> {
  await writer.db
    .updateTable('user_group')
    .set({ ...changes, ...(changes.name !== undefined && { name_key: textKey(changes.name) }) })
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}
