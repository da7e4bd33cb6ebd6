// An archive of ours in a database of its own, beside the one that it goes to: filled at the schema that the archive was made
// with, brought to the newest, and asked whether all of it fits together. So nothing is written that would not fit, and the
// memory holds only some rows.

import { join } from 'node:path';
import { messageOf } from '../../api-contract/error-detail.ts';
import { limits } from '../../api-contract/limits.ts';
import type { OwnHeader, OwnTable } from '../../model/exports/own-part.ts';
import { beginFile, makeTables } from '../../storage/rows/fill.ts';
import { rowOfLine } from '../../storage/rows/line.ts';
import { SqliteRows } from '../../storage/rows/sqlite-rows.ts';
import type { ColumnShape, TableShape } from '../../storage/rows/table-structure.ts';
import { rulesOf } from '../../stores/moving/moved-tables.ts';
import type { ArchiveFolder } from '../archive/archive-folder.ts';
import { ArchiveRefused } from '../archive/refusal.ts';
import type { Progress } from '../write/target.ts';
import { ownEntries, type PlacedLine, readOwnHeader, readOwnManifest, summedLines } from './archive-parts.ts';

/** Columns of names, by which rows are found. */
const NAME = /^(?:full_name|name|email|topic_name|.*_name|(?!direct).*_key)$/;
/** Lines of one statement, and their characters. */
const TOGETHER = 500;
const CHARACTERS = 4_000_000;

/** The rows of an archive. */
export interface Staged {
  readonly header: OwnHeader;
  readonly rows: SqliteRows;
  /** The tables that move, at the newest schema, with the columns that move. */
  readonly shapes: readonly TableShape[];
}

/** Reads all rows of an archive into a database. */
export async function staged(folder: ArchiveFolder, progress: Progress): Promise<Staged> {
  const header = await readOwnHeader(folder);
  const manifest = await readOwnManifest(folder);
  const entries = ownEntries(folder).rows;
  const rows = await SqliteRows.filling(join(await folder.scratch(), 'staged.db'));
  try {
    beginFile(rows);
    const { shapes } = await makeTables(rows, header.schema);
    let done = 0;
    for (const table of header.tables) {
      const filler = await fillerOf(rows, table, shapes);
      const lines = summedLines(
        entries.get(table.name) ?? [],
        manifest.tables[table.name],
        `table ${table.name}`,
      );
      for await (const some of together(lines)) {
        await filler(some);
        done += some.length;
        progress('reading', done, undefined);
      }
    }
    refuseOthers(header, [...entries.keys()], 'rows');
    refuseOthers(header, Object.keys(manifest.tables), 'manifest');
    const newest = (await makeTables(rows)).shapes;
    return { header, rows, shapes: newest.flatMap(movedShape) };
  } catch (error) {
    rows.close();
    throw error;
  }
}

function refuseOthers({ tables }: OwnHeader, names: readonly string[], where: string): void {
  const known = new Set(tables.map(({ name }) => name));
  if (known.size !== tables.length) throw new ArchiveRefused('the archive', 'it tells of a table twice.');
  const odd = names.find((name) => !known.has(name));
  if (odd !== undefined)
    throw new ArchiveRefused(`table ${odd}`, `its ${where} came, and it is not told of.`);
}

function movedShape(shape: TableShape): TableShape[] {
  const rules = rulesOf(shape.name);
  if (!rules) return [];
  return [{ ...shape, columns: shape.columns.filter(({ name }) => rules[name]?.is !== 'left') }];
}

async function* together(lines: AsyncIterable<PlacedLine>): AsyncGenerator<PlacedLine[]> {
  let some: PlacedLine[] = [];
  let characters = 0;
  for await (const line of lines) {
    some.push(line);
    characters += line.text.length;
    if (some.length < TOGETHER && characters < CHARACTERS) continue;
    yield some;
    some = [];
    characters = 0;
  }
  if (some.length > 0) yield some;
}

/** Inserts the lines of a table; what it does not have gets something that counts for nothing. */
async function fillerOf(
  rows: SqliteRows,
  { name, columns }: OwnTable,
  shapes: readonly TableShape[],
): Promise<(lines: readonly PlacedLine[]) => Promise<void>> {
  const shape = shapes.find((one) => one.name === name);
  const told = columns.map((column) => shape?.columns.find((one) => one.name === column));
  const known = told.filter((column) => column !== undefined);
  if (!shape || !rulesOf(name) || known.length !== columns.length || new Set(columns).size !== columns.length)
    throw new ArchiveRefused(`table ${name}`, 'no export of Parley has it, or not with such columns.');
  const missing = shape.columns.filter((column) => !columns.includes(column.name));
  const needed = await neededColumns(rows, name);
  const makeshift = ({ name: column, kind }: ColumnShape) => {
    if (!needed.has(column)) return 'null';
    return kind === 'number' ? '0' : 'lower(hex(randomblob(16)))';
  };
  const names = [...known, ...missing].map((column) => `"${column.name}"`);
  const values = [...known.map((_, at) => `value ->> ${at}`), ...missing.map(makeshift)];
  const sql = `insert into "${name}" (${names.join(', ')}) select ${values.join(', ')} from json_each(?)`;
  const insert = (lines: readonly PlacedLine[]) =>
    rows.execute(sql, [`[${lines.map(({ text }) => text).join(',')}]`]);
  return async (lines) => {
    for (const { text, place } of lines) {
      const row = rowOfLine(text, known);
      const odd = row ? oddValueIn(row, known) : `it is no row of ${name}.`;
      if (odd !== undefined) throw new ArchiveRefused(place(), odd);
    }
    try {
      await insert(lines);
    } catch {
      // The statement left nothing: one by one tells which row it was.
      for (const line of lines)
        await insert([line]).catch((error: unknown) => {
          throw new ArchiveRefused(line.place(), `the row does not fit (${messageOf(error)}).`);
        });
    }
  };
}

/** What no engine, or not each, would take: found here, since a database of one engine would take in half of it first. */
function oddValueIn(row: readonly unknown[], columns: readonly ColumnShape[]): string | undefined {
  for (const [at, value] of row.entries()) {
    if (typeof value !== 'string') continue;
    const name = columns[at]?.name ?? '';
    if (value.includes('\0')) return `"${name}" holds the character U+0000.`;
    if (NAME.test(name) && value.length > limits.importedNameCharacters) return `"${name}" is too long.`;
  }
  return undefined;
}

async function neededColumns(rows: SqliteRows, table: string): Promise<Set<string>> {
  const found = await rows.execute('select name from pragma_table_info(?) where "notnull" = 1 or pk > 0', [
    table,
  ]);
  return new Set(found.map(({ name }) => String(name)));
}
