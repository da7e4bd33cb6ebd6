// Character references. Those that people type (`&copy;`, `&#42;`) are kept: clients rely on them to write special
// characters. Any other ampersand is text.

import { tools } from '#markdown-tools';

/** Caches results: the same few references are used again and again. */
const cache = new Map<string, boolean>();
const MAX_CACHED = 500;

/** Whether `reference`, including `&` and `;`, is a character reference in HTML. */
export function isCharacterReference(reference: string): boolean {
  let answer = cache.get(reference);
  if (answer === undefined) {
    answer = decodeCharacterReference(reference) !== reference;
    if (cache.size < MAX_CACHED) cache.set(reference, answer);
  }
  return answer;
}

const REFERENCE = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g;

/** Replaces all references in a text by their characters. */
export function decodeCharacterReferences(text: string): string {
  return text.includes('&') ? text.replace(REFERENCE, decodeCharacterReference) : text;
}

/** The character(s) of a reference, or the reference itself if it is invalid. */
function decodeCharacterReference(reference: string): string {
  if (reference[1] !== '#') return tools.namedCharacter(reference);
  const digits = reference.slice(2, -1);
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits);
  return isCharacter(code) ? String.fromCodePoint(code) : reference;
}

/** Whether a number is a code point that is valid in HTML: no surrogate, control character or noncharacter. */
function isCharacter(code: number): boolean {
  if (code <= 0x1f) return code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d;
  if (code >= 0x7f && code <= 0x9f) return false;
  if (code >= 0xd800 && code <= 0xdfff) return false;
  if (code >= 0xfdd0 && code <= 0xfdef) return false;
  return (code & 0xfffe) !== 0xfffe && code <= 0x10ffff;
}
