// Character references typed by users (`&copy;`, `&#42;`) are kept as they are: clients rely on it to write
// special characters. Anything else that begins with an ampersand is text.

import { tools } from '#markdown-tools';

/** Answers given before: the same few references are used again and again. */
const known = new Map<string, boolean>();
const MAX_REMEMBERED = 500;

/** Whether `reference`, written with `&` and `;`, stands for a character in HTML. */
export function isCharacterReference(reference: string): boolean {
  let answer = known.get(reference);
  if (answer === undefined) {
    answer = decodeCharacterReference(reference) !== reference;
    if (known.size < MAX_REMEMBERED) known.set(reference, answer);
  }
  return answer;
}

const REFERENCE = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g;

/** A text in which every reference is the character(s) that it stands for. */
export function decodeCharacterReferences(text: string): string {
  return text.includes('&') ? text.replace(REFERENCE, decodeCharacterReference) : text;
}

/** The character(s) that a reference stands for, or the reference itself if it stands for none. */
function decodeCharacterReference(reference: string): string {
  if (reference[1] !== '#') return tools.namedCharacter(reference);
  const digits = reference.slice(2, -1);
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits);
  return isCharacter(code) ? String.fromCodePoint(code) : reference;
}

/** Whether a number is that of a character that may stand in HTML: no surrogate, no control character, none set aside. */
function isCharacter(code: number): boolean {
  if (code <= 0x1f) return code === 0x09 || code === 0x0a || code === 0x0c || code === 0x0d;
  if (code >= 0x7f && code <= 0x9f) return false;
  if (code >= 0xd800 && code <= 0xdfff) return false;
  if (code >= 0xfdd0 && code <= 0xfdef) return false;
  return (code & 0xfffe) !== 0xfffe && code <= 0x10ffff;
}
