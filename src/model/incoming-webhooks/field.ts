// The one way into what a service sends. Nothing is known of it beforehand, so every look says what it expects, and a
// refusal names the place that is not so.

import { isRecord } from '../../api-contract/codec.ts';
import { UnreadablePayload } from './refusals.ts';

/** More than is shown of any text; longer ones end here. */
export const WORDS_CHARACTERS = 40_000;

/** A text without what no table and no address can hold. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** A place in a payload. Paths are names with points between them, `pull_request.head.label`. */
export class Field {
  readonly #value: unknown;
  readonly #place: string;

  constructor(value: unknown, place = '') {
    this.#value = value;
    this.#place = place;
  }

  /** The value as it was parsed, for whoever shows all of it. */
  get value(): unknown {
    return this.#value;
  }

  /** What stands at a path. @throws `UnreadablePayload` where there is nothing, or null */
  at(path: string): Field {
    const found = this.#walk(path);
    if (!found) throw new UnreadablePayload(`The payload has no '${this.#placeOf(path)}'.`);
    return found;
  }

  /** What stands at a path; undefined where there is nothing, or null. */
  maybe(path: string): Field | undefined {
    return this.#walk(path);
  }

  has(path: string): boolean {
    return this.#walk(path) !== undefined;
  }

  /** A text, or a number as one: services waver between the two. */
  text(path: string): string {
    return this.at(path).words();
  }

  /** The same; empty where there is nothing. */
  textIn(path: string): string {
    return this.maybe(path)?.words() ?? '';
  }

  /** The first text of several paths that is not empty; empty where none is. */
  firstOf(...paths: readonly string[]): string {
    for (const path of paths) {
      const found = this.textIn(path);
      if (found !== '') return found;
    }
    return '';
  }

  number(path: string): number {
    const field = this.at(path);
    const value =
      typeof field.#value === 'string' && field.#value !== '' ? Number(field.#value) : field.#value;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw field.#unlike('a number');
    return value;
  }

  /** Whether it says yes; what is missing says no. */
  flag(path: string): boolean {
    const field = this.maybe(path);
    if (!field) return false;
    if (typeof field.#value !== 'boolean') throw field.#unlike('true or false');
    return field.#value;
  }

  list(path: string): Field[] {
    return this.at(path).items();
  }

  /** The same; empty where there is nothing. */
  listIn(path: string): Field[] {
    return this.maybe(path)?.items() ?? [];
  }

  /** The items of a list. */
  items(): Field[] {
    if (!Array.isArray(this.#value)) throw this.#unlike('a list');
    return this.#value.map((item, index) => new Field(item, this.#placeOf(String(index))));
  }

  /** Names and values of an object. */
  entries(): [name: string, Field][] {
    if (!isRecord(this.#value)) throw this.#unlike('an object');
    return Object.entries(this.#value).map(([name, value]) => [name, new Field(value, this.#placeOf(name))]);
  }

  get isText(): boolean {
    return typeof this.#value === 'string';
  }

  get isObject(): boolean {
    return isRecord(this.#value);
  }

  get isList(): boolean {
    return Array.isArray(this.#value);
  }

  #walk(path: string): Field | undefined {
    let value: unknown = this.#value;
    for (const name of path.split('.')) {
      if (Array.isArray(value)) value = /^(?:0|[1-9]\d{0,5})$/.test(name) ? value[Number(name)] : undefined;
      else if (isRecord(value) && Object.hasOwn(value, name)) value = value[name];
      else return undefined;
      if (value === undefined || value === null) return undefined;
    }
    return new Field(value, this.#placeOf(path));
  }

  #placeOf(path: string): string {
    return this.#place === '' ? path : `${this.#place}.${path}`;
  }

  /** This value as a text, up to `WORDS_CHARACTERS`. */
  words(): string {
    if (typeof this.#value === 'string') return storable(this.#value.slice(0, WORDS_CHARACTERS));
    if (typeof this.#value === 'number' && Number.isFinite(this.#value)) return String(this.#value);
    throw this.#unlike('a text');
  }

  #unlike(expected: string): UnreadablePayload {
    const place = this.#place === '' ? 'The payload' : `'${this.#place}' of the payload`;
    return new UnreadablePayload(`${place} is not ${expected}.`);
  }
}
