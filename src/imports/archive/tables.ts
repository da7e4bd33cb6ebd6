// Reads the tables of an archive's JSON files, and the fields of their rows.

import { readFile } from 'node:fs/promises';
import { isRecord } from '../../api-contract/codec.ts';
import { limits, MEBIBYTE } from '../../api-contract/limits.ts';
import { messageOf } from '../../errors/error-detail.ts';
import { type ArchiveFile, fileChunks } from './archive-folder.ts';
import { InvalidArchiveError } from './invalid-archive-error.ts';
import { type RowBatch, TableScanner } from './table-scanner.ts';

/** Files up to this size are parsed at once, which takes half the time; larger ones are streamed. */
const AT_ONCE_BYTES = 4 * MEBIBYTE;

/** The same as `tableRows`, faster for very many small files. */
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

/** Undefined unless the text is a record of tables: streaming it then finds the position of the error. */
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
    // Not `push(...rows)`: a call takes a limited number of arguments.
    const all = tables.get(table);
    rows.forEach((values, index) => {
      all?.push(new Row(location, first + index, values));
    });
  }
  return tables;
}

/** Text that both engines accept: without NUL characters and lone surrogates. */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '') : wellFormed;
}

/** Ids start at 1. */
function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= limits.importedId;
}

/** A row of a table, with typed access to its fields. A field of the wrong type throws `InvalidArchiveError` with its position. */
export class Row {
  readonly #location: string;
  readonly #index: number | string;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(location: string, index: number | string, values: unknown) {
    this.#location = location;
    this.#index = index;
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      throw new InvalidArchiveError(`${location}, row ${index}`, 'it is not an object.');
    this.#values = values as Record<string, unknown>;
  }

  /** The value of a field, of any type. */
  value(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
  }

  get keys(): readonly string[] {
    return Object.keys(this.#values);
  }

  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  /** Constructs a row within this one, of the same class. */
  protected nestedRow(location: string, index: number | string, values: unknown): Row {
    return new Row(location, index, values);
  }

  protected child(name: string, values: unknown): Row {
    return this.nestedRow(`${this.#location}, row ${this.#index}`, name, values);
  }

  /** The record in a field; an empty one if the field is missing. */
  record(name: string): Row {
    return this.child(name, this.value(name) ?? {});
  }

  protected list(name: string): unknown[] {
    const list = this.value(name) ?? [];
    if (!Array.isArray(list)) throw this.error(name, 'is not a list.');
    return list;
  }

  /** The records of a list field; none if the field is missing. */
  records(name: string): Row[] {
    const location = `${this.#location}, row ${this.#index}, ${name}`;
    return this.list(name).map((values, at) => this.nestedRow(location, at, values));
  }

  /** The texts of a list field; none if the field is missing. */
  texts(name: string): string[] {
    const list = this.value(name) ?? [];
    if (!Array.isArray(list) || !list.every((item) => typeof item === 'string'))
      throw this.error(name, 'is not a list of strings.');
    return list.map(cleanText);
  }

  /** The error for a field. */
  error(name: string, reason: string): InvalidArchiveError {
    return new InvalidArchiveError(`${this.#location}, row ${this.#index}`, `"${name}" ${reason}`);
  }

  /** A whole number from 1, within the range of the engines. */
  id(name: string): number {
    const value = this.value(name);
    if (!isId(value)) throw this.error(name, 'is not an ID.');
    return value;
  }

  /** A whole number from 0, within the range of the engines. */
  count(name: string): number {
    const value = this.value(name);
    if (value !== 0 && !isId(value)) throw this.error(name, 'is not an integer.');
    return value;
  }

  /** The same as `id`, or null. */
  optionalId(name: string): number | null {
    return this.value(name) == null ? null : this.id(name);
  }

  number(name: string, otherwise?: number): number {
    const value = this.value(name) ?? otherwise;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.error(name, 'is not a number.');
    return value;
  }

  /** Whole seconds since 1970. */
  seconds(name: string, otherwise?: number): number {
    return Math.floor(this.number(name, otherwise));
  }

  text(name: string, otherwise?: string): string {
    const value = this.value(name) ?? otherwise;
    if (typeof value !== 'string') throw this.error(name, 'is not a string.');
    return cleanText(value);
  }

  optionalText(name: string): string | null {
    return this.value(name) == null ? null : this.text(name);
  }

  flag(name: string, otherwise = false): boolean {
    const value = this.value(name) ?? otherwise;
    if (typeof value !== 'boolean') throw this.error(name, 'is not a boolean.');
    return value;
  }

  ids(name: string): number[] {
    const value = this.value(name) ?? [];
    const isList = Array.isArray(value) && value.every(isId);
    if (!isList) throw this.error(name, 'is not a list of IDs.');
    return value as number[];
  }

  /** The parsed value of a field that has JSON as text; undefined if it is empty. */
  json(name: string): unknown {
    const text = this.optionalText(name);
    if (text === null || text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch (error) {
      throw this.error(name, `is not valid JSON (${messageOf(error)}).`);
    }
  }
}
