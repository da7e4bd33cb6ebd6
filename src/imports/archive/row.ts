// The fields of one row of an archive's table.

import {
  anyList,
  type Codec,
  type DecodingError,
  decodedOrUndefined,
  dottedPath,
  isRecord,
  JsonReader,
  jsonBoolean,
  jsonText,
  listOfAny,
  number,
  wrongType,
} from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { messageOf } from '../../errors/error-detail.ts';
import { InvalidArchiveError } from './invalid-archive-error.ts';

/** Text that both engines accept: without NUL characters and lone surrogates. */
export function cleanText(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '') : wellFormed;
}

/** A whole number from 1, within the range of the engines. */
const importedId: Codec<number> = {
  schema: { type: 'integer', minimum: 1, maximum: limits.importedId },
  decode(value, path) {
    const isId =
      typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= limits.importedId;
    if (!isId) throw wrongType(path, 'an ID', value);
    return value;
  },
};

/** A whole number from 0, within the range of the engines. */
const importedCount: Codec<number> = {
  schema: { type: 'integer', minimum: 0, maximum: limits.importedId },
  decode(value, path) {
    if (value === 0) return 0;
    const count = decodedOrUndefined(importedId, value);
    if (count === undefined) throw wrongType(path, 'an integer', value);
    return count;
  },
};

const storableText: Codec<string> = {
  schema: { type: 'string' },
  decode: (value, path) => cleanText(jsonText.decode(value, path)),
};

const ids = listOfAny(importedId, 'a list of IDs');
const texts = listOfAny(storableText, 'a list of strings');

/** A row of a table, with typed access to its fields. A field of the wrong type throws `InvalidArchiveError` with its position. */
export class Row extends JsonReader {
  readonly #location: string;
  readonly #index: number | string;

  constructor(location: string, index: number | string, values: unknown) {
    super(values, '');
    this.#location = location;
    this.#index = index;
    if (!isRecord(values)) throw new InvalidArchiveError(`${location}, row ${index}`, 'it is not an object.');
  }

  protected override errorFor({ path, expected, reason }: DecodingError): Error {
    return this.error(dottedPath(path), expected === undefined ? `${reason}.` : `is not ${expected}.`);
  }

  /** The value of a field, of any type. */
  value(name: string): unknown {
    return this.member(name);
  }

  get keys(): readonly string[] {
    return isRecord(this.document) ? Object.keys(this.document) : [];
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

  protected list(name: string): readonly unknown[] {
    return this.read(name, anyList, []);
  }

  /** The records of a list field; none if the field is missing. */
  records(name: string): Row[] {
    const location = `${this.#location}, row ${this.#index}, ${name}`;
    return this.list(name).map((values, at) => this.nestedRow(location, at, values));
  }

  /** The texts of a list field; none if the field is missing. */
  texts(name: string): string[] {
    return this.read(name, texts, []);
  }

  /** The error for a field. */
  error(name: string, reason: string): InvalidArchiveError {
    return new InvalidArchiveError(`${this.#location}, row ${this.#index}`, `"${name}" ${reason}`);
  }

  /** A whole number from 1, within the range of the engines. */
  id(name: string): number {
    return this.read(name, importedId);
  }

  /** A whole number from 0, within the range of the engines. */
  count(name: string): number {
    return this.read(name, importedCount);
  }

  /** An id, or null if the field is empty. */
  optionalId(name: string): number | null {
    return this.value(name) == null ? null : this.id(name);
  }

  number(name: string, otherwise?: number): number {
    return this.read(name, number, otherwise);
  }

  /** Whole seconds since 1970. */
  seconds(name: string, otherwise?: number): number {
    return Math.floor(this.number(name, otherwise));
  }

  text(name: string, otherwise?: string): string {
    return this.read(name, storableText, otherwise);
  }

  optionalText(name: string): string | null {
    return this.value(name) == null ? null : this.text(name);
  }

  flag(name: string, otherwise = false): boolean {
    return this.read(name, jsonBoolean, otherwise);
  }

  ids(name: string): number[] {
    return this.read(name, ids, []);
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
