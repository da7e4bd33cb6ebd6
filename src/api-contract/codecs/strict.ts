// Codecs for values that have exactly the type of JSON, as files and other programs write them. The codecs of
// `scalar.ts` also accept the texts that clients send in their place.

import { type Codec, isRecord } from './codec.ts';
import { DecodingError, wrongType } from './decoding-error.ts';
import { isLongerThan } from './text.ts';

/** A text of any length, with any characters. */
export const jsonText: Codec<string> = {
  schema: { type: 'string' },
  decode(value, path) {
    if (typeof value !== 'string') throw wrongType(path, 'a string', value);
    return value;
  },
};

/**
 * A text that matches a pattern.
 * @param expected the form in words: `a table name`
 * @param maximum code points
 */
export function matchingText(
  pattern: RegExp,
  expected: string,
  maximum = Number.POSITIVE_INFINITY,
): Codec<string> {
  return {
    schema: { type: 'string', pattern: pattern.source },
    decode(value, path) {
      if (typeof value !== 'string' || isLongerThan(value, maximum) || !pattern.test(value))
        throw wrongType(path, expected, value);
      return value;
    },
  };
}

/** A list of any length, with any items. */
export const anyList: Codec<readonly unknown[]> = {
  schema: { type: 'array' },
  decode(value, path) {
    if (!Array.isArray(value)) throw wrongType(path, 'a list', value);
    return value;
  },
};

/** A list of any length. Its errors name the whole list, as `expected`: `a list of IDs`. */
export function listOfAny<T>(item: Codec<T>, expected: string): Codec<T[]> {
  return {
    schema: { type: 'array', items: item.schema },
    decode(value, path) {
      if (!Array.isArray(value)) throw wrongType(path, expected, value);
      try {
        return value.map((element) => item.decode(element, path));
      } catch (error) {
        throw error instanceof DecodingError ? wrongType(path, expected, value) : error;
      }
    },
  };
}

/** An object, with any members. */
export const anyObject: Codec<Readonly<Record<string, unknown>>> = {
  schema: { type: 'object' },
  decode(value, path) {
    if (!isRecord(value)) throw wrongType(path, 'an object', value, `${path} is not a dict`);
    return value;
  },
};

/** True or false. */
export const jsonBoolean: Codec<boolean> = {
  schema: { type: 'boolean' },
  decode(value, path) {
    if (typeof value !== 'boolean') throw wrongType(path, 'a boolean', value);
    return value;
  },
};

/** A whole number from 0, as far as a double holds it exactly. */
export const count: Codec<number> = {
  schema: { type: 'integer', minimum: 0 },
  decode(value, path) {
    if (!Number.isSafeInteger(value) || Number(value) < 0)
      throw wrongType(path, 'a whole number from 0', value);
    return Number(value);
  },
};

/** One value. */
export function exactly<const T extends string | number | boolean>(expected: T): Codec<T> {
  return {
    schema: { const: expected },
    decode(value, path) {
      if (value !== expected) throw wrongType(path, JSON.stringify(expected), value);
      return expected;
    },
  };
}
