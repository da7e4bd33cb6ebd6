// Reads JSON configuration files, which people write by hand, so that errors can name a line. Unlike
// `JSON.parse` it refuses duplicate names, and its errors never quote the text, which may hold a secret.

import { ConfigurationError } from './configuration-error.ts';

const DEPTH = 20;

/** The names and indexes that lead from the root to a value. */
export type JsonPath = readonly (string | number)[];

/** A value with the lines of everything in it. */
export interface LocatedJson {
  readonly value: unknown;
  /** The line of a value, or of the innermost existing value around it. */
  lineOf(path: JsonPath): number;
}

const SPACE = /[ \t\n\r]*/y;
const TEXT = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const WORD = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class LocatedJsonParser {
  readonly #file: string;
  readonly #text: string;
  readonly #lines = new Map<string, number>();
  #at = 0;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  parse(): LocatedJson {
    const value = this.#value([]);
    this.#match(SPACE);
    if (this.#at < this.#text.length) throw this.#error('unexpected text after the end');
    const lines = this.#lines;
    const lineOf = (path: JsonPath): number =>
      lines.get(JSON.stringify(path)) ?? (path.length === 0 ? 1 : lineOf(path.slice(0, -1)));
    return { value, lineOf };
  }

  #line(): number {
    return this.#text.slice(0, this.#at).split('\n').length;
  }

  #error(reason: string): ConfigurationError {
    return new ConfigurationError(`${this.#file}, line ${this.#line()}: ${reason}.`);
  }

  /** Matches a pattern at the current position and moves behind the match; undefined if it does not match. */
  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #next(): string {
    this.#match(SPACE);
    return this.#text.charAt(this.#at);
  }

  #value(path: JsonPath): unknown {
    const first = this.#next();
    const key = JSON.stringify(path);
    if (!this.#lines.has(key)) this.#lines.set(key, this.#line());
    if (path.length > DEPTH) throw this.#error('values are nested too deeply');
    if (first === '{') return this.#object(path);
    if (first === '[') return this.#list(path);
    const text = this.#match(first === '"' ? TEXT : WORD);
    if (text === undefined) throw this.#error('expected a value');
    return JSON.parse(text);
  }

  /** Reads comma-separated members up to a closing bracket. */
  #members(end: string, read: () => void): void {
    this.#at += 1;
    if (this.#next() !== end) {
      for (;;) {
        read();
        const character = this.#next();
        if (character === end) break;
        if (character !== ',') throw this.#error(`expected a comma or ${end}`);
        this.#at += 1;
      }
    }
    this.#at += 1;
  }

  #object(path: JsonPath): unknown {
    const members = new Map<string, unknown>();
    this.#members('}', () => {
      this.#match(SPACE);
      const text = this.#match(TEXT);
      if (text === undefined) throw this.#error('expected a name in double quotes');
      const name: string = JSON.parse(text);
      if (members.has(name)) throw this.#error(`"${name}" appears twice`);
      this.#lines.set(JSON.stringify([...path, name]), this.#line());
      if (this.#next() !== ':') throw this.#error('expected a colon');
      this.#at += 1;
      members.set(name, this.#value([...path, name]));
    });
    return Object.fromEntries(members);
  }

  #list(path: JsonPath): unknown {
    const values: unknown[] = [];
    this.#members(']', () => {
      values.push(this.#value([...path, values.length]));
    });
    return values;
  }
}

/** Parses the text of a file. @throws ConfigurationError with the file, the line and the reason, for invalid JSON */
export function readLocatedJson(file: string, text: string): LocatedJson {
  return new LocatedJsonParser(file, text).parse();
}
