// Removes an organization with everything that belongs to it, in units of work of bounded size. Its own row
// is removed first, so that it is no longer served.

import { idsOf } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { declarations, type TableName, tables } from '../../storage/schema.ts';
import { organizationKey } from '../messages/range-store.ts';
import { unindexMessages } from '../search/search-store.ts';

// Statements are typed as for `reaction`; the other tables have the columns used here too.

/** Tables whose rows are removed with the messages that they belong to. */
const ofMessages = declarations.flatMap(([name, { isOfMessages }]) => (isOfMessages ? [name] : []));

/** All other tables with rows of an organization; the row of its import is removed last, by the caller. */
export const organizationTables = declarations.flatMap(([name, { columns, isOfMessages }]) =>
  columns.organization_id && !isOfMessages && name !== 'message' && name !== 'organization_import'
    ? [name]
    : [],
);

/** Removes the organization's own row, so that it is no longer served. */
export async function removeOrganizationRow(writer: Writer): Promise<void> {
  await writer.db.deleteFrom('organization').where('id', '=', writer.organizationId).execute();
}

/** Removes up to `limit` messages with their rows in other tables; returns how many. */
export async function removeSomeMessages(writer: Writer, limit: number): Promise<number> {
  const rows = await writer.db
    .selectFrom('message')
    .select('id')
    .where(organizationKey, '=', writer.organizationId)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  if (rows.length === 0) return 0;
  const messageIds = rows.map(({ id }) => id);
  const ids = idsOf(writer.engine, JSON.stringify(messageIds));
  await unindexMessages(writer, messageIds);
  for (const table of ofMessages)
    await writer.db
      .deleteFrom(table as 'reaction')
      .where('message_id', 'in', ids)
      .execute();
  await writer.db.deleteFrom('message').where('id', 'in', ids).execute();
  return rows.length;
}

/** Removes rows of messages that do not exist, after all messages are removed. */
export async function removeStrayRows(writer: Writer): Promise<void> {
  for (const table of ofMessages)
    if ('organization_id' in tables[table].columns) await removeFrom(writer, table);
}

/** Removes all rows of the organization from one table. */
export async function removeFrom(writer: Writer, table: TableName): Promise<void> {
  await writer.db
    .deleteFrom(table as 'reaction')
    .where('organization_id', '=', writer.organizationId)
    .execute();
}
