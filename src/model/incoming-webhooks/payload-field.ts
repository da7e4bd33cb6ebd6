// Typed access to the payload of a service. Its form is unknown, so each access states the type it expects, and
// an error names the path that does not have it.

import { isRecord } from '../../api-contract/codec.ts';
import { UnreadablePayloadError } from './webhook-errors.ts';

/** The maximum length of a text that is read; longer ones are cut here. More is never shown. */
export const MAX_TEXT_CHARACTERS = 40_000;

/** A text without the characters that tables and URLs cannot contain. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** A value in a payload. Paths are names separated by dots: `pull_request.head.label`. */
export class PayloadField {
  readonly #value: unknown;
  readonly #path: string;

  constructor(value: unknown, path = '') {
    this.#value = value;
    this.#path = path;
  }

  /** The parsed value itself, for services that show all of it. */
  get value(): unknown {
    return this.#value;
  }

  /** The value at a path. @throws `UnreadablePayloadError` if it is missing or null */
  at(path: string): PayloadField {
    const found = this.#walk(path);
    if (!found) throw new UnreadablePayloadError(`The payload has no '${this.#pathOf(path)}'.`);
    return found;
  }

  /** The value at a path; undefined if it is missing or null. */
  optional(path: string): PayloadField | undefined {
    return this.#walk(path);
  }

  has(path: string): boolean {
    return this.#walk(path) !== undefined;
  }

  /** A text, or a number as text, because some services send either. */
  text(path: string): string {
    return this.at(path).asText();
  }

  /** The same; empty if it is missing. */
  optionalText(path: string): string {
    return this.optional(path)?.asText() ?? '';
  }

  /** The first non-empty text at several paths; empty if there is none. */
  firstOf(...paths: readonly string[]): string {
    for (const path of paths) {
      const found = this.optionalText(path);
      if (found !== '') return found;
    }
    return '';
  }

  number(path: string): number {
    const field = this.at(path);
    const value =
      typeof field.#value === 'string' && field.#value !== '' ? Number(field.#value) : field.#value;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw field.#typeError('a number');
    return value;
  }

  /** A boolean; false if it is missing. */
  boolean(path: string): boolean {
    const field = this.optional(path);
    if (!field) return false;
    if (typeof field.#value !== 'boolean') throw field.#typeError('true or false');
    return field.#value;
  }

  list(path: string): PayloadField[] {
    return this.at(path).asList();
  }

  /** The same; empty if it is missing. */
  optionalList(path: string): PayloadField[] {
    return this.optional(path)?.asList() ?? [];
  }

  asList(): PayloadField[] {
    if (!Array.isArray(this.#value)) throw this.#typeError('a list');
    return this.#value.map((item, index) => new PayloadField(item, this.#pathOf(String(index))));
  }

  /** The names and values of an object. */
  entries(): [name: string, PayloadField][] {
    if (!isRecord(this.#value)) throw this.#typeError('an object');
    return Object.entries(this.#value).map(([name, value]) => [
      name,
      new PayloadField(value, this.#pathOf(name)),
    ]);
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

  #walk(path: string): PayloadField | undefined {
    let value: unknown = this.#value;
    for (const name of path.split('.')) {
      if (Array.isArray(value)) value = /^(?:0|[1-9]\d{0,5})$/.test(name) ? value[Number(name)] : undefined;
      else if (isRecord(value) && Object.hasOwn(value, name)) value = value[name];
      else return undefined;
      if (value === undefined || value === null) return undefined;
    }
    return new PayloadField(value, this.#pathOf(path));
  }

  #pathOf(path: string): string {
    return this.#path === '' ? path : `${this.#path}.${path}`;
  }

  /** This value as a text, cut at `MAX_TEXT_CHARACTERS`. */
  asText(): string {
    if (typeof this.#value === 'string') return storableText(this.#value.slice(0, MAX_TEXT_CHARACTERS));
    if (typeof this.#value === 'number' && Number.isFinite(this.#value)) return String(this.#value);
    throw this.#typeError('a string');
  }

  #typeError(expected: string): UnreadablePayloadError {
    const subject = this.#path === '' ? 'The payload' : `'${this.#path}' of the payload`;
    return new UnreadablePayloadError(`${subject} is not ${expected}.`);
  }
}
