// Codecs for texts with a maximum of code points, and the characters that no text may contain.

import { limits } from '../limits.ts';
import type { Codec } from './codec.ts';
import { brokenRule, wrongType } from './decoding-error.ts';
import type { Path } from './path.ts';

/** Rejects characters that no database column can store: NUL and lone surrogates. `path` names the text in the error. */
export function assertStorableText(text: string, path: Path): void {
  if (text.includes('\0')) throw brokenRule(path, 'contains a NUL character');
  if (!text.isWellFormed()) throw brokenRule(path, 'is not well-formed text');
}

/** In code points, inclusive. */
export interface LengthBounds {
  readonly minimum?: 0 | 1;
  readonly maximum: number;
}

/** A text in an answer. Texts in requests need a maximum length: see `text`. */
export const anyText: Codec<string> = {
  schema: { type: 'string' },
  decode(value, path) {
    if (typeof value !== 'string') throw wrongType(path, 'a string', value);
    assertStorableText(value, path);
    return value;
  },
};

/**
 * A text of a limited length in code points. Rejects NUL and lone surrogates.
 * @example
 * text({ minimum: 1, maximum: 60 }).decode('', 'name'); // throws BAD_REQUEST: name cannot be blank
 */
export function text(bounds: LengthBounds): Codec<string> {
  const { minimum, maximum } = bounds;
  return {
    schema: { type: 'string', ...(minimum !== undefined && { minLength: minimum }), maxLength: maximum },
    decode(value, path) {
      const decoded = anyText.decode(value, path);
      if (minimum === 1 && decoded === '') throw brokenRule(path, 'cannot be blank');
      if (isLongerThan(decoded, maximum)) {
        throw brokenRule(path, `is too long (limit: ${maximum} characters)`);
      }
      return decoded;
    },
  };
}

/**
 * A one-line text: a name, a topic, an address, a key. The limit only excludes texts that are obviously something else.
 * Code that knows its purpose rejects or cuts texts that are too long for it, with a specific message.
 */
export const shortText: Codec<string> = text({ maximum: limits.shortTextCodePoints });

/** A text without surrounding white space. The bounds apply to the trimmed text. */
export function trimmedText(bounds: LengthBounds): Codec<string> {
  const inner = text(bounds);
  return {
    schema: inner.schema,
    decode: (value, path) => inner.decode(typeof value === 'string' ? value.trim() : value, path),
  };
}

const sentContent = text({ maximum: limits.sentContentCodePoints });

/** A message's text as clients send it. It may be longer than messages can be, and is then cut. */
export const messageText: Codec<string> = {
  schema: sentContent.schema,
  decode(value, path) {
    if (typeof value === 'string' && value.includes('\0'))
      throw brokenRule(path, 'contains a NUL character', 'Message must not contain null bytes');
    return sentContent.decode(value, path);
  },
};

/** The number of code points in a text. */
export function codePointsOf(value: string): number {
  let count = value.length;
  for (let index = 0; index < value.length; index++) {
    const isHighSurrogate = (value.charCodeAt(index) & 0xfc00) === 0xd800;
    if (isHighSurrogate && (value.charCodeAt(index + 1) & 0xfc00) === 0xdc00) count--;
  }
  return count;
}

/** Whether a text has more than `limit` code points, without counting all of a long one. */
export function isLongerThan(value: string, limit: number): boolean {
  if (value.length <= limit) return false;
  if (value.length > limit * 2) return true;
  let count = 0;
  for (const _ of value) if (++count > limit) return true;
  return false;
}
