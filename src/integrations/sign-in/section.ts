// One object of a configuration file. Members are read one by one; unknown ones are refused, with their line.

import { isRecord } from '../../api-contract/codec.ts';
import { ConfigurationError } from '../configuration/configuration-error.ts';
import type { JsonPath, LocatedJson } from '../configuration/located-json.ts';

/** The maximum length of a string, and of a list or object. */
const TEXT_CHARACTERS = 1000;
const MEMBERS = 200;

export interface ConfigurationFile {
  readonly file: string;
  readonly json: LocatedJson;
}

export class Section {
  readonly #source: ConfigurationFile;
  readonly #path: JsonPath;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #knownNames = new Set<string>();

  constructor(source: ConfigurationFile, path: JsonPath, value: unknown) {
    this.#source = source;
    this.#path = path;
    if (!isRecord(value)) throw this.error(undefined, 'expected an object');
    this.#values = value;
  }

  /** An error with the file, the line of a member (or of the whole object), and the reason. */
  error(name: string | undefined, reason: string): ConfigurationError {
    const { file, json } = this.#source;
    const line = json.lineOf(name === undefined ? this.#path : [...this.#path, name]);
    return new ConfigurationError(`${file}, line ${line}: ${reason}.`);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#values, name);
  }

  #read(name: string): unknown {
    this.#knownNames.add(name);
    return this.has(name) ? this.#values[name] : undefined;
  }

  #asText(name: string, value: unknown): string {
    if (typeof value !== 'string' || value.trim() === '')
      throw this.error(name, `"${name}" must be a non-empty string`);
    if (value.length > TEXT_CHARACTERS) throw this.error(name, `"${name}" is too long`);
    return value;
  }

  /** A string; undefined if it is missing. */
  text(name: string): string | undefined {
    const value = this.#read(name);
    return value === undefined ? undefined : this.#asText(name, value);
  }

  /** A required string. */
  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw this.error(undefined, `"${name}" is missing`);
    return value;
  }

  /** One of several words; the first is the default. */
  choice<W extends string>(name: string, words: readonly [W, ...W[]]): W {
    const value = this.text(name);
    if (value === undefined) return words[0];
    const found = words.find((word) => word === value);
    if (found === undefined)
      throw this.error(name, `"${name}" must be ${words.map((word) => `"${word}"`).join(' or ')}`);
    return found;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.#read(name) ?? fallback;
    if (typeof value !== 'boolean') throw this.error(name, `"${name}" must be true or false`);
    return value;
  }

  /** An integer within bounds. */
  number(
    name: string,
    fallback: number,
    { from, to }: { readonly from: number; readonly to: number },
  ): number {
    const value = this.#read(name) ?? fallback;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < from || value > to)
      throw this.error(name, `"${name}" must be a whole number from ${from} to ${to}`);
    return value;
  }

  /** A list of strings; empty if it is missing. */
  texts(name: string): readonly string[] {
    const value = this.#read(name);
    if (value === undefined) return [];
    if (!Array.isArray(value) || value.length === 0)
      throw this.error(name, `"${name}" must be a list of strings`);
    if (value.length > MEMBERS) throw this.error(name, `"${name}" is too long`);
    return value.map((item) => this.#asText(name, item));
  }

  /** A required, non-empty list of objects. */
  sections(name: string): Section[] {
    const value = this.#read(name);
    if (!Array.isArray(value) || value.length === 0 || value.length > MEMBERS)
      throw this.error(name, `"${name}" must be a list of 1 to ${MEMBERS} objects`);
    return value.map((item, index) => new Section(this.#source, [...this.#path, name, index], item));
  }

  /** A nested object; undefined if it is missing. */
  section(name: string): Section | undefined {
    const value = this.#read(name);
    return value === undefined ? undefined : new Section(this.#source, [...this.#path, name], value);
  }

  /** All members as pairs of strings, whatever their names; no call of `end` is needed afterwards. */
  pairs(): readonly (readonly [string, string])[] {
    const names = Object.keys(this.#values);
    if (names.length === 0 || names.length > MEMBERS)
      throw this.error(undefined, `expected an object with 1 to ${MEMBERS} members`);
    return names.map((name) => [name, this.required(name)]);
  }

  /** Refuses unknown members; must be the last call. */
  end(): void {
    const unknown = Object.keys(this.#values).find((name) => !this.#knownNames.has(name));
    if (unknown !== undefined)
      throw this.error(
        unknown,
        `"${unknown}" is unknown; expected one of ${[...this.#knownNames].sort().join(', ')}`,
      );
  }
}
