// Personal data of accounts for exports that may include it, as the tables declare it: one statement per table for
// many accounts at once.

import { type RawBuilder, sql } from 'kysely';
import { idsOf } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import type { PersonalExport } from '../../storage/schema/table.ts';
import { declarations } from '../../storage/schema.ts';

/** Rows without the account, by account. */
type RowsByAccount = ReadonlyMap<number, readonly Readonly<Record<string, unknown>>[]>;

const exportedTables = declarations.flatMap(([table, { personalExport }]) =>
  personalExport ? [{ table, ...personalExport }] : [],
);

function statementOf(
  { table, owner, fields, orderBy, where }: PersonalExport & { readonly table: string },
  ids: RawBuilder<number>,
) {
  const selected = Object.entries(fields).map(
    ([name, column]) => sql`${sql.ref(column)} as ${sql.ref(name)}`,
  );
  const order = orderBy.map((column) => sql.ref(column));
  return sql`select ${sql.ref(owner)} as exported_account, ${sql.join(selected)} from ${sql.table(table)}
    where ${sql.ref(owner)} in ${ids} ${where ? sql`and ${sql.raw(where)}` : sql``} order by ${sql.join(order)}`;
}

/** The personal data of accounts, by the name in the export and by account. */
export async function personalRows(
  reader: Reader,
  accountIds: readonly number[],
): Promise<ReadonlyMap<string, RowsByAccount>> {
  const ids = idsOf(reader.engine, JSON.stringify(accountIds));
  const lists = new Map<string, RowsByAccount>();
  for (const exported of exportedTables) {
    const { sql: text, parameters } = statementOf(exported, ids).compile(reader.db);
    const rows = new Map<number, Record<string, unknown>[]>();
    for (const { exported_account: accountId, ...row } of await reader.execute(text, parameters)) {
      const rowsOfAccount = rows.get(Number(accountId));
      if (rowsOfAccount) rowsOfAccount.push(row);
      else rows.set(Number(accountId), [row]);
    }
    lists.set(exported.as, rows);
  }
  return lists;
}
