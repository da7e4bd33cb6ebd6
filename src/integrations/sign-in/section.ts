// One object of a configuration file, whose members are asked for one by one; what nobody asked for means nothing and
// is refused, with its line.

import { isRecord } from '../../api-contract/codec.ts';
import { ConfigurationProblem } from '../configuration/configuration-problem.ts';
import type { JsonPath, LocatedJson } from '../configuration/located-json.ts';

/** The most of one text, and of the members of one list or object. */
const TEXT_CHARACTERS = 1000;
const MEMBERS = 200;

/** The file that sections are of. */
export interface ConfigurationFile {
  readonly file: string;
  readonly json: LocatedJson;
}

/** An object of the file. */
export class Section {
  readonly #source: ConfigurationFile;
  readonly #path: JsonPath;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #asked = new Set<string>();

  constructor(source: ConfigurationFile, path: JsonPath, value: unknown) {
    this.#source = source;
    this.#path = path;
    if (!isRecord(value)) throw this.problem(undefined, 'an object is expected here');
    this.#values = value;
  }

  /** A refusal that names the file, the line of a member (or of the whole), and the reason. */
  problem(name: string | undefined, reason: string): ConfigurationProblem {
    const { file, json } = this.#source;
    const line = json.lineOf(name === undefined ? this.#path : [...this.#path, name]);
    return new ConfigurationProblem(`${file}, line ${line}: ${reason}.`);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#values, name);
  }

  #take(name: string): unknown {
    this.#asked.add(name);
    return this.has(name) ? this.#values[name] : undefined;
  }

  #asText(name: string, value: unknown): string {
    if (typeof value !== 'string' || value.trim() === '')
      throw this.problem(name, `"${name}" must be a text that is not empty`);
    if (value.length > TEXT_CHARACTERS) throw this.problem(name, `"${name}" is too long`);
    return value;
  }

  /** A text; undefined where there is none. */
  text(name: string): string | undefined {
    const value = this.#take(name);
    return value === undefined ? undefined : this.#asText(name, value);
  }

  /** A text that must be there. */
  needed(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw this.problem(undefined, `"${name}" is missing`);
    return value;
  }

  /** One of some words; the first where none is given. */
  choice<W extends string>(name: string, words: readonly [W, ...W[]]): W {
    const given = this.text(name);
    if (given === undefined) return words[0];
    const found = words.find((word) => word === given);
    if (found === undefined)
      throw this.problem(name, `"${name}" must be ${words.map((word) => `"${word}"`).join(' or ')}`);
    return found;
  }

  flag(name: string, standard: boolean): boolean {
    const value = this.#take(name) ?? standard;
    if (typeof value !== 'boolean') throw this.problem(name, `"${name}" must be true or false`);
    return value;
  }

  /** A whole number within bounds. */
  number(
    name: string,
    standard: number,
    { from, to }: { readonly from: number; readonly to: number },
  ): number {
    const value = this.#take(name) ?? standard;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < from || value > to)
      throw this.problem(name, `"${name}" must be a whole number from ${from} to ${to}`);
    return value;
  }

  /** A list of texts; empty where none is given. */
  texts(name: string): readonly string[] {
    const value = this.#take(name);
    if (value === undefined) return [];
    if (!Array.isArray(value) || value.length === 0)
      throw this.problem(name, `"${name}" must be a list of texts`);
    if (value.length > MEMBERS) throw this.problem(name, `"${name}" is too long`);
    return value.map((one) => this.#asText(name, one));
  }

  /** A list of objects, none of which may be missing. */
  sections(name: string): Section[] {
    const value = this.#take(name);
    if (!Array.isArray(value) || value.length === 0 || value.length > MEMBERS)
      throw this.problem(name, `"${name}" must be a list of 1 to ${MEMBERS} objects`);
    return value.map((one, index) => new Section(this.#source, [...this.#path, name, index], one));
  }

  /** An object within; undefined where there is none. */
  section(name: string): Section | undefined {
    const value = this.#take(name);
    return value === undefined ? undefined : new Section(this.#source, [...this.#path, name], value);
  }

  /** Its members as pairs of texts, whatever their names; the section ends with it. */
  pairs(): readonly (readonly [string, string])[] {
    const names = Object.keys(this.#values);
    if (names.length === 0 || names.length > MEMBERS)
      throw this.problem(undefined, `an object with 1 to ${MEMBERS} members is expected here`);
    return names.map((name) => [name, this.needed(name)]);
  }

  /** Refuses what nobody asked for; the last thing to do with a section. */
  end(): void {
    const unknown = Object.keys(this.#values).find((name) => !this.#asked.has(name));
    if (unknown !== undefined)
      throw this.problem(
        unknown,
        `"${unknown}" means nothing here; known are ${[...this.#asked].sort().join(', ')}`,
      );
  }
}
