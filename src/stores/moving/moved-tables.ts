// The tables and columns that an organization's archive includes, as the tables declare it (`storage/schema/`), so that
// another server can import it unchanged. Secrets and data of the server itself are left out.

import type { ColumnRule } from '../../storage/schema/column.ts';
import { included } from '../../storage/schema/table.ts';
import { declarations, type NumberedTable } from '../../storage/schema.ts';

type ColumnRules = Readonly<Record<string, ColumnRule | undefined>>;

const includedTables: ReadonlyMap<string, ColumnRules> = new Map(
  declarations.flatMap(([name, { archive, columns }]): [string, ColumnRules][] =>
    archive === included
      ? [[name, Object.fromEntries(Object.entries(columns).map(([column, { rule }]) => [column, rule]))]]
      : [],
  ),
);

/** Tables whose rows are referenced by id from others. */
export const numberedTables = declarations.flatMap(([name, { archive, columns }]) =>
  archive === included && columns.id && name !== 'organization' ? [name as NumberedTable] : [],
);

/** The rules of a table's columns; undefined for a table that is left out. */
export function columnRulesOf(table: string): ColumnRules | undefined {
  return includedTables.get(table);
}

/** The tables (`session`) and columns (`account.password_hash`) that an archive leaves out, with the reasons. */
export function leftOutOfArchives(): Record<string, string> {
  const reasons: Record<string, string> = {};
  for (const [name, { archive, columns }] of declarations) {
    if (archive !== included) reasons[name] = archive.why;
    else
      for (const [column, { rule }] of Object.entries(columns))
        if (rule?.is === 'omitted') reasons[`${name}.${column}`] = rule.why;
  }
  return reasons;
}
