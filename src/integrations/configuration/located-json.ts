// Configuration files, which people write by hand, read so that whatever is wrong with them can be told with its line.
// Unlike `JSON.parse` it refuses a name that stands twice, and never repeats the text in its refusals, which may hold a
// secret.

import { ConfigurationProblem } from './configuration-problem.ts';

const DEPTH = 20;

/** The names and numbers that lead to a value from the outermost one. */
export type JsonPath = readonly (string | number)[];

/** A value with the lines of all that is in it. */
export interface LocatedJson {
  readonly value: unknown;
  /** The line of a value, or of the innermost one around it that is there. */
  lineOf(path: JsonPath): number;
}

const SPACE = /[ \t\n\r]*/y;
const TEXT = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const WORD = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class Reading {
  readonly #file: string;
  readonly #text: string;
  readonly #lines = new Map<string, number>();
  #at = 0;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  whole(): LocatedJson {
    const value = this.#value([]);
    this.#skip(SPACE);
    if (this.#at < this.#text.length) throw this.#problem('something stands behind the end');
    const lines = this.#lines;
    const lineOf = (path: JsonPath): number =>
      lines.get(JSON.stringify(path)) ?? (path.length === 0 ? 1 : lineOf(path.slice(0, -1)));
    return { value, lineOf };
  }

  #line(): number {
    return this.#text.slice(0, this.#at).split('\n').length;
  }

  #problem(reason: string): ConfigurationProblem {
    return new ConfigurationProblem(`${this.#file}, line ${this.#line()}: ${reason}.`);
  }

  /** Passes what a pattern finds at this place, and gives it; undefined where it finds nothing. */
  #skip(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #next(): string {
    this.#skip(SPACE);
    return this.#text.charAt(this.#at);
  }

  #value(path: JsonPath): unknown {
    const first = this.#next();
    const key = JSON.stringify(path);
    if (!this.#lines.has(key)) this.#lines.set(key, this.#line());
    if (path.length > DEPTH) throw this.#problem('too many things stand within each other');
    if (first === '{') return this.#object(path);
    if (first === '[') return this.#list(path);
    const text = this.#skip(first === '"' ? TEXT : WORD);
    if (text === undefined) throw this.#problem('a value is expected here');
    return JSON.parse(text);
  }

  /** Reads members up to a closing sign, with commas between them. */
  #members(end: string, read: () => void): void {
    this.#at += 1;
    if (this.#next() !== end) {
      for (;;) {
        read();
        const sign = this.#next();
        if (sign === end) break;
        if (sign !== ',') throw this.#problem(`a comma or ${end} is expected here`);
        this.#at += 1;
      }
    }
    this.#at += 1;
  }

  #object(path: JsonPath): unknown {
    const members = new Map<string, unknown>();
    this.#members('}', () => {
      this.#skip(SPACE);
      const text = this.#skip(TEXT);
      if (text === undefined) throw this.#problem('a name in double quotes is expected here');
      const name: string = JSON.parse(text);
      if (members.has(name)) throw this.#problem(`"${name}" stands here twice`);
      this.#lines.set(JSON.stringify([...path, name]), this.#line());
      if (this.#next() !== ':') throw this.#problem('a colon is expected here');
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

/** Reads the text of a file. @throws ConfigurationProblem with the file, the line and the reason, for what is not JSON */
export function readLocatedJson(file: string, text: string): LocatedJson {
  return new Reading(file, text).whole();
}
