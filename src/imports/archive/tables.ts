// Reading the tables of an archive's JSON files, and the fields of their rows.

import { readFile } from 'node:fs/promises';
import { isRecord } from '../../api-contract/codec.ts';
import { messageOf } from '../../api-contract/error-detail.ts';
import { limits, MEBIBYTE } from '../../api-contract/limits.ts';
import { type ArchiveFile, piecesOf } from './archive-folder.ts';
import { ArchiveRefused } from './refusal.ts';
import { type Rows, TableScanner } from './table-scanner.ts';

/** Files up to this size are parsed at once, which costs half; larger ones as they are read. */
const AT_ONCE_BYTES = 4 * MEBIBYTE;

/** The same as `tableRows`, quicker where there are very many small files. */
export async function* tableRowsAtOnce(
  file: ArchiveFile,
  isWanted: (table: string) => boolean,
): AsyncGenerator<Rows> {
  const tables = file.size <= AT_ONCE_BYTES ? parsedAtOnce(await readFile(file.path, 'utf8')) : undefined;
  if (!tables) {
    yield* tableRows(file, isWanted);
    return;
  }
  for (const [table, rows] of Object.entries(tables))
    if (Array.isArray(rows) && isWanted(table)) yield { table, first: 0, rows };
}

/** Undefined for what is no record of tables: reading it piece by piece tells where it is wrong. */
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
): AsyncGenerator<Rows> {
  const scanner = new TableScanner(file.name, isWanted);
  for await (const piece of piecesOf(file)) yield* scanner.take(piece);
  scanner.end();
}

/** The rows of a file that is one list, each made by `RowClass`. */
export async function* listRows(
  file: ArchiveFile,
  RowClass: new (place: string, index: number, values: unknown) => Row = Row,
): AsyncGenerator<Row[]> {
  const scanner = new TableScanner(file.name, (table) => table === '');
  const rowsOf = ({ first, rows }: Rows) =>
    rows.map((values, at) => new RowClass(file.name, first + at, values));
  for await (const piece of piecesOf(file)) for (const rows of scanner.take(piece)) yield rowsOf(rows);
  scanner.end();
  if (!scanner.isList) throw new ArchiveRefused(file.name, 'it is no list.');
}

/** All of the wanted tables of a file, by their names; for tables that are held in memory anyway. */
export async function wholeTables(file: ArchiveFile, wanted: readonly string[]): Promise<Map<string, Row[]>> {
  const tables = new Map<string, Row[]>(wanted.map((name) => [name, []]));
  for await (const { table, first, rows } of tableRows(file, (name) => tables.has(name))) {
    const place = `${file.name}, ${table}`;
    // One by one: a call takes only so many arguments.
    const all = tables.get(table);
    rows.forEach((values, index) => {
      all?.push(new Row(place, first + index, values));
    });
  }
  return tables;
}

/** Text that both engines take: without NUL, and without halves of characters. */
export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}

/** No table gives out 0. */
function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= limits.importedId;
}

/** A row of a table; what is not of the kind asked for is refused with its place. */
export class Row {
  readonly #place: string;
  readonly #index: number | string;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(place: string, index: number | string, values: unknown) {
    this.#place = place;
    this.#index = index;
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      throw new ArchiveRefused(`${place}, row ${index}`, 'it is no record.');
    this.#values = values as Record<string, unknown>;
  }

  /** Whatever stands under a name. */
  any(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
  }

  /** The names that the record has. */
  get keys(): readonly string[] {
    return Object.keys(this.#values);
  }

  has(name: string): boolean {
    return this.any(name) !== undefined;
  }

  /** A row within this one, of the same kind of reading. */
  protected nested(place: string, index: number | string, values: unknown): Row {
    return new Row(place, index, values);
  }

  protected child(name: string, values: unknown): Row {
    return this.nested(`${this.#place}, row ${this.#index}`, name, values);
  }

  /** The record that stands under a name; an empty one where there is none. */
  record(name: string): Row {
    return this.child(name, this.any(name) ?? {});
  }

  protected list(name: string): unknown[] {
    const list = this.any(name) ?? [];
    if (!Array.isArray(list)) throw this.refusal(name, 'is no list.');
    return list;
  }

  /** The records of a list that stands under a name; none where there is none. */
  records(name: string): Row[] {
    const place = `${this.#place}, row ${this.#index}, ${name}`;
    return this.list(name).map((values, at) => this.nested(place, at, values));
  }

  /** The texts of a list that stands under a name; none where there is none. */
  texts(name: string): string[] {
    const list = this.any(name) ?? [];
    if (!Array.isArray(list) || !list.every((one) => typeof one === 'string'))
      throw this.refusal(name, 'is no list of texts.');
    return list.map(cleanText);
  }

  /** The refusal of what stands under a name. */
  refusal(name: string, reason: string): ArchiveRefused {
    return new ArchiveRefused(`${this.#place}, row ${this.#index}`, `"${name}" ${reason}`);
  }

  /** A whole number from 1 that the engines hold. */
  id(name: string): number {
    const value = this.any(name);
    if (!isId(value)) throw this.refusal(name, 'is no id.');
    return value;
  }

  /** A whole number from 0 that the engines hold. */
  count(name: string): number {
    const value = this.any(name);
    if (value !== 0 && !isId(value)) throw this.refusal(name, 'is no whole number.');
    return value;
  }

  /** The same, or null. */
  optionalId(name: string): number | null {
    return this.any(name) == null ? null : this.id(name);
  }

  number(name: string, otherwise?: number): number {
    const value = this.any(name) ?? otherwise;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.refusal(name, 'is no number.');
    return value;
  }

  /** Seconds since 1970, whole. */
  seconds(name: string, otherwise?: number): number {
    return Math.floor(this.number(name, otherwise));
  }

  text(name: string, otherwise?: string): string {
    const value = this.any(name) ?? otherwise;
    if (typeof value !== 'string') throw this.refusal(name, 'is no text.');
    return cleanText(value);
  }

  optionalText(name: string): string | null {
    return this.any(name) == null ? null : this.text(name);
  }

  flag(name: string, otherwise = false): boolean {
    const value = this.any(name) ?? otherwise;
    if (typeof value !== 'boolean') throw this.refusal(name, 'is neither true nor false.');
    return value;
  }

  /** A list of ids. */
  ids(name: string): number[] {
    const value = this.any(name) ?? [];
    const isList = Array.isArray(value) && value.every(isId);
    if (!isList) throw this.refusal(name, 'is no list of ids.');
    return value as number[];
  }

  /** JSON that stands in a text. */
  json(name: string): unknown {
    const text = this.optionalText(name);
    if (text === null || text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch (error) {
      throw this.refusal(name, `is no JSON (${messageOf(error)}).`);
    }
  }
}
