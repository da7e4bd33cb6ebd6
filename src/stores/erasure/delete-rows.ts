// Deletes the rows of erased accounts as their tables declare it.

import { type RawBuilder, sql } from 'kysely';
import { idsOf } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { tablesDeletedAtOnce, tablesDeletedInBatches } from './erased-tables.ts';

async function run(writer: Writer, statement: RawBuilder<unknown>): Promise<void> {
  const { sql: text, parameters } = statement.compile(writer.db);
  await writer.execute(text, parameters);
}

/** Deletes the rows of tables in which accounts have few. */
export async function deleteFewRows(writer: Writer, accountIds: readonly number[]): Promise<void> {
  const ids = idsOf(writer.engine, JSON.stringify(accountIds));
  for (const { table, column } of tablesDeletedAtOnce)
    await run(writer, sql`delete from ${sql.table(table)} where ${sql.ref(column)} in ${ids}`);
  const subscriptions = writer.db.selectFrom('event_subscription').select('id');
  await writer.db
    .deleteFrom('event_delivery')
    .where('organization_id', '=', writer.organizationId)
    .where('subscription_id', 'in', subscriptions.where('account_id', 'in', ids))
    .execute();
  await writer.db.deleteFrom('event_subscription').where('account_id', 'in', ids).execute();
}

/** Deletes up to `limit` rows of tables in which accounts may have very many; false if there were none. */
export async function deleteSomeRows(
  writer: Writer,
  accountIds: readonly number[],
  limit: number,
): Promise<boolean> {
  for (const accountId of accountIds) {
    for (const { table, key } of tablesDeletedInBatches) {
      const column = sql.ref<number>(key);
      const found = sql<{ key: number }>`select ${column} as key from ${sql.table(table)}
        where account_id = ${accountId} limit ${limit}`.compile(writer.db);
      const keys = (await writer.execute(found.sql, found.parameters)).map((row) => Number(row.key));
      if (keys.length === 0) continue;
      await run(
        writer,
        sql`delete from ${sql.table(table)} where account_id = ${accountId}
          and ${column} in ${idsOf(writer.engine, JSON.stringify(keys))}`,
      );
      return true;
    }
  }
  return false;
}
