// Parses JSON from outside; all such JSON must be parsed here. A few megabytes of brackets or names keep the
// parser busy for seconds, so texts are scanned before they are parsed, which is fast for any input.

import { limits } from './limits.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LIST_BEGINS = 0x5b;
const LIST_ENDS = 0x5d;
const OBJECT_BEGINS = 0x7b;
const OBJECT_ENDS = 0x7d;

/** How much a text may contain. */
export interface JsonBounds {
  /** Nesting of lists and objects. */
  readonly depth: number;
  /** Names in all objects together. */
  readonly names: number;
  /** Members of all lists and objects together; an empty one counts as one. */
  readonly values: number;
}

const defaultBounds: JsonBounds = {
  depth: limits.jsonDepth,
  names: limits.jsonNames,
  values: limits.jsonValues,
};

/** The index of the quote that ends the string starting at `start`; the length of the text if none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

/** Whether a text that may be JSON is within the bounds. For texts that are not JSON the result is arbitrary. */
export function isWithinBounds(text: string, bounds: JsonBounds = defaultBounds): boolean {
  let depth = 0;
  let names = 0;
  let values = 0;
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case QUOTE:
        index = endOfString(text, index);
        break;
      case LIST_BEGINS:
      case OBJECT_BEGINS:
        if (++depth > bounds.depth || ++values > bounds.values) return false;
        break;
      case LIST_ENDS:
      case OBJECT_ENDS:
        depth--;
        break;
      case COMMA:
        if (++values > bounds.values) return false;
        break;
      case COLON:
        if (++names > bounds.names) return false;
        break;
    }
  }
  return true;
}

/** Matches the start of every JSON text. Rejects most other texts without a costly exception. */
const BEGINS = /^\s*(?:[[{"\d-]|true|false|null)/;

/** The value of a JSON text; undefined for a text that is not JSON or exceeds the bounds. */
export function parseJson(text: string): unknown {
  if (!BEGINS.test(text) || !isWithinBounds(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
