// What the renderer takes from where it runs: tables that lie beside it, and libraries too large to load before they are
// needed. `#markdown-tools` is those of Node.js on the server and those of the browser in the browser client.

import type { KatexOptions } from 'katex';
import type { RE2JS } from 're2js';

export interface MarkdownTools {
  /** Each Unicode emoji by its code, with its names, the canonical one first; no two have a name in common. */
  emoji(): Iterable<readonly [code: string, names: readonly string[]]>;
  /** What a reference such as `&copy;` stands for in HTML; the reference itself where that knows no such name. */
  namedCharacter(reference: string): string;
  /** A line for each language: its name, a tab, the words for it. */
  codeLanguageNames(): string;
  /** In any spelling that may be typed, between white space. */
  topLevelDomains(): string;
  /** Compiles a pattern to run in linear time, whatever it is. Throws an error that says what is wrong with it. */
  compileLinear(pattern: string): RE2JS;
  /** HTML of a formula. Throws where it is not valid TeX. */
  typeset(formula: string, options: KatexOptions): string;
  /** The tokens of code in a grammar's language; undefined where it is to be shown plain. */
  tokenize(code: string, grammar: string): unknown;
}
