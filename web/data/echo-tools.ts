// The tools the Markdown renderer uses in this client: bundled tables, the server's emoji table, and
// libraries loaded with the first text that needs them. Code is not highlighted: the colors arrive with the
// server's answer and shift nothing, and the grammars would be as large as everything else loaded here.

import languageNames from '../../src/markdown/code-language-names.txt';
import type { MarkdownTools } from '../../src/markdown/tools.ts';
import topLevelDomains from '../../src/markdown/top-level-domains.txt';
import type { EmojiData } from '../lib/emoji.ts';
import { markInexact } from '../store/echo.ts';

export interface Libraries {
  /** The character of a reference such as `&copy;`, according to the browser. */
  readonly namedCharacter: MarkdownTools['namedCharacter'];
  emoji?: EmojiData;
  formulas?: typeof import('katex');
  patterns?: typeof import('re2js');
}

function throwMissing(what: string): never {
  markInexact();
  throw new Error(`${what} were not loaded`);
}

/** Tools that read `libraries` when they are called, not when they are made. */
export function rendererTools(libraries: Libraries): MarkdownTools {
  return {
    emoji: () => Object.entries(libraries.emoji?.code_to_names ?? throwMissing('emoji')),
    namedCharacter: libraries.namedCharacter,
    codeLanguageNames: () => languageNames.trimEnd(),
    topLevelDomains: () => topLevelDomains.trimEnd(),
    compileLinear: (pattern) => (libraries.patterns ?? throwMissing('patterns')).RE2JS.compile(pattern),
    typeset: (formula, options) =>
      (libraries.formulas ?? throwMissing('formulas')).renderToString(formula, options),
    tokenize() {
      markInexact();
      return undefined;
    },
  };
}
