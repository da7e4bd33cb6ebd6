// Loads a Parley archive into a staging database next to the target. It is filled at the archive's schema version,
// migrated to the newest one, and checked for consistency. Nothing inconsistent is written, and only some rows are
// in memory at a time.

import { join } from 'node:path';
import { limits } from '../../api-contract/limits.ts';
import { messageOf } from '../../errors/error-detail.ts';
import type { PortableTable } from '../../model/exports/portable-part.ts';
import { beginFile, createTables } from '../../storage/rows/fill.ts';
import { rowOfLine } from '../../storage/rows/line.ts';
import { SqliteRows } from '../../storage/rows/sqlite-rows.ts';
import type { ColumnStructure, TableStructure } from '../../storage/rows/table-structure.ts';
import { columnRulesOf } from '../../stores/moving/moved-tables.ts';
import type { ArchiveFolder } from '../archive/archive-folder.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import type { Progress } from '../write/target.ts';
import {
  ownEntries,
  type PositionedLine,
  readOwnHeader,
  readOwnManifest,
  type UsedHeader,
  verifiedLines,
} from './archive-parts.ts';

/** Columns with names, which are indexed. */
const NAME_COLUMN = /^(?:full_name|name|email|topic_name|.*_name|(?!direct).*_key)$/;
/** The lines per statement, and their characters. */
const MAX_LINES = 500;
const MAX_CHARACTERS = 4_000_000;

/** The rows of an archive. */
export interface Staged {
  readonly header: UsedHeader;
  readonly rows: SqliteRows;
  /** The tables to import, in the newest schema, with the columns to import. */
  readonly structures: readonly TableStructure[];
}

/** Loads all rows of an archive into a database. */
export async function stageArchive(folder: ArchiveFolder, progress: Progress): Promise<Staged> {
  const header = await readOwnHeader(folder);
  const manifest = await readOwnManifest(folder);
  const entries = ownEntries(folder).rows;
  const rows = await SqliteRows.forFilling(join(await folder.scratch(), 'staged.db'));
  try {
    beginFile(rows);
    const { tables } = await createTables(rows, header.schema);
    let done = 0;
    for (const table of header.tables) {
      const insert = await inserterFor(rows, table, tables);
      const lines = verifiedLines(
        entries.get(table.name) ?? [],
        manifest.tables[table.name],
        `table ${table.name}`,
      );
      for await (const batch of inBatches(lines)) {
        await insert(batch);
        done += batch.length;
        progress('reading', done, undefined);
      }
    }
    refuseOthers(header, [...entries.keys()], 'rows');
    refuseOthers(header, Object.keys(manifest.tables), 'manifest');
    const newest = (await createTables(rows)).tables;
    return { header, rows, structures: newest.flatMap(importedStructure) };
  } catch (error) {
    rows.close();
    throw error;
  }
}

function refuseOthers({ tables }: UsedHeader, names: readonly string[], where: string): void {
  const tableNames = new Set(tables.map(({ name }) => name));
  if (tableNames.size !== tables.length)
    throw new InvalidArchiveError('the archive', 'it lists a table twice.');
  const unknown = names.find((name) => !tableNames.has(name));
  if (unknown !== undefined)
    throw new InvalidArchiveError(
      `table ${unknown}`,
      `its ${where} is in the archive, but the header does not list it.`,
    );
}

function importedStructure(structure: TableStructure): TableStructure[] {
  const rules = columnRulesOf(structure.name);
  if (!rules) return [];
  return [{ ...structure, columns: structure.columns.filter(({ name }) => rules[name]?.is !== 'omitted') }];
}

async function* inBatches(lines: AsyncIterable<PositionedLine>): AsyncGenerator<PositionedLine[]> {
  let batch: PositionedLine[] = [];
  let characters = 0;
  for await (const line of lines) {
    batch.push(line);
    characters += line.text.length;
    if (batch.length < MAX_LINES && characters < MAX_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Inserts lines of a table. Required columns that the archive does not have receive placeholders. */
async function inserterFor(
  rows: SqliteRows,
  { name, columns }: PortableTable,
  structures: readonly TableStructure[],
): Promise<(lines: readonly PositionedLine[]) => Promise<void>> {
  const structure = structures.find((one) => one.name === name);
  const found = columns.map((column) => structure?.columns.find((candidate) => candidate.name === column));
  const knownColumns = found.filter((column) => column !== undefined);
  if (
    !structure ||
    !columnRulesOf(name) ||
    knownColumns.length !== columns.length ||
    new Set(columns).size !== columns.length
  )
    throw new InvalidArchiveError(`table ${name}`, 'the table or its columns are unknown.');
  const missing = structure.columns.filter((column) => !columns.includes(column.name));
  const required = await requiredColumns(rows, name);
  const placeholder = ({ name: column, kind }: ColumnStructure) => {
    if (!required.has(column)) return 'null';
    return kind === 'number' ? '0' : 'lower(hex(randomblob(16)))';
  };
  const names = [...knownColumns, ...missing].map((column) => `"${column.name}"`);
  const values = [...knownColumns.map((_, at) => `value ->> ${at}`), ...missing.map(placeholder)];
  const sql = `insert into "${name}" (${names.join(', ')}) select ${values.join(', ')} from json_each(?)`;
  const insert = (lines: readonly PositionedLine[]) =>
    rows.execute(sql, [`[${lines.map(({ text }) => text).join(',')}]`]);
  return async (lines) => {
    for (const { text, position } of lines) {
      const row = rowOfLine(text, knownColumns);
      const problem = row ? problemIn(row, knownColumns) : `it is not a row of ${name}.`;
      if (problem !== undefined) throw new InvalidArchiveError(position(), problem);
    }
    try {
      await insert(lines);
    } catch {
      // The statement changed nothing: inserting the lines one by one finds the invalid row.
      for (const line of lines)
        await insert([line]).catch((error: unknown) => {
          throw new InvalidArchiveError(line.position(), `the row is invalid (${messageOf(error)}).`);
        });
    }
  };
}

/**
 * Values that at least one engine would refuse. Checked here, because the target's engine would only refuse them
 * halfway through the import.
 */
function problemIn(row: readonly unknown[], columns: readonly ColumnStructure[]): string | undefined {
  for (const [at, value] of row.entries()) {
    if (typeof value !== 'string') continue;
    const name = columns[at]?.name ?? '';
    if (value.includes('\0')) return `"${name}" contains the character U+0000.`;
    if (NAME_COLUMN.test(name) && value.length > limits.importedNameCharacters)
      return `"${name}" is too long.`;
  }
  return undefined;
}

async function requiredColumns(rows: SqliteRows, table: string): Promise<Set<string>> {
  const found = await rows.execute('select name from pragma_table_info(?) where "notnull" = 1 or pk > 0', [
    table,
  ]);
  return new Set(found.map(({ name }) => String(name)));
}
