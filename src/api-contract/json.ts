// JSON from outside, the only way to its values. What a parser makes of a few megabytes of brackets or names holds the
// process up for seconds, so a text is looked over once before it is parsed, which costs little however it is made.

import { limits } from './limits.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LIST_BEGINS = 0x5b;
const LIST_ENDS = 0x5d;
const OBJECT_BEGINS = 0x7b;
const OBJECT_ENDS = 0x7d;

/** How much a text may hold. */
export interface JsonBounds {
  /** Lists and objects in each other. */
  readonly depth: number;
  /** Names of objects, over all of them. */
  readonly names: number;
  /** Members of lists and objects, over all of them; an empty one counts as one. */
  readonly values: number;
}

const usualBounds: JsonBounds = {
  depth: limits.jsonDepth,
  names: limits.jsonNames,
  values: limits.jsonValues,
};

/** Where the string ends whose first quote stands at a place; the length of the text where it does not end. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return text.length;
}

/** Whether a text that may be JSON keeps the bounds; what is no JSON may be told either way. */
export function isWithinBounds(text: string, bounds: JsonBounds = usualBounds): boolean {
  let depth = 0;
  let names = 0;
  let values = 0;
  for (let place = 0; place < text.length; place++) {
    switch (text.charCodeAt(place)) {
      case QUOTE:
        place = endOfString(text, place);
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

/** How every JSON text begins. Most texts that are none are told apart by it, which spares a costly exception. */
const BEGINS = /^\s*(?:[[{"\d-]|true|false|null)/;

/** The value of a JSON text; undefined for a text that is none, or is beyond the bounds. */
export function parseJson(text: string): unknown {
  if (!BEGINS.test(text) || !isWithinBounds(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
