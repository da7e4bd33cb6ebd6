// External ids and names of users and groups from SCIM, and the users it removed or deactivated.

import { sql } from 'kysely';
import { parseColumn } from '../../api-contract/parse-column.ts';
import type { StoredScimUser } from '../../model/scim/scim-resources.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Schema } from '../../storage/schema.ts';

interface IdValues {
  readonly organization: number;
  /** JSON of ids. */
  readonly ids: string;
}

const usersByAccountId = preparedRead<IdValues>()((db, p, engine) =>
  db
    .selectFrom('scim_user')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .where('account_id', 'in', idsOf(engine, p.ids)),
);
const groupsById = preparedRead<IdValues>()((db, p, engine) =>
  db
    .selectFrom('scim_group')
    .select(['group_id', 'external_name'])
    .where('organization_id', '=', p.organization)
    .where('group_id', 'in', idsOf(engine, p.ids)),
);

function scimUserOf(row: Schema['scim_user']): StoredScimUser {
  return {
    externalId: row.external_name,
    names: { fullName: row.names_of, sent: parseColumn(row.sent_names) },
    isRemoved: row.is_removed === 1,
  };
}

/** The SCIM data of users, by account. */
export async function scimUsers(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredScimUser>> {
  const values = { organization: reader.organizationId, ids: JSON.stringify(ids) };
  return new Map(
    (await usersByAccountId.all(reader, values)).map((row) => [row.account_id, scimUserOf(row)]),
  );
}

/** The external ids of groups, by group. */
export async function externalIdsOfGroups(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  const values = { organization: reader.organizationId, ids: JSON.stringify(ids) };
  return new Map((await groupsById.all(reader, values)).map((row) => [row.group_id, row.external_name]));
}

/** The accounts that were removed, reactivated ones included. */
export async function removedAccountIds(reader: Reader): Promise<ReadonlySet<number>> {
  const rows = await reader.db
    .selectFrom('scim_user')
    .select('account_id')
    .where('organization_id', '=', reader.organizationId)
    .where('is_removed', '=', sql.lit(1))
    .execute();
  return new Set(rows.map((row) => row.account_id));
}

export async function accountIdsOfExternal(reader: Reader, externalId: string): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('scim_user')
    .select('account_id')
    .where('organization_id', '=', reader.organizationId)
    .where('external_name', '=', externalId)
    .orderBy('account_id')
    .execute();
  return rows.map((row) => row.account_id);
}

export async function groupIdsOfExternal(reader: Reader, externalId: string): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('scim_group')
    .select('group_id')
    .where('organization_id', '=', reader.organizationId)
    .where('external_name', '=', externalId)
    .orderBy('group_id')
    .execute();
  return rows.map((row) => row.group_id);
}

/** Stores the SCIM data of a user. */
export async function putScimUser(writer: Writer, accountId: number, user: StoredScimUser): Promise<void> {
  const values = {
    external_name: user.externalId,
    names_of: user.names.fullName,
    sent_names: JSON.stringify(user.names.sent),
    is_removed: user.isRemoved ? 1 : 0,
  } as const;
  await writer.db
    .insertInto('scim_user')
    .values({ account_id: accountId, organization_id: writer.organizationId, is_deactivated: 0, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
}

/** Whether SCIM deactivated an account and nothing has reactivated it since. */
export async function isDeactivatedByScim(reader: Reader, accountId: number): Promise<boolean> {
  const row = await reader.db
    .selectFrom('scim_user')
    .select('is_deactivated')
    .where('organization_id', '=', reader.organizationId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.is_deactivated === 1;
}

/** Records that SCIM deactivated a user that has SCIM data. */
export async function recordScimDeactivation(writer: Writer, accountId: number): Promise<void> {
  await setDeactivated(writer, accountId, 1);
}

/** Records that the account is active again. */
export async function clearScimDeactivation(writer: Writer, accountId: number): Promise<void> {
  await setDeactivated(writer, accountId, 0);
}

async function setDeactivated(writer: Writer, accountId: number, is_deactivated: 0 | 1): Promise<void> {
  await writer.db
    .updateTable('scim_user')
    .set({ is_deactivated })
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Deletes the names of an account whose profile is erased. */
export async function deleteSentNames(writer: Writer, accountId: number): Promise<void> {
  await writer.db
    .updateTable('scim_user')
    .set({ names_of: '', sent_names: '{}' })
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Stores the external id of a group. */
export async function putExternalGroupId(
  writer: Writer,
  groupId: number,
  externalId: string | null,
): Promise<void> {
  await writer.db
    .insertInto('scim_group')
    .values({ group_id: groupId, organization_id: writer.organizationId, external_name: externalId })
    .onConflict((conflict) => conflict.column('group_id').doUpdateSet({ external_name: externalId }))
    .execute();
}
