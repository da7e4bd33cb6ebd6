// Codecs for numbers, booleans and fixed sets of words. Each also accepts the texts that clients send in their place.

import type { Codec } from './codec.ts';
import { brokenRule, wrongType } from './decoding-error.ts';

/** A double holds database ids and numbers from clients exactly up to this. */
const MAX_INTEGER = Number.MAX_SAFE_INTEGER;

/**
 * A whole number within the bounds; by default any that a double holds exactly.
 * @example
 * integer({ minimum: 1, maximum: 5000 }).decode('20', 'num_before'); // 20
 */
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
      if (typeof number !== 'number' || !Number.isInteger(number)) throw wrongType(path, 'an integer', value);
      if (number < minimum) throw brokenRule(path, 'is too small');
      if (number > maximum) throw brokenRule(path, 'is too large');
      return number;
    },
  };
}

/** Any finite number. */
export const number: Codec<number> = {
  schema: { type: 'number' },
  decode(value, path) {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongType(path, 'a number', value);
    return value;
  },
};

/** A whole number that is never negative: a count, a size, a time, or a number that stands for a choice. */
export const nonNegativeInteger: Codec<number> = integer({ minimum: 0 });

/** The id of something. */
export const id: Codec<number> = integer({ minimum: 0 });

/** True or false, also spelled as in JavaScript or Python. */
export const boolean: Codec<boolean> = {
  schema: { type: 'boolean' },
  decode(value, path) {
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'True') return true;
    if (value === 'false' || value === 'False') return false;
    throw wrongType(path, 'a boolean', value);
  },
};

/**
 * One of a fixed set of words or numbers.
 * @example
 * oneOf('add', 'remove').decode('drop', 'op'); // throws BAD_REQUEST: Invalid op
 */
export function oneOf<const T extends string | number>(...values: readonly T[]): Codec<T> {
  const allowed = new Set<unknown>(values);
  const expected = values.map((word) => JSON.stringify(word)).join(' or ');
  return {
    schema: { enum: values },
    decode(value, path) {
      const candidate =
        typeof values[0] === 'number' && typeof value === 'string' && /^-?\d{1,9}$/.test(value)
          ? Number(value)
          : value;
      if (!allowed.has(candidate)) throw wrongType(path, expected, value, `Invalid ${path}`);
      return candidate as T;
    },
  };
}
