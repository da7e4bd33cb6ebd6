// Codecs composed of others: lists, maps, choices, and arbitrary JSON.

import { ApiError } from '../error.ts';
import { limits } from '../limits.ts';
import { type Codec, type Decoded, isRecord } from './codec.ts';
import { brokenRule, wrongType } from './decoding-error.ts';
import { type Path, Step } from './path.ts';
import { assertStorableText, shortText } from './text.ts';

/**
 * A list of at most `maximum` items (the general limit by default).
 * @example
 * list(id, 2).decode([1, 2, 3], 'ids'); // throws BAD_REQUEST: ids is too long (limit: 2 items)
 */
export function list<T>(item: Codec<T>, maximum: number = limits.itemsPerList): Codec<T[]> {
  return {
    schema: { type: 'array', items: item.schema, maxItems: maximum },
    decode(value, path) {
      if (!Array.isArray(value)) throw wrongType(path, 'a list', value);
      if (value.length > maximum) throw brokenRule(path, `is too long (limit: ${maximum} items)`);
      return value.map((element, index) => item.decode(element, new Step(path, index)));
    },
  };
}

/** A map from text keys, which `name` may restrict, to values of one kind. Maps in requests must state a maximum. */
export function mapOf<T>(item: Codec<T>, maximum?: number, name?: Codec<string>): Codec<Record<string, T>> {
  return {
    schema: {
      type: 'object',
      additionalProperties: item.schema,
      ...(maximum !== undefined && { maxProperties: maximum, propertyNames: shortText.schema }),
    },
    decode(value, path) {
      if (!isRecord(value)) throw wrongType(path, 'an object', value, `${path} is not a dict`);
      if (maximum !== undefined) assertFew(Object.keys(value), maximum, path);
      // Built from entries: assigning to a name such as `__proto__` would store nothing.
      return Object.fromEntries(
        Object.entries(value).map(([key, element]) => {
          assertStorableText(key, path);
          name?.decode(key, path);
          return [key, item.decode(element, new Step(path, key))];
        }),
      );
    },
  };
}

function assertFew(names: readonly string[], maximum: number, path: Path): void {
  if (names.length > maximum) throw brokenRule(path, `is too long (limit: ${maximum} items)`);
  for (const name of names) shortText.decode(name, `A name in ${path}`);
}

type DecodedTuple<C extends readonly Codec<unknown>[]> = { readonly [I in keyof C]: Decoded<C[I]> };

/** A list with one item for each codec. */
export function tuple<const C extends readonly Codec<unknown>[]>(...items: C): Codec<DecodedTuple<C>> {
  return {
    schema: { type: 'array', prefixItems: items.map(({ schema }) => schema), items: false },
    decode(value, path) {
      if (!Array.isArray(value) || value.length !== items.length)
        throw wrongType(path, `a list of ${items.length}`, value);
      return items.map((item, index) => item.decode(value[index], new Step(path, index))) as DecodedTuple<C>;
    },
  };
}

/**
 * Null, or a value that another codec accepts.
 * @example
 * nullable(integer()).decode(null, 'folder_id'); // null
 */
export function nullable<T>(inner: Codec<T>): Codec<T | null> {
  return {
    schema: { anyOf: [inner.schema, { type: 'null' }] },
    decode: (value, path) => (value === null ? null : inner.decode(value, path)),
  };
}

/** The first of several codecs that accepts the value. If none does, `message` completes the error "{path} …". */
export function anyOf<const C extends readonly Codec<unknown>[]>(
  message: string,
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
      throw brokenRule(path, message);
    },
  };
}

/**
 * Records of several kinds, told apart by one of their fields.
 * @example
 * variants('type', { test: record({ type: exactly('test') }) }).decode({ type: 'x' }, ''); // throws: type: expected …
 */
export function variants<const C extends Readonly<Record<string, Codec<unknown>>>>(
  field: string,
  kinds: C,
): Codec<Decoded<C[keyof C]>> {
  const expected = Object.keys(kinds)
    .map((kind) => JSON.stringify(kind))
    .join(' or ');
  return {
    schema: { anyOf: Object.values(kinds).map(({ schema }) => schema) },
    decode(value, path) {
      if (!isRecord(value)) throw wrongType(path, 'an object', value, `${path} is not a dict`);
      const kind = String(value[field]);
      const codec = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
      if (!codec) throw wrongType(new Step(path, field), expected, value[field]);
      return codec.decode(value, path) as Decoded<C[keyof C]>;
    },
  };
}

/** Any JSON value, unchanged. For payloads that need checks beyond a schema. */
export const anyJson: Codec<unknown> = { schema: {}, decode: (value) => value };
