// How a JSON value of a parameter is checked and typed. A codec is a description (its JSON Schema) and a
// decoder in one, so that what is documented and what is accepted cannot differ.

import { ApiError, badRequest } from './error.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Decodes a parsed JSON value; `path` names it in refusals, e.g. `messages[2]`. */
export interface Codec<T> {
  readonly schema: JsonSchema;
  decode(value: unknown, path: string): T;
}

export type Decoded<C> = C extends Codec<infer T> ? T : never;

/** Added to the type of a codec whose clients send something else than what it decodes to; there at no run time. */
export interface SentAs<W> {
  readonly sentAs?: W;
}

/** What clients send for a codec. */
export type Sent<C> = 'sentAs' extends keyof C ? (C extends SentAs<infer W> ? W : never) : Decoded<C>;

/** Database ids and client-supplied numbers fit a double exactly. */
const MAX_INTEGER = Number.MAX_SAFE_INTEGER;

/** Refuses what no database column can hold: NUL and lone surrogates. */
export function assertStorableText(text: string, path: string): void {
  if (text.includes('\0')) throw badRequest(`${path} contains a NUL character`);
  if (!text.isWellFormed()) throw badRequest(`${path} is not well-formed text`);
}

/** Any text. Lengths count code points. Refused: NUL, lone surrogates. */
export function text(bounds: { minimum?: number; maximum?: number } = {}): Codec<string> {
  return {
    schema: {
      type: 'string',
      ...(bounds.minimum !== undefined && { minLength: bounds.minimum }),
      ...(bounds.maximum !== undefined && { maxLength: bounds.maximum }),
    },
    decode(value, path) {
      if (typeof value !== 'string') throw badRequest(`${path} is not a string`);
      assertStorableText(value, path);
      if (bounds.minimum !== undefined && value.length < bounds.minimum) {
        throw badRequest(bounds.minimum === 1 ? `${path} cannot be blank` : `${path} is too short.`);
      }
      if (bounds.maximum !== undefined && isLongerThan(value, bounds.maximum)) {
        throw badRequest(`${path} is too long (limit: ${bounds.maximum} characters)`);
      }
      return value;
    },
  };
}

/** Any text without the white space around it. Lengths are those of what is left. */
export function trimmedText(bounds: { minimum?: number; maximum?: number } = {}): Codec<string> {
  const inner = text(bounds);
  return {
    schema: inner.schema,
    decode: (value, path) => inner.decode(typeof value === 'string' ? value.trim() : value, path),
  };
}

/** Whether a text has more than `limit` code points, without counting all of a long one. */
export function isLongerThan(value: string, limit: number): boolean {
  if (value.length <= limit) return false;
  if (value.length > limit * 2) return true;
  let count = 0;
  for (const _ of value) if (++count > limit) return true;
  return false;
}

/** A whole number within the bounds; without bounds any that a double holds exactly. */
export function integer(bounds: { minimum?: number; maximum?: number } = {}): Codec<number> {
  const { minimum = -MAX_INTEGER, maximum = MAX_INTEGER } = bounds;
  return {
    schema: {
      type: 'integer',
      ...(bounds.minimum !== undefined && { minimum }),
      ...(bounds.maximum !== undefined && { maximum }),
    },
    decode(value, path) {
      const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value.trim()) ? Number(value) : value;
      if (typeof number !== 'number' || !Number.isInteger(number))
        throw badRequest(`${path} is not an integer`);
      if (number < minimum) throw badRequest(`${path} is too small`);
      if (number > maximum) throw badRequest(`${path} is too large`);
      return number;
    },
  };
}

/** Any finite number. */
export const number: Codec<number> = {
  schema: { type: 'number' },
  decode(value, path) {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw badRequest(`${path} is not a number`);
    return value;
  },
};

/** The id of something: a whole number, never negative. */
export const id: Codec<number> = integer({ minimum: 0 });

export const boolean: Codec<boolean> = {
  schema: { type: 'boolean' },
  decode(value, path) {
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'True') return true;
    if (value === 'false' || value === 'False') return false;
    throw badRequest(`${path} is not a boolean`);
  },
};

/** One of a fixed set of words or numbers. */
export function oneOf<const T extends string | number>(...values: readonly T[]): Codec<T> {
  const allowed = new Set<unknown>(values);
  return {
    schema: { enum: values },
    decode(value, path) {
      const candidate =
        typeof values[0] === 'number' && typeof value === 'string' && /^-?\d{1,9}$/.test(value)
          ? Number(value)
          : value;
      if (!allowed.has(candidate)) throw badRequest(`Invalid ${path}`);
      return candidate as T;
    },
  };
}

/** A list of at most `maximum` items (the general bound unless stated). */
export function list<T>(item: Codec<T>, maximum = 50_000): Codec<T[]> {
  return {
    schema: { type: 'array', items: item.schema, maxItems: maximum },
    decode(value, path) {
      if (!Array.isArray(value)) throw badRequest(`${path} is not a list`);
      if (value.length > maximum) throw badRequest(`${path} is too long (limit: ${maximum} items)`);
      return value.map((element, index) => item.decode(element, `${path}[${index}]`));
    },
  };
}

/** A map from text keys to values of one kind. */
export function mapOf<T>(item: Codec<T>): Codec<Record<string, T>> {
  return {
    schema: { type: 'object', additionalProperties: item.schema },
    decode(value, path) {
      if (!isRecord(value)) throw badRequest(`${path} is not a dict`);
      const result: Record<string, T> = {};
      for (const [key, element] of Object.entries(value)) {
        assertStorableText(key, path);
        result[key] = item.decode(element, `${path}["${key}"]`);
      }
      return result;
    },
  };
}

export function nullable<T>(inner: Codec<T>): Codec<T | null> {
  return {
    schema: { anyOf: [inner.schema, { type: 'null' }] },
    decode: (value, path) => (value === null ? null : inner.decode(value, path)),
  };
}

/** The first of several codecs that accepts the value; `problem` completes "{path} …" when none does. */
export function anyOf<const C extends readonly Codec<unknown>[]>(
  problem: string,
  ...codecs: C
): Codec<Decoded<C[number]>> {
  return {
    schema: { anyOf: codecs.map((codec) => codec.schema) },
    decode(value, path) {
      for (const codec of codecs) {
        try {
          return codec.decode(value, path) as Decoded<C[number]>;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
        }
      }
      throw badRequest(`${path} ${problem}`);
    },
  };
}

type Fields = Readonly<Record<string, Codec<unknown> | OptionalField<unknown>>>;
interface OptionalField<T> {
  readonly optional: Codec<T>;
}
type RequiredKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends OptionalField<unknown> ? never : K;
}[keyof F];
type OptionalKeys<F extends Fields> = Exclude<keyof F, RequiredKeys<F>>;
export type DecodedRecord<F extends Fields> = {
  [K in RequiredKeys<F>]: F[K] extends Codec<infer T> ? T : never;
} & { [K in OptionalKeys<F>]?: F[K] extends OptionalField<infer T> ? T : never };

/** Marks a field of a record as one that may be left out. */
export function optional<T>(inner: Codec<T>): OptionalField<T> {
  return { optional: inner };
}

/** An object with known keys; unknown ones are ignored. */
export function record<F extends Fields>(fields: F): Codec<DecodedRecord<F>> {
  const entries = Object.entries(fields);
  const properties = Object.fromEntries(
    entries.map(([key, field]) => [key, 'optional' in field ? field.optional.schema : field.schema]),
  );
  const required = entries.filter(([, field]) => !('optional' in field)).map(([key]) => key);
  return {
    schema: { type: 'object', properties, ...(required.length > 0 && { required }) },
    decode(value, path) {
      if (!isRecord(value)) throw badRequest(`${path} is not a dict`);
      const result: Record<string, unknown> = {};
      for (const [key, field] of entries) {
        const present = Object.hasOwn(value, key);
        const label = `${path}["${key}"]`;
        if ('optional' in field) {
          if (present) result[key] = field.optional.decode(value[key], label);
        } else {
          if (!present) throw badRequest(`${label} field is missing`);
          result[key] = field.decode(value[key], label);
        }
      }
      return result as DecodedRecord<F>;
    },
  };
}

/** A record whose further keys are allowed, whatever they are. */
export function openRecord<F extends Fields>(
  fields: F,
): Codec<DecodedRecord<F> & Readonly<Record<string, unknown>>> {
  const known = record(fields);
  return {
    schema: { ...known.schema, additionalProperties: true },
    decode: (value, path) => ({ ...(isRecord(value) && value), ...known.decode(value, path) }),
  };
}

/** A part of an answer that a handler gets ready-made from a view; see `view`. */
export interface ViewCodec<T> extends Codec<T> {
  readonly isView: true;
}

/**
 * Declares what a view makes from tables of settings or as prepared JSON, whose type the compiler cannot follow.
 * Clients have the type; that the view keeps it is checked on every answer in tests.
 */
export function view<T>(codec: Codec<T>): ViewCodec<T> {
  return { ...codec, isView: true };
}

/** Any JSON value, left as it is. For payloads whose checks need more than their shape. */
export const anyJson: Codec<unknown> = { schema: {}, decode: (value) => value };

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
