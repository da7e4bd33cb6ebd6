// Typed access to the payload of a service. Its form is unknown, so each access states the type it expects, and
// an error names the path that does not have it.

import {
  anyList,
  anyObject,
  type Codec,
  type DecodingError,
  dottedPath,
  isRecord,
  JsonReader,
  jsonBoolean,
  type Path,
  Step,
  wrongType,
} from '../../api-contract/codec.ts';
import { UnreadablePayloadError } from './webhook-errors.ts';

/** The maximum length of a text that is read; longer ones are cut here. More is never shown. */
export const MAX_TEXT_CHARACTERS = 40_000;

/** A text without the characters that tables and URLs cannot contain. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** A text, or a number as text, because some services send either. */
const textOrNumber: Codec<string> = {
  schema: { type: ['string', 'number'] },
  decode(value, path) {
    if (typeof value === 'string') return storableText(value.slice(0, MAX_TEXT_CHARACTERS));
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
    throw wrongType(path, 'a string', value);
  },
};

/** A number, also as text. */
const number: Codec<number> = {
  schema: { type: ['number', 'string'] },
  decode(value, path) {
    const number = typeof value === 'string' && value !== '' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) throw wrongType(path, 'a number', value);
    return number;
  },
};

const INDEX = /^(?:0|[1-9]\d{0,5})$/;

/** A value in a payload. Paths are names separated by dots: `pull_request.head.label`. */
export class PayloadField extends JsonReader {
  constructor(value: unknown, path: Path = '') {
    super(value, path);
  }

  /** The parsed value itself, for services that show all of it. */
  get value(): unknown {
    return this.document;
  }

  protected override errorFor({ path, expected, reason }: DecodingError): Error {
    const dotted = dottedPath(path);
    const subject = dotted === '' ? 'The payload' : `'${dotted}' of the payload`;
    return new UnreadablePayloadError(
      `${subject} ${expected === undefined ? reason : `is not ${expected}`}.`,
    );
  }

  /** The value at a path; undefined if it is missing or null. */
  protected override member(path: string): unknown {
    let value: unknown = this.document;
    for (const name of path.split('.')) {
      if (Array.isArray(value)) value = INDEX.test(name) ? value[Number(name)] : undefined;
      else if (isRecord(value) && Object.hasOwn(value, name)) value = value[name];
      else return undefined;
      if (value === undefined || value === null) return undefined;
    }
    return value;
  }

  protected override pathOf(path: string | number): Path {
    return String(path)
      .split('.')
      .reduce<Path>((parent, name) => new Step(parent, name), this.path);
  }

  /** The value at a path. @throws `UnreadablePayloadError` if it is missing or null */
  at(path: string): PayloadField {
    const found = this.optional(path);
    if (!found) throw new UnreadablePayloadError(`The payload has no '${dottedPath(this.pathOf(path))}'.`);
    return found;
  }

  /** The value at a path; undefined if it is missing or null. */
  optional(path: string): PayloadField | undefined {
    const value = this.member(path);
    return value === undefined ? undefined : new PayloadField(value, this.pathOf(path));
  }

  /** A text, or a number as text. */
  text(path: string): string {
    return this.at(path).asText();
  }

  /** The text at a path; empty if the field is missing. */
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
    return this.at(path).#as(number);
  }

  /** A boolean; false if it is missing. */
  boolean(path: string): boolean {
    return this.read(path, jsonBoolean, false);
  }

  list(path: string): PayloadField[] {
    return this.at(path).asList();
  }

  /** The list at a path; empty if the field is missing. */
  optionalList(path: string): PayloadField[] {
    return this.optional(path)?.asList() ?? [];
  }

  /** This value as a text, cut at `MAX_TEXT_CHARACTERS`. */
  asText(): string {
    return this.#as(textOrNumber);
  }

  asList(): PayloadField[] {
    return this.#as(anyList).map((item, index) => new PayloadField(item, new Step(this.path, index)));
  }

  /** This value, if it is an object. @throws `UnreadablePayloadError` for any other */
  asObject(): PayloadField {
    this.#as(anyObject);
    return this;
  }

  /** The names and values of an object. */
  entries(): [name: string, PayloadField][] {
    return Object.entries(this.#as(anyObject)).map(([name, value]) => [
      name,
      new PayloadField(value, new Step(this.path, name)),
    ]);
  }

  get isText(): boolean {
    return typeof this.document === 'string';
  }

  get isObject(): boolean {
    return isRecord(this.document);
  }

  get isList(): boolean {
    return Array.isArray(this.document);
  }

  #as<T>(codec: Codec<T>): T {
    return this.decoded(codec, this.document, this.path);
  }
}
