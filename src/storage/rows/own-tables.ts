// The tables that belong to Parley. A database may hold other tables, which are neither copied nor touched.
// The tables of a schema are determined by migrating an empty database to it.

import { messageOf } from '../../errors/error-detail.ts';
import { migrate, migrations, newestSchema, UnusableDatabaseError } from '../migrations/migrate.ts';
import type { RowSource } from './rows.ts';
import { SqliteRows } from './sqlite-rows.ts';
import {
  type ColumnStructure,
  type Statements,
  schemaVersionOf,
  type TableStructure,
  tableStructures,
} from './table-structure.ts';

export interface SchemaTables {
  readonly tables: readonly TableStructure[];
  /** The names of tables that generate their ids. */
  readonly withGeneratedIds: ReadonlySet<string>;
}

/** The tables of a schema, the same for both engines. */
export function tablesOfSchema(schema: number): Promise<SchemaTables> {
  return inEmptyDatabase(async (rows) => {
    await migrate('sqlite', rows.execute, { upTo: schema });
    const withAutoincrement =
      "select name from sqlite_schema where type = 'table' and sql like '%autoincrement%'";
    const withGeneratedIds = new Set(
      (await rows.execute(withAutoincrement, [])).map(({ name }) => String(name)),
    );
    return { tables: await tableStructures(rows), withGeneratedIds };
  });
}

async function inEmptyDatabase<T>(work: (rows: SqliteRows) => Promise<T>): Promise<T> {
  const rows = SqliteRows.inMemory();
  try {
    return await work(rows);
  } finally {
    rows.close();
  }
}

/** All of Parley's tables in a database. @throws UnusableDatabaseError if one of them does not match its schema */
export async function ownTables(source: Statements): Promise<SchemaTables> {
  const schema = await supportedSchemaVersion(source);
  const tables = await tablesOfSchema(schema);
  const found = new Map((await tableStructures(source)).map((structure) => [structure.name, structure]));
  const mismatched = tables.tables.find(
    (structure) => !hasAll(found.get(structure.name)?.columns ?? [], structure.columns),
  );
  if (mismatched)
    throw new UnusableDatabaseError(
      `The table ${mismatched.name} of the database does not have the expected columns. It is damaged or belongs to another program.`,
    );
  return tables;
}

/** Whether all expected columns exist; there may be more. */
function hasAll(found: readonly ColumnStructure[], expected: readonly ColumnStructure[]): boolean {
  return expected.every(({ name, kind }) =>
    found.some((table) => table.name === name && table.kind === kind),
  );
}

/** The schema of a database; 0 if it has none. @throws UnusableDatabaseError for one that this version does not know */
export async function supportedSchemaVersion(source: Statements): Promise<number> {
  const schema = await schemaVersionOf(source).catch(() => {
    throw new UnusableDatabaseError(
      'The database contains a table schema_version of another program. Use another database.',
    );
  });
  if (schema > newestSchema)
    throw new UnusableDatabaseError(
      `The database was written by a newer version of Parley (schema ${schema}; this version knows ${newestSchema}).`,
    );
  return schema;
}

/** Tables of Parley whose rows are not copied. */
const notCopied = ['message_words', 'schema_version', 'database_copy'] as const;

/** The names of all tables in any schema so far. */
function namesOfAllSchemas(): Promise<string[]> {
  return inEmptyDatabase(async (rows) => {
    const names = new Set<string>(notCopied);
    for (const { version } of migrations) {
      await migrate('sqlite', rows.execute, { upTo: version });
      for (const { name } of await tableStructures(rows)) names.add(name);
    }
    return [...names];
  });
}

/**
 * Drops Parley's tables from a database, and leaves all others, in the transaction that creates the new ones.
 * @throws UnusableDatabaseError if another program has a table or other relation of one of the names
 */
export async function dropOwnTables(target: RowSource): Promise<void> {
  const relations = await relationsNamed(target, await namesOfAllSchemas());
  const ownNames = new Set<string>([
    ...notCopied,
    ...(await ownTables(target)).tables.map(({ name }) => name),
  ]);
  const isOurs = (await schemaVersionOf(target)) > 0;
  const foreign = relations.find((name) => !isOurs || !ownNames.has(name));
  if (foreign !== undefined)
    throw new UnusableDatabaseError(
      `The database contains a table ${foreign} of another program. Use another database, or another schema in it.`,
    );
  for (const name of relations) {
    try {
      await target.execute(`drop table if exists "${name}"`, []);
    } catch (error) {
      throw new UnusableDatabaseError(`The table ${name} cannot be removed: ${messageOf(error)}.`);
    }
  }
}

async function relationsNamed({ engine, execute }: Statements, names: readonly string[]): Promise<string[]> {
  const sql =
    engine === 'sqlite'
      ? 'select name from sqlite_schema order by name'
      : `select c.relname as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
          where n.nspname = current_schema() order by 1`;
  const searched = new Set(names);
  return (await execute(sql, [])).map(({ name }) => String(name)).filter((name) => searched.has(name));
}
