// The filters of SCIM (RFC 7644, section 3.4.2.2) and the paths of its changes (section 3.5.2), read by a parser of our
// own that knows how much it is willing to read.

import { limits } from '../../api-contract/limits.ts';
import { type FilterWord, filterWords } from './filter-words.ts';
import { type ScimType, scimRefusal } from './refusals.ts';
import { withoutOwnSchema } from './schemas.ts';

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof comparisons)[number];

/** Names in lower case, from the resource inwards. */
export type AttributePath = readonly string[];
export type ComparedValue = string | number | boolean | null;

export type Filter =
  | { readonly is: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly is: 'not'; readonly part: Filter }
  | { readonly is: 'present'; readonly path: AttributePath }
  | {
      readonly is: 'compare';
      readonly path: AttributePath;
      readonly by: Comparison;
      readonly value: ComparedValue;
    }
  /** Some value of an attribute that fits all of a filter. */
  | { readonly is: 'within'; readonly path: AttributePath; readonly part: Filter }
  /** A resource whose id is one of some: never written, but what has been looked up already. */
  | { readonly is: 'among'; readonly path: AttributePath; readonly ids: ReadonlySet<string> };

/** Where something is to be changed: `name.familyName`, `members[value eq "5"]`, `emails[type eq "work"].value`. */
export interface ChangePath {
  readonly path: AttributePath;
  /** Which of its values. */
  readonly filter: Filter | undefined;
  /** What of them, in lower case. */
  readonly part: string | undefined;
}

const NAME = /^[a-z$][\w$-]*$/i;

/** The path of an attribute's name; one of a schema that is not ours is one name, which nothing has. */
function attributePath(text: string, kind: ScimType): AttributePath {
  const own = withoutOwnSchema(text);
  if (/^urn:/i.test(own)) return [own.toLowerCase()];
  const names = own.split('.');
  if (names.length > 2 || !names.every((name) => NAME.test(name)))
    throw scimRefusal(400, kind, `"${text}" is no name of an attribute.`);
  return names.map((name) => name.toLowerCase());
}

function isComparison(word: string): word is Comparison {
  return comparisons.some((one) => one === word);
}

/** Reads words from the first to the last. */
class FilterReader {
  readonly #words: readonly FilterWord[];
  readonly #kind: ScimType;
  #place = 0;
  #terms = 0;
  #depth = 0;

  constructor(text: string, kind: ScimType) {
    this.#kind = kind;
    const most = limits.scimFilterCharacters;
    if (text.length > most) throw this.#refusal(`It may have at most ${most} characters.`);
    this.#words = filterWords(text);
  }

  whole(): Filter {
    const filter = this.#alternatives();
    this.#end();
    return filter;
  }

  changePath(): ChangePath {
    const path = this.#attribute();
    if (!this.#takes('bracket', '[')) {
      this.#end();
      return { path, filter: undefined, part: undefined };
    }
    const filter = this.#within(']');
    const rest = this.#next()?.text;
    this.#end();
    if (rest === undefined) return { path, filter, part: undefined };
    const [part = '', ...others] = attributePath(rest.replace(/^\./, ''), this.#kind);
    if (!rest.startsWith('.') || others.length > 0) throw this.#refusal(`"${rest}" is no part of a value.`);
    return { path, filter, part };
  }

  #alternatives(): Filter {
    const parts = [this.#conjunction()];
    while (this.#takes('word', 'or')) parts.push(this.#conjunction());
    const [only] = parts;
    return parts.length === 1 && only ? only : { is: 'or', parts };
  }

  #conjunction(): Filter {
    const parts = [this.#term()];
    while (this.#takes('word', 'and')) parts.push(this.#term());
    const [only] = parts;
    return parts.length === 1 && only ? only : { is: 'and', parts };
  }

  #term(): Filter {
    if (++this.#terms > limits.scimFilterTerms)
      throw this.#refusal(`It may have at most ${limits.scimFilterTerms} terms.`);
    if (this.#takes('bracket', '(')) return this.#within(')');
    if (this.#followedByBracket('not')) {
      this.#place += 2;
      return { is: 'not', part: this.#within(')') };
    }
    const path = this.#attribute();
    if (this.#takes('bracket', '[')) return { is: 'within', path, part: this.#within(']') };
    return this.#comparison(path);
  }

  /** What stands in brackets, up to their end. */
  #within(end: string): Filter {
    if (++this.#depth > limits.scimFilterDepth)
      throw this.#refusal(`It may be nested ${limits.scimFilterDepth} times.`);
    const filter = this.#alternatives();
    if (!this.#takes('bracket', end)) throw this.#refusal(`"${end}" is missing.`);
    this.#depth--;
    return filter;
  }

  #comparison(path: AttributePath): Filter {
    const word = this.#next();
    const by = word?.is === 'word' ? word.text.toLowerCase() : '';
    if (by === 'pr') return { is: 'present', path };
    if (!isComparison(by)) throw this.#refusal(`After "${path.join('.')}" a comparison is expected.`);
    return { is: 'compare', path, by, value: this.#value() };
  }

  #value(): ComparedValue {
    const word = this.#next();
    if (word?.is === 'text') return word.text;
    const text = word?.is === 'word' ? word.text.toLowerCase() : '';
    if (text === 'true' || text === 'false') return text === 'true';
    if (text === 'null') return null;
    if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text);
    throw this.#refusal('Texts to compare with stand in double quotes.');
  }

  #attribute(): AttributePath {
    const word = this.#next();
    if (word?.is !== 'word') throw this.#refusal('The name of an attribute is missing.');
    return attributePath(word.text, this.#kind);
  }

  #followedByBracket(text: string): boolean {
    const [word, bracket] = this.#words.slice(this.#place, this.#place + 2);
    return word?.is === 'word' && word.text.toLowerCase() === text && bracket?.text === '(';
  }

  #takes(is: FilterWord['is'], text: string): boolean {
    const word = this.#words[this.#place];
    if (word?.is !== is || word.text.toLowerCase() !== text) return false;
    this.#place++;
    return true;
  }

  #next(): FilterWord | undefined {
    return this.#words[this.#place++];
  }

  #end(): void {
    const word = this.#words[this.#place];
    if (word) throw this.#refusal(`"${word.text}" is not expected there.`);
  }

  #refusal(detail: string) {
    return scimRefusal(400, this.#kind, detail);
  }
}

/** The filter that a text says. @throws `invalidFilter` */
export function parseFilter(text: string): Filter {
  return new FilterReader(text, 'invalidFilter').whole();
}

/** The path that a text says. @throws `invalidPath` */
export function parseChangePath(text: string): ChangePath {
  return new FilterReader(text, 'invalidPath').changePath();
}

/** The names that a filter asks for at the outside of a resource. */
export function namesIn(filter: Filter): ReadonlySet<string> {
  if ('parts' in filter) return new Set(filter.parts.flatMap((part) => [...namesIn(part)]));
  if (filter.is === 'not') return namesIn(filter.part);
  return new Set(filter.path.slice(0, 1));
}
