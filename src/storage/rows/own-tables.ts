// The tables that are ours. A database may hold others, of whoever runs it: those are neither taken nor touched. Which tables a
// schema has is asked of an empty database that is brought to it.

import { messageOf } from '../../api-contract/error-detail.ts';
import { migrate, migrations, newestSchema, UnusableDatabase } from '../migrations/migrate.ts';
import type { RowSource } from './rows.ts';
import { SqliteRows } from './sqlite-rows.ts';
import {
  type ColumnShape,
  type Statements,
  schemaOf,
  type TableShape,
  tableShapes,
} from './table-structure.ts';

/** The tables of a schema. */
export interface SchemaTables {
  readonly shapes: readonly TableShape[];
  /** The names of those that number their rows by themselves. */
  readonly counted: ReadonlySet<string>;
}

/** The tables that a schema has, on either engine. */
export function tablesOfSchema(schema: number): Promise<SchemaTables> {
  return inEmptyDatabase(async (rows) => {
    await migrate('sqlite', rows.execute, { upTo: schema });
    const numbering = "select name from sqlite_schema where type = 'table' and sql like '%autoincrement%'";
    const counted = new Set((await rows.execute(numbering, [])).map(({ name }) => String(name)));
    return { shapes: await tableShapes(rows), counted };
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

/** All of our tables that a database holds. @throws UnusableDatabase where one of them is not as its schema has it */
export async function ownTables(source: Statements): Promise<SchemaTables> {
  const schema = await knownSchemaOf(source);
  const tables = await tablesOfSchema(schema);
  const found = new Map((await tableShapes(source)).map((shape) => [shape.name, shape]));
  const odd = tables.shapes.find((shape) => !hasAll(found.get(shape.name)?.columns ?? [], shape.columns));
  if (odd)
    throw new UnusableDatabase(
      `The table ${odd.name} of the database is not as Parley makes it: it is damaged, or of another program.`,
    );
  return tables;
}

/** Whether all columns are among some: somebody may have added others. */
function hasAll(found: readonly ColumnShape[], wanted: readonly ColumnShape[]): boolean {
  return wanted.every(({ name, kind }) => found.some((one) => one.name === name && one.kind === kind));
}

/** The schema that a database has, 0 where it has none. @throws UnusableDatabase for one that is not of this version's */
export async function knownSchemaOf(source: Statements): Promise<number> {
  const schema = await schemaOf(source).catch(() => {
    throw new UnusableDatabase(
      'The database holds a table schema_version of another program: name another database.',
    );
  });
  if (schema > newestSchema)
    throw new UnusableDatabase(
      `The database was written by a newer version of Parley (schema ${schema}; this version knows ${newestSchema}).`,
    );
  return schema;
}

/** What has no rows that are taken, and is ours as well. */
const besides = ['message_words', 'schema_version', 'database_copy'] as const;

/** The names of all tables that any schema so far has had. */
function namesOfAllSchemas(): Promise<string[]> {
  return inEmptyDatabase(async (rows) => {
    const names = new Set<string>(besides);
    for (const { version } of migrations) {
      await migrate('sqlite', rows.execute, { upTo: version });
      for (const { name } of await tableShapes(rows)) names.add(name);
    }
    return [...names];
  });
}

/**
 * Makes room for our tables in a database and leaves all others: takes those away that are there, in the transaction that
 * brings the new ones. @throws UnusableDatabase where something else has the name of one
 */
export async function makeRoom(target: RowSource): Promise<void> {
  const present = await relationsNamed(target, await namesOfAllSchemas());
  const own = new Set<string>([...besides, ...(await ownTables(target)).shapes.map(({ name }) => name)]);
  const isOurs = (await schemaOf(target)) > 0;
  const foreign = present.find((name) => !isOurs || !own.has(name));
  if (foreign !== undefined)
    throw new UnusableDatabase(
      `The database holds a table ${foreign} of another program: name another database, or another schema of it.`,
    );
  for (const name of present) {
    try {
      await target.execute(`drop table if exists "${name}"`, []);
    } catch (error) {
      throw new UnusableDatabase(`The table ${name} cannot be taken away: ${messageOf(error)}.`);
    }
  }
}

async function relationsNamed({ engine, execute }: Statements, names: readonly string[]): Promise<string[]> {
  const sql =
    engine === 'sqlite'
      ? 'select name from sqlite_schema order by name'
      : `select c.relname as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
          where n.nspname = current_schema() order by 1`;
  const wanted = new Set(names);
  return (await execute(sql, [])).map(({ name }) => String(name)).filter((name) => wanted.has(name));
}
