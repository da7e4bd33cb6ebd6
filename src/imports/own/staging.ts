// Loads a Parley archive into a staging database next to the target. It is filled at the archive's schema version,
// migrated to the newest one, and checked for consistency. Nothing inconsistent is written, and only some rows are
// in memory at a time.

import { join } from 'node:path';
import { type ArchiveHeader, type ArchiveTable, entryLabel } from '../../archives/archive-format.ts';
import type { ArchiveRows } from '../../archives/read-archive.ts';
import { messageOf } from '../../errors/error-detail.ts';
import type { PortableDetails } from '../../model/exports/portable-archive.ts';
import { beginFile, createTables } from '../../storage/rows/fill.ts';
import { insertLines } from '../../storage/rows/insert.ts';
import { SqliteRows } from '../../storage/rows/sqlite-rows.ts';
import type { ColumnStructure, TableStructure } from '../../storage/rows/table-structure.ts';
import { columnRulesOf } from '../../stores/moving/moved-tables.ts';
import type { ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import type { Progress } from '../write/target.ts';
import { readOwn } from './read-own.ts';

/** The rows and files of an archive. */
export interface Staged {
  readonly header: ArchiveHeader<PortableDetails>;
  readonly rows: SqliteRows;
  /** The tables to import, in the newest schema, with the columns to import. */
  readonly structures: readonly TableStructure[];
  /** The files of the store, by path. */
  readonly files: ReadonlyMap<string, ArchiveFile>;
}

/** Loads all rows of an archive into a database, and verifies the archive. @throws InvalidArchiveError */
export async function stageArchive(folder: ArchiveFolder, progress: Progress): Promise<Staged> {
  const rows = await SqliteRows.forFilling(join(await folder.scratch(), 'staged.db'));
  try {
    beginFile(rows);
    const files = new Map<string, ArchiveFile>();
    let header: Staged['header'] | undefined;
    let inserters: ReadonlyMap<string, Insert> = new Map();
    let rowsDone = 0;
    for await (const part of readOwn(folder)) {
      if (part.kind === 'header') {
        header = part.header;
        inserters = await insertersFor(rows, header);
      } else if (part.kind === 'rows') {
        await inserters.get(part.table.name)?.(part);
        rowsDone += part.lines.length;
        progress('reading', rowsDone, undefined);
      } else if (part.kind === 'file') {
        files.set(part.path, folder.file(part.name));
        progress('checking files', files.size, undefined);
      }
    }
    if (!header) throw new Error('an archive was read without its header');
    const newest = (await createTables(rows)).tables;
    return { header, rows, files, structures: newest.flatMap(importedStructure) };
  } catch (error) {
    rows.close();
    throw error;
  }
}

function importedStructure(structure: TableStructure): TableStructure[] {
  const rules = columnRulesOf(structure.name);
  if (!rules) return [];
  return [{ ...structure, columns: structure.columns.filter(({ name }) => rules[name]?.is !== 'omitted') }];
}

/** Inserts a piece of the rows of a table. */
type Insert = (rows: ArchiveRows) => Promise<void>;

/** Creates the tables of an archive's schema. @throws InvalidArchiveError if the archive lists others */
async function insertersFor(
  rows: SqliteRows,
  { schema, tables }: Staged['header'],
): Promise<ReadonlyMap<string, Insert>> {
  const structures = (await createTables(rows, schema)).tables;
  const inserters = new Map<string, Insert>();
  for (const table of tables) inserters.set(table.name, await inserterFor(rows, table, structures));
  return inserters;
}

/** Inserts lines of a table. Required columns that the archive does not have receive placeholders. */
async function inserterFor(
  rows: SqliteRows,
  table: ArchiveTable,
  structures: readonly TableStructure[],
): Promise<Insert> {
  const { name, columns } = table;
  const structure = structures.find((one) => one.name === name);
  const knownColumns = new Set(structure?.columns.map((column) => JSON.stringify(column)));
  const names = new Set(columns.map((column) => column.name));
  if (
    !structure ||
    !columnRulesOf(name) ||
    columns.some((column) => !knownColumns.has(JSON.stringify(column))) ||
    names.size !== columns.length
  )
    throw new InvalidArchiveError(`table ${name}`, 'the table or its columns are unknown.');
  const required = await requiredColumns(rows, name);
  const placeholder = ({ name: column, kind }: ColumnStructure) => {
    if (!required.has(column)) return 'null';
    return kind === 'number' ? '0' : 'lower(hex(randomblob(16)))';
  };
  const missing = structure.columns.filter((column) => !names.has(column.name));
  const placeholders = new Map(missing.map((column) => [column.name, placeholder(column)]));
  const insert = (lines: readonly string[]) => insertLines(rows, table, lines, placeholders);
  return async (piece) => {
    const errorAt = (at: number, reason: string) =>
      new InvalidArchiveError(`${entryLabel(piece.name)}, line ${at + 1}`, reason);
    try {
      await insert(piece.lines);
    } catch {
      // The statement changed nothing: inserting the lines one by one finds the invalid row.
      for (const [at, line] of piece.lines.entries())
        await insert([line]).catch((error: unknown) => {
          throw errorAt(at, `the row is invalid (${messageOf(error)}).`);
        });
    }
  };
}

async function requiredColumns(rows: SqliteRows, table: string): Promise<Set<string>> {
  const found = await rows.execute('select name from pragma_table_info(?) where "notnull" = 1 or pk > 0', [
    table,
  ]);
  return new Set(found.map(({ name }) => String(name)));
}
