// Filling an empty database with all rows of another: what the engines do differently behind one interface. Until `finish`
// nothing of it counts.

import { migrate } from '../migrations/migrate.ts';
import { ownTables, type SchemaTables } from './own-tables.ts';
import type { RowSource } from './rows.ts';
import type { SqliteRows } from './sqlite-rows.ts';
import type { TableShape } from './table-structure.ts';

/** Makes the tables of a schema and gives what they look like; of the newest, unless another is named. */
export async function makeTables(target: RowSource, schema?: number): Promise<SchemaTables> {
  await migrate(target.engine, target.execute, { upTo: schema });
  return ownTables(target);
}

/** Begins to fill a file of its own: nobody else sees it, and it counts for nothing before it is whole. */
export function beginFile(target: SqliteRows): void {
  for (const pragma of ['journal_mode = memory', 'synchronous = off', 'temp_store = memory'])
    target.command(`pragma ${pragma}`);
  target.command('begin');
}

/** Whether no table holds a row. */
export async function areEmpty(source: RowSource, shapes: readonly TableShape[]): Promise<boolean> {
  for (const { name } of shapes)
    if ((await source.execute(`select 1 as one from "${name}" limit 1`, [])).length > 0) return false;
  return true;
}
