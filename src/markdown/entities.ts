// Character references typed by users (`&copy;`, `&#42;`) are kept as they are: clients rely on it to write
// special characters. Anything else that begins with an ampersand is text.

import MarkdownIt from 'markdown-it';

const { unescapeAll } = new MarkdownIt('zero').utils;
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
  return unescapeAll(reference);
}
