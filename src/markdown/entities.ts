/**
 * Character references typed by users (`&copy;`, `&#42;`) are kept as they are: clients rely on it to write
 * special characters. Anything else that begins with an ampersand is text.
 */

import MarkdownIt from 'markdown-it';

const { unescapeAll } = new MarkdownIt('zero').utils;
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

/** The character(s) that a reference stands for, or the reference itself if it stands for none. */
export function decodeCharacterReference(reference: string): string {
  return unescapeAll(reference);
}
