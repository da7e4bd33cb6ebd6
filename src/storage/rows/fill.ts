// Prepares an empty database that is then filled with the rows of another one, the same way for both engines.

import { migrate } from '../migrations/migrate.ts';
import { ownTables, type SchemaTables } from './own-tables.ts';
import type { RowSource } from './rows.ts';
import type { SqliteRows } from './sqlite-rows.ts';
import type { TableStructure } from './table-structure.ts';

/** Creates the tables of a schema, by default the newest, and returns their structure. */
export async function createTables(target: RowSource, schema?: number): Promise<SchemaTables> {
  await migrate(target.engine, target.execute, { upTo: schema });
  return ownTables(target);
}

/** Prepares to fill a file that nothing else uses and that does not count before it is complete. */
export function beginFile(target: SqliteRows): void {
  for (const pragma of ['journal_mode = memory', 'synchronous = off', 'temp_store = memory'])
    target.command(`pragma ${pragma}`);
  target.command('begin');
}

/** Whether no table has a row. */
export async function areTablesEmpty(
  source: RowSource,
  structures: readonly TableStructure[],
): Promise<boolean> {
  for (const { name } of structures)
    if ((await source.execute(`select 1 as one from "${name}" limit 1`, [])).length > 0) return false;
  return true;
}
