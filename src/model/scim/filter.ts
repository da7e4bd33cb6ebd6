// Parses SCIM filters (RFC 7644, section 3.4.2.2) and the paths of changes (section 3.5.2), with limits on
// length, terms and nesting.

import { limits } from '../../api-contract/limits.ts';
import { type FilterToken, filterTokens } from './filter-tokens.ts';
import { type ScimType, scimError } from './scim-errors.ts';
import { withoutOwnSchema } from './scim-schema-urns.ts';

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type ComparisonOperator = (typeof comparisons)[number];

/** Names in lower case, from the outermost to the innermost. */
export type AttributePath = readonly string[];
export type ComparedValue = string | number | boolean | null;

export type ScimFilter =
  | { readonly is: 'and' | 'or'; readonly parts: readonly ScimFilter[] }
  | { readonly is: 'not'; readonly part: ScimFilter }
  | { readonly is: 'present'; readonly path: AttributePath }
  | {
      readonly is: 'compare';
      readonly path: AttributePath;
      readonly by: ComparisonOperator;
      readonly value: ComparedValue;
    }
  /** A value of an attribute that matches all of a filter. */
  | { readonly is: 'within'; readonly path: AttributePath; readonly part: ScimFilter }
  /** A resource with one of the given ids. Never written by clients; it is the result of a lookup. */
  | { readonly is: 'among'; readonly path: AttributePath; readonly ids: ReadonlySet<string> };

/** The target of a change: `name.familyName`, `members[value eq "5"]`, `emails[type eq "work"].value`. */
export interface ChangePath {
  readonly path: AttributePath;
  /** Selects some of its values. */
  readonly filter: ScimFilter | undefined;
  /** The part of those values, in lower case. */
  readonly part: string | undefined;
}

const NAME = /^[a-z$][\w$-]*$/i;

/** The path of an attribute. A name with an unknown schema stays one name, which no resource has. */
function attributePath(text: string, kind: ScimType): AttributePath {
  const localName = withoutOwnSchema(text);
  if (/^urn:/i.test(localName)) return [localName.toLowerCase()];
  const names = localName.split('.');
  if (names.length > 2 || !names.every((name) => NAME.test(name)))
    throw scimError(400, kind, `"${text}" is not an attribute name.`);
  return names.map((name) => name.toLowerCase());
}

function isComparison(word: string): word is ComparisonOperator {
  return comparisons.some((comparison) => comparison === word);
}

/** A recursive descent parser over the tokens. */
class FilterParser {
  readonly #tokens: readonly FilterToken[];
  readonly #kind: ScimType;
  #position = 0;
  #terms = 0;
  #depth = 0;

  constructor(text: string, kind: ScimType) {
    this.#kind = kind;
    const maxCharacters = limits.scimFilterCharacters;
    if (text.length > maxCharacters) throw this.#error(`It may have at most ${maxCharacters} characters.`);
    this.#tokens = filterTokens(text);
  }

  parse(): ScimFilter {
    const filter = this.#alternatives();
    this.#end();
    return filter;
  }

  changePath(): ChangePath {
    const path = this.#attribute();
    if (!this.#accept('bracket', '[')) {
      this.#end();
      return { path, filter: undefined, part: undefined };
    }
    const filter = this.#within(']');
    const rest = this.#next()?.text;
    this.#end();
    if (rest === undefined) return { path, filter, part: undefined };
    const [part = '', ...others] = attributePath(rest.replace(/^\./, ''), this.#kind);
    if (!rest.startsWith('.') || others.length > 0) throw this.#error(`"${rest}" is not part of a value.`);
    return { path, filter, part };
  }

  #alternatives(): ScimFilter {
    const parts = [this.#conjunction()];
    while (this.#accept('word', 'or')) parts.push(this.#conjunction());
    const [only] = parts;
    return parts.length === 1 && only ? only : { is: 'or', parts };
  }

  #conjunction(): ScimFilter {
    const parts = [this.#term()];
    while (this.#accept('word', 'and')) parts.push(this.#term());
    const [only] = parts;
    return parts.length === 1 && only ? only : { is: 'and', parts };
  }

  #term(): ScimFilter {
    if (++this.#terms > limits.scimFilterTerms)
      throw this.#error(`It may have at most ${limits.scimFilterTerms} terms.`);
    if (this.#accept('bracket', '(')) return this.#within(')');
    if (this.#isBeforeBracket('not')) {
      this.#position += 2;
      return { is: 'not', part: this.#within(')') };
    }
    const path = this.#attribute();
    if (this.#accept('bracket', '[')) return { is: 'within', path, part: this.#within(']') };
    return this.#comparison(path);
  }

  /** Parses a filter in brackets, up to the closing one. */
  #within(end: string): ScimFilter {
    if (++this.#depth > limits.scimFilterDepth)
      throw this.#error(`It may be nested at most ${limits.scimFilterDepth} times.`);
    const filter = this.#alternatives();
    if (!this.#accept('bracket', end)) throw this.#error(`"${end}" is missing.`);
    this.#depth--;
    return filter;
  }

  #comparison(path: AttributePath): ScimFilter {
    const token = this.#next();
    const by = token?.is === 'word' ? token.text.toLowerCase() : '';
    if (by === 'pr') return { is: 'present', path };
    if (!isComparison(by)) throw this.#error(`After "${path.join('.')}" a comparison operator is expected.`);
    return { is: 'compare', path, by, value: this.#value() };
  }

  #value(): ComparedValue {
    const token = this.#next();
    if (token?.is === 'text') return token.text;
    const text = token?.is === 'word' ? token.text.toLowerCase() : '';
    if (text === 'true' || text === 'false') return text === 'true';
    if (text === 'null') return null;
    if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text);
    throw this.#error('Put strings in double quotes.');
  }

  #attribute(): AttributePath {
    const token = this.#next();
    if (token?.is !== 'word') throw this.#error('An attribute name is missing.');
    return attributePath(token.text, this.#kind);
  }

  #isBeforeBracket(text: string): boolean {
    const [token, bracket] = this.#tokens.slice(this.#position, this.#position + 2);
    return token?.is === 'word' && token.text.toLowerCase() === text && bracket?.text === '(';
  }

  #accept(is: FilterToken['is'], text: string): boolean {
    const token = this.#tokens[this.#position];
    if (token?.is !== is || token.text.toLowerCase() !== text) return false;
    this.#position++;
    return true;
  }

  #next(): FilterToken | undefined {
    return this.#tokens[this.#position++];
  }

  #end(): void {
    const token = this.#tokens[this.#position];
    if (token) throw this.#error(`"${token.text}" is unexpected.`);
  }

  #error(detail: string) {
    return scimError(400, this.#kind, detail);
  }
}

/** Parses a filter. @throws `invalidFilter` */
export function parseFilter(text: string): ScimFilter {
  return new FilterParser(text, 'invalidFilter').parse();
}

/** Parses the path of a change. @throws `invalidPath` */
export function parseChangePath(text: string): ChangePath {
  return new FilterParser(text, 'invalidPath').changePath();
}

/** The names of the top-level attributes that a filter uses. */
export function attributeNamesIn(filter: ScimFilter): ReadonlySet<string> {
  if ('parts' in filter) return new Set(filter.parts.flatMap((part) => [...attributeNamesIn(part)]));
  if (filter.is === 'not') return attributeNamesIn(filter.part);
  return new Set(filter.path.slice(0, 1));
}
