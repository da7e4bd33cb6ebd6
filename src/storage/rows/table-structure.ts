// Reads the structure of tables from the database itself, for code that handles all rows of all tables
// regardless of their meaning. The search index is left out, because it differs between engines; it is
// rebuilt from the messages.

import type { Engine, Execute } from '../reader-writer.ts';

export interface ColumnStructure {
  readonly name: string;
  readonly kind: 'number' | 'text';
}

/** A table whose rows are copied. */
export interface TableStructure {
  readonly name: string;
  /** In the order of their names. */
  readonly columns: readonly ColumnStructure[];
  /** The columns of the primary key, which order the rows; text is ordered by its bytes on both engines. */
  readonly key: readonly string[];
  /** An SQL condition that limits the rows; undefined for all. */
  readonly condition?: string;
}

/** A connection that runs statements. */
export interface Statements {
  readonly engine: Engine;
  readonly execute: Execute;
}

/** Tables about the database itself rather than its contents. */
const metadataTables: ReadonlySet<string> = new Set(['schema_version', 'database_copy']);

const isCopied = (name: string) =>
  !metadataTables.has(name) && !name.startsWith('sqlite_') && !name.startsWith('message_words');

interface ColumnRow {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  /** Its position in the primary key, from 1; 0 for other columns. */
  readonly keyPosition: number;
}

/** Ordered by the bytes of the names. */
const columnsOf: Readonly<Record<Engine, string>> = {
  sqlite: `select t.name as "table", c.name as "column", c.type as type, c.pk as "keyPosition"
    from sqlite_schema as t join pragma_table_info(t.name) as c where t.type = 'table' order by 1, 2`,
  postgres: `select c.table_name as "table", c.column_name as "column", c.data_type as type,
      coalesce(k.ordinal_position, 0)::int as "keyPosition"
    from information_schema.columns as c
    join information_schema.tables as t
      on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    left join information_schema.table_constraints as p
      on p.table_schema = c.table_schema and p.table_name = c.table_name and p.constraint_type = 'PRIMARY KEY'
    left join information_schema.key_column_usage as k
      on k.constraint_schema = p.constraint_schema and k.constraint_name = p.constraint_name
        and k.table_name = c.table_name and k.column_name = c.column_name
    where c.table_schema = current_schema() order by c.table_name collate "C", c.column_name collate "C"`,
};

/** The tables of a database, in the order of their names. */
export async function tableStructures({ engine, execute }: Statements): Promise<TableStructure[]> {
  const rows = (await execute(columnsOf[engine], [])) as unknown as ColumnRow[];
  return [...Map.groupBy(rows, (row) => row.table)].flatMap(([name, columns]): TableStructure[] => {
    if (!isCopied(name)) return [];
    const key = columns
      .filter(({ keyPosition }) => keyPosition > 0)
      .sort((a, b) => a.keyPosition - b.keyPosition);
    return [
      {
        name,
        columns: columns.map(({ column, type }): ColumnStructure => ({ name: column, kind: kindOf(type) })),
        key: (key.length > 0 ? key : columns).map(({ column }) => column),
      },
    ];
  });
}

function kindOf(type: string): ColumnStructure['kind'] {
  return /int/i.test(type) ? 'number' : 'text';
}

/** The schema of a database; 0 if Parley has no tables in it. */
export async function schemaVersionOf({ engine, execute }: Statements): Promise<number> {
  const tableQuery =
    engine === 'sqlite'
      ? "select name from sqlite_schema where name = 'schema_version'"
      : "select 1 as name where to_regclass('schema_version') is not null";
  if ((await execute(tableQuery, [])).length === 0) return 0;
  const [row] = await execute('select max(version) as version from schema_version', []);
  return Number(row?.version);
}

/** The highest generated id of each of the given tables that has generated any. */
export async function idCounters(
  { engine, execute }: Statements,
  counted: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const counters = new Map<string, number>();
  if (engine === 'sqlite') {
    const rows = await execute('select name, seq from sqlite_sequence order by name', []);
    for (const { name, seq } of rows) if (counted.has(String(name))) counters.set(String(name), Number(seq));
    return counters;
  }
  for (const name of [...counted].sort()) {
    const [row] = await execute(`select last_value, is_called from ${name}_id_seq`, []);
    if (row?.is_called === true) counters.set(name, Number(row.last_value));
  }
  return counters;
}

/** Makes the tables generate ids above those of the database that the rows come from. */
export async function setIdCounters(
  { engine, execute }: Statements,
  counters: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [name, highest] of counters) {
    if (engine === 'postgres') {
      await execute(`select setval('${name}_id_seq', $1::bigint)`, [Math.max(1, highest)]);
      continue;
    }
    await execute('delete from sqlite_sequence where name = ?', [name]);
    await execute('insert into sqlite_sequence (name, seq) values (?, ?)', [name, highest]);
  }
}
