// The hosts of organizations: the one that selects an organization, and its former ones.

import { badRequest } from '../../api-contract/error.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

/** A former host of an organization. */
export interface HostAlias {
  readonly host: string;
  readonly organizationId: number;
}

/** The former hosts of all organizations. */
export async function allHostAliases(reader: Reader): Promise<HostAlias[]> {
  const rows = await reader.db.selectFrom('host_alias').selectAll().orderBy('host').execute();
  return rows.map((row) => ({ host: row.host, organizationId: row.organization_id }));
}

/**
 * Requires a host that no organization uses; call it in the unit of work that takes the host, so that only
 * one of two concurrent ones succeeds.
 */
export async function checkHostIsFree(writer: Writer, host: string): Promise<void> {
  // Organizations are created so rarely that their units of work may wait for each other.
  if (writer.engine === 'postgres')
    await writer.execute('lock table organization in share row exclusive mode', []);
  const existing = await writer.db
    .selectFrom('organization')
    .select('id')
    .where('host', '=', host)
    .executeTakeFirst();
  const former = await writer.db
    .selectFrom('host_alias')
    .select('organization_id')
    .where('host', '=', host)
    .where('organization_id', '<>', writer.organizationId)
    .executeTakeFirst();
  if (!existing && !former) return;
  throw badRequest(
    host === '' ? 'An organization already exists. Set a host for this one.' : `The host ${host} is taken.`,
  );
}

/** Adds a former host that still leads to the organization. */
export async function insertHostAlias(writer: Writer, host: string): Promise<void> {
  await writer.db
    .insertInto('host_alias')
    .values({ host, organization_id: writer.organizationId })
    .onConflict((conflict) => conflict.column('host').doNothing())
    .execute();
}

/** Deletes one former host of the organization, or all of them. */
export async function deleteHostAliases(writer: Writer, host?: string): Promise<void> {
  const query = writer.db.deleteFrom('host_alias').where('organization_id', '=', writer.organizationId);
  await (host === undefined ? query : query.where('host', '=', host)).execute();
}

/** Tables whose rows store the organization's address for later use. */
const tablesWithAddress = [
  'scheduled_message',
  'reminder',
  'pending_notice',
  'invitation',
  'data_export',
] as const;

/** Replaces the address of the organization in all rows that will use it later. */
export async function updatePendingAddresses(writer: Writer, move: (url: string) => string): Promise<void> {
  for (const table of tablesWithAddress) {
    const rows = await writer.db
      .selectFrom(table as 'reminder')
      .select('organization_url')
      .distinct()
      .where('organization_id', '=', writer.organizationId)
      .execute();
    for (const { organization_url: before } of rows) {
      const after = move(before);
      if (after === before) continue;
      await writer.db
        .updateTable(table as 'reminder')
        .set({ organization_url: after })
        .where('organization_id', '=', writer.organizationId)
        .where('organization_url', '=', before)
        .execute();
    }
  }
}
