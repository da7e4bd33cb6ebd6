// One object of a configuration file. Members are read one by one; unknown ones are refused, with their line.

import {
  brokenRule,
  type Codec,
  type DecodingError,
  isRecord,
  JsonReader,
  keysOfPath,
  oneOf,
  type Path,
  Step,
  wrongType,
} from '../../api-contract/codec.ts';
import { ConfigurationError } from '../configuration/configuration-error.ts';
import type { LocatedJson } from '../configuration/located-json.ts';

/** The maximum length of a string, and of a list or object. */
const TEXT_CHARACTERS = 1000;
const MEMBERS = 200;

export interface ConfigurationFile {
  readonly file: string;
  readonly json: LocatedJson;
}

const filledText: Codec<string> = {
  schema: { type: 'string', minLength: 1, maxLength: TEXT_CHARACTERS },
  decode(value, path) {
    if (typeof value !== 'string' || value.trim() === '') throw wrongType(path, 'a non-empty string', value);
    if (value.length > TEXT_CHARACTERS) throw brokenRule(path, 'is too long');
    return value;
  },
};

const flag: Codec<boolean> = {
  schema: { type: 'boolean' },
  decode(value, path) {
    if (typeof value !== 'boolean') throw wrongType(path, 'true or false', value);
    return value;
  },
};

const texts: Codec<readonly string[]> = {
  schema: { type: 'array', items: filledText.schema, minItems: 1, maxItems: MEMBERS },
  decode(value, path) {
    if (!Array.isArray(value) || value.length === 0) throw wrongType(path, 'a list of strings', value);
    if (value.length > MEMBERS) throw brokenRule(path, 'is too long');
    return value.map((item) => filledText.decode(item, path));
  },
};

const objects: Codec<readonly unknown[]> = {
  schema: { type: 'array', minItems: 1, maxItems: MEMBERS },
  decode(value, path) {
    if (!Array.isArray(value) || value.length === 0 || value.length > MEMBERS)
      throw wrongType(path, `a list of 1 to ${MEMBERS} objects`, value);
    return value;
  },
};

function numberFrom(from: number, to: number): Codec<number> {
  return {
    schema: { type: 'integer', minimum: from, maximum: to },
    decode(value, path) {
      if (typeof value !== 'number' || !Number.isInteger(value) || value < from || value > to)
        throw wrongType(path, `a whole number from ${from} to ${to}`, value);
      return value;
    },
  };
}

export class Section extends JsonReader {
  readonly #source: ConfigurationFile;
  readonly #knownNames = new Set<string>();

  constructor(source: ConfigurationFile, path: Path, value: unknown) {
    super(value, path);
    this.#source = source;
    if (!isRecord(value)) throw this.error(undefined, 'expected an object');
  }

  /** An error with the file, the line of a member (or of the whole object), and the reason. */
  error(name: string | undefined, reason: string): ConfigurationError {
    return this.#errorAt(name === undefined ? this.path : this.pathOf(name), reason);
  }

  #errorAt(path: Path, reason: string): ConfigurationError {
    const { file, json } = this.#source;
    return new ConfigurationError(`${file}, line ${json.lineOf(keysOfPath(path))}: ${reason}.`);
  }

  protected override errorFor({ path, expected, reason }: DecodingError): Error {
    const name = keysOfPath(path).at(-1);
    return this.#errorAt(path, `"${name}" ${expected === undefined ? reason : `must be ${expected}`}`);
  }

  /** Decodes a member; undefined if it is missing. */
  #optional<T>(name: string, codec: Codec<T>): T | undefined {
    this.#knownNames.add(name);
    return this.has(name) ? this.decoded(codec, this.member(name), this.pathOf(name)) : undefined;
  }

  /** A string; undefined if it is missing. */
  text(name: string): string | undefined {
    return this.#optional(name, filledText);
  }

  /** A required string. */
  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw this.error(undefined, `"${name}" is missing`);
    return value;
  }

  /** One of several words; the first is the default. */
  choice<W extends string>(name: string, words: readonly [W, ...W[]]): W {
    return this.text(name) === undefined ? words[0] : this.read(name, oneOf(...words));
  }

  flag(name: string, fallback: boolean): boolean {
    this.#knownNames.add(name);
    return this.read(name, flag, fallback);
  }

  /** An integer within bounds. */
  number(
    name: string,
    fallback: number,
    { from, to }: { readonly from: number; readonly to: number },
  ): number {
    this.#knownNames.add(name);
    return this.read(name, numberFrom(from, to), fallback);
  }

  /** A list of strings; empty if it is missing. */
  texts(name: string): readonly string[] {
    return this.#optional(name, texts) ?? [];
  }

  /** A required, non-empty list of objects. */
  sections(name: string): Section[] {
    this.#knownNames.add(name);
    const items = this.read(name, objects);
    return items.map((item, index) => new Section(this.#source, new Step(this.pathOf(name), index), item));
  }

  /** A nested object; undefined if it is missing. */
  section(name: string): Section | undefined {
    this.#knownNames.add(name);
    return this.has(name) ? new Section(this.#source, this.pathOf(name), this.member(name)) : undefined;
  }

  /** The names of all members. */
  get #names(): string[] {
    return Object.keys(isRecord(this.document) ? this.document : {});
  }

  /** All members as pairs of strings, whatever their names; no call of `end` is needed afterwards. */
  pairs(): readonly (readonly [string, string])[] {
    const names = this.#names;
    if (names.length === 0 || names.length > MEMBERS)
      throw this.error(undefined, `expected an object with 1 to ${MEMBERS} members`);
    return names.map((name) => [name, this.required(name)]);
  }

  /** Refuses unknown members; must be the last call. */
  end(): void {
    const unknown = this.#names.find((name) => !this.#knownNames.has(name));
    if (unknown !== undefined)
      throw this.error(
        unknown,
        `"${unknown}" is unknown; expected one of ${[...this.#knownNames].sort().join(', ')}`,
      );
  }
}
