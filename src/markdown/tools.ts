// The tools that the renderer needs from its platform: tables, and libraries that are too large to load before they are
// needed. `#markdown-tools` resolves to the implementation for Node.js on the server, and for the browser in the
// browser client.

import type { KatexOptions } from 'katex';
import type { RE2JS } from 're2js';

export interface MarkdownTools {
  /** Each Unicode emoji by its code, with its names, the canonical one first; no two emoji share a name. */
  emoji(): Iterable<readonly [code: string, names: readonly string[]]>;
  /** The characters of a named reference such as `&copy;`; the reference itself if it is unknown. */
  namedCharacter(reference: string): string;
  /** One line per language: its name, a tab, and the words for it. */
  codeLanguageNames(): string;
  /** In every spelling that may be typed, separated by white space. */
  topLevelDomains(): string;
  /** Compiles a pattern to run in linear time. Throws an error that explains what is wrong with an invalid one. */
  compileLinear(pattern: string): RE2JS;
  /** The HTML of a formula. Throws if it is not valid TeX. */
  typeset(formula: string, options: KatexOptions): string;
  /** The tokens of code in a grammar's language; undefined if it is shown plain. */
  tokenize(code: string, grammar: string): unknown;
}
