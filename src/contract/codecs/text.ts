// Codecs for texts.

import { badRequest } from '../error.ts';
import type { Codec } from './codec.ts';

/** Refuses what no database column can hold: NUL and lone surrogates. `path` names the text in the refusal. */
export function assertStorableText(text: string, path: string): void {
  if (text.includes('\0')) throw badRequest(`${path} contains a NUL character`);
  if (!text.isWellFormed()) throw badRequest(`${path} is not well-formed text`);
}

/** In code points; both ends included. */
export interface LengthBounds {
  readonly minimum?: 0 | 1;
  readonly maximum?: number;
}

/** Any text. Lengths count code points. Refused: NUL, lone surrogates. */
export function text(bounds: LengthBounds = {}): Codec<string> {
  return {
    schema: {
      type: 'string',
      ...(bounds.minimum !== undefined && { minLength: bounds.minimum }),
      ...(bounds.maximum !== undefined && { maxLength: bounds.maximum }),
    },
    decode(value, path) {
      if (typeof value !== 'string') throw badRequest(`${path} is not a string`);
      assertStorableText(value, path);
      if (bounds.minimum === 1 && value === '') throw badRequest(`${path} cannot be blank`);
      if (bounds.maximum !== undefined && isLongerThan(value, bounds.maximum)) {
        throw badRequest(`${path} is too long (limit: ${bounds.maximum} characters)`);
      }
      return value;
    },
  };
}

/** Any text without the white space around it. Lengths are those of what is left. */
export function trimmedText(bounds: LengthBounds = {}): Codec<string> {
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
