// Reads and updates organizations.

import type { SystemGroupIds, SystemGroupName } from '../../model/groups/system-groups.ts';
import {
  type Organization,
  type OrganizationRow,
  organizationOf,
} from '../../model/organizations/organization.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const byId = preparedRead<{ id: number }>()((db, p) =>
  db.selectFrom('organization').selectAll().where('id', '=', p.id),
);
const systemGroups = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('user_group')
    .select(['id', 'name'])
    .where('organization_id', '=', p.organization)
    .where('is_system', '=', 1),
);

/** System groups never change after creation, so they are cached for the life of the process. */
const systemGroupCache = new WeakMap<object, Map<number, SystemGroupIds>>();

async function systemGroupIds(reader: Reader): Promise<SystemGroupIds> {
  // Keyed by the connection's `execute`, so that two servers in one process never share entries.
  let cache = systemGroupCache.get(reader.execute);
  if (!cache) {
    cache = new Map();
    systemGroupCache.set(reader.execute, cache);
  }
  const cached = cache.get(reader.organizationId);
  if (cached) return cached;
  const rows = await systemGroups.all(reader, { organization: reader.organizationId });
  const ids = Object.fromEntries(rows.map((row) => [row.name as SystemGroupName, row.id])) as SystemGroupIds;
  if (rows.length > 0) cache.set(reader.organizationId, ids);
  return ids;
}

export async function readOrganization(reader: Reader): Promise<Organization> {
  const row = await byId.first(reader, { id: reader.organizationId });
  if (!row) throw new Error(`organization ${reader.organizationId} was not found`);
  return organizationOf(row, await systemGroupIds(reader));
}

/** All organizations of the database; `reader` may be of any of them. */
export async function allOrganizationRows(reader: Reader): Promise<OrganizationRow[]> {
  return reader.db.selectFrom('organization').selectAll().orderBy('id').execute();
}

export async function updateOrganization(
  writer: Writer,
  changes: Partial<Omit<OrganizationRow, 'id'>>,
): Promise<void> {
  await writer.db.updateTable('organization').set(changes).where('id', '=', writer.organizationId).execute();
}

/** Whether any organization of this database has the short name. */
export async function isShortNameTaken(reader: Reader, name: string): Promise<boolean> {
  const row = await reader.db
    .selectFrom('organization')
    .select('id')
    .where('string_id', '=', name)
    .executeTakeFirst();
  return row !== undefined;
}
