// Reads the tables of an archive's JSON files.

import { readFile } from 'node:fs/promises';
import { isRecord } from '../../api-contract/codec.ts';
import { MEBIBYTE } from '../../api-contract/limits.ts';
import { type ArchiveFile, fileChunks } from './archive-folder.ts';
import { InvalidArchiveError } from './invalid-archive-error.ts';
import { Row } from './row.ts';
import { type RowBatch, TableScanner } from './table-scanner.ts';

/** Files up to this size are parsed at once, which takes half the time; larger ones are streamed. */
const AT_ONCE_BYTES = 4 * MEBIBYTE;

/** Yields the same rows as `tableRows`, and is faster for very many small files. */
export async function* tableRowsAtOnce(
  file: ArchiveFile,
  isWanted: (table: string) => boolean,
): AsyncGenerator<RowBatch> {
  const tables = file.size <= AT_ONCE_BYTES ? parsedAtOnce(await readFile(file.path, 'utf8')) : undefined;
  if (!tables) {
    yield* tableRows(file, isWanted);
    return;
  }
  for (const [table, rows] of Object.entries(tables))
    if (Array.isArray(rows) && isWanted(table)) yield { table, first: 0, rows };
}

/**
 * The tables in a text; undefined unless it is a record of tables. Streaming it then finds the position of the
 * error.
 */
function parsedAtOnce(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** The rows of the wanted tables of a file, in the file's order. */
export async function* tableRows(
  file: ArchiveFile,
  isWanted: (table: string) => boolean,
): AsyncGenerator<RowBatch> {
  const scanner = new TableScanner(file.name, isWanted);
  for await (const piece of fileChunks(file)) yield* scanner.push(piece);
  scanner.end();
}

/** The rows of a file that is a single list, each constructed by `RowClass`. */
export async function* listRows(
  file: ArchiveFile,
  RowClass: new (location: string, index: number, values: unknown) => Row = Row,
): AsyncGenerator<Row[]> {
  const scanner = new TableScanner(file.name, (table) => table === '');
  const rowsOf = ({ first, rows }: RowBatch) =>
    rows.map((values, at) => new RowClass(file.name, first + at, values));
  for await (const piece of fileChunks(file)) for (const rows of scanner.push(piece)) yield rowsOf(rows);
  scanner.end();
  if (!scanner.isList) throw new InvalidArchiveError(file.name, 'it is not a list.');
}

/** All rows of the wanted tables of a file, by table; for tables that are held in memory anyway. */
export async function loadTables(
  file: ArchiveFile,
  tableNames: readonly string[],
): Promise<Map<string, Row[]>> {
  const tables = new Map<string, Row[]>(tableNames.map((name) => [name, []]));
  for await (const { table, first, rows } of tableRows(file, (name) => tables.has(name))) {
    const location = `${file.name}, ${table}`;
    // `push(...rows)` would fail: a call takes a limited number of arguments.
    const all = tables.get(table);
    rows.forEach((values, index) => {
      all?.push(new Row(location, first + index, values));
    });
  }
  return tables;
}
