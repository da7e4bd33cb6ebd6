// The hosts of organizations in the database: the one that picks an organization, and those that it had before.

import { badRequest } from '../../api-contract/error.ts';
import type { Reader, Writer } from '../../storage/session.ts';

/** A host that an organization had before. */
export interface HostAlias {
  readonly host: string;
  readonly organizationId: number;
}

/** The former hosts of all organizations. */
export async function allHostAliases(reader: Reader): Promise<HostAlias[]> {
  const rows = await reader.db.selectFrom('host_alias').selectAll().orderBy('host').execute();
  return rows.map((row) => ({ host: row.host, organizationId: row.organization_id }));
}

/** Refuses a host that picks an organization already; asked where it counts, so that of two at once one is made. */
export async function checkHostIsFree(writer: Writer, host: string): Promise<void> {
  // Organizations are made so seldom that their makers may wait for each other.
  if (writer.engine === 'postgres')
    await writer.execute('lock table organization in share row exclusive mode', []);
  const present = await writer.db
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
  if (!present && !former) return;
  throw badRequest(
    host === ''
      ? 'There is an organization already: name a host for this one.'
      : `The host ${host} is taken.`,
  );
}

/** Has an organization found at a host that it no longer has. */
export async function keepHostAlias(writer: Writer, host: string): Promise<void> {
  await writer.db
    .insertInto('host_alias')
    .values({ host, organization_id: writer.organizationId })
    .onConflict((conflict) => conflict.column('host').doNothing())
    .execute();
}

/** Forgets a former host, or all of the organization. */
export async function forgetHostAliases(writer: Writer, host?: string): Promise<void> {
  const query = writer.db.deleteFrom('host_alias').where('organization_id', '=', writer.organizationId);
  await (host === undefined ? query : query.where('host', '=', host)).execute();
}

/** Tables whose rows keep the organization's address for what is written or sent later. */
const addressed = ['scheduled_message', 'reminder', 'pending_notice', 'invitation', 'data_export'] as const;

/** The address of the organization wherever it waits to be used: a new host in place of a former one. */
export async function moveWaitingAddresses(writer: Writer, move: (url: string) => string): Promise<void> {
  for (const table of addressed) {
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
