// Codecs for documents of other programs, from which a server uses the values that it understands.

import { ApiError } from '../error.ts';
import type { Codec } from './codec.ts';
import { wrongType } from './decoding-error.ts';
import { type OptionalField, optional } from './record.ts';

/** The decoded value; undefined for one that the codec refuses. */
export function decodedOrUndefined<T>(codec: Codec<T>, value: unknown): T | undefined {
  try {
    return codec.decode(value, '');
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** A finite number, also written as a text, as some providers do. */
export const numberOrText: Codec<number> = {
  schema: { type: ['number', 'string'] },
  decode(value, path) {
    const isNumeral = typeof value === 'string' && /^-?\d{1,16}(?:\.\d{1,16})?$/.test(value);
    const number = isNumeral ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number)) throw wrongType(path, 'a number', value);
    return number;
  },
};

/** Undefined for a value that another codec refuses. */
function lenient<T>(inner: Codec<T>): Codec<T | undefined> {
  return { schema: {}, decode: (value) => decodedOrUndefined(inner, value) };
}

/** Marks a field of a record that counts as left out if another codec refuses it. */
export function ifValid<T>(inner: Codec<T>): OptionalField<T | undefined> {
  return optional(lenient(inner));
}

/** The items of a list that a codec accepts; none for anything but a list. */
export function validItems<T>(item: Codec<T>): Codec<T[]> {
  return {
    schema: { type: 'array' },
    decode: (value) =>
      Array.isArray(value)
        ? value.flatMap((element) => {
            const decoded = decodedOrUndefined(item, element);
            return decoded === undefined ? [] : [decoded];
          })
        : [],
  };
}
