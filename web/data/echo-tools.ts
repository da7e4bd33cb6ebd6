// The renderer's tools in this client: tables that come with it, the server's table of emoji, and libraries that are
// loaded with the first text that needs them. Code is not coloured, since the colours come with the server's answer and
// move nothing; their grammars would be as heavy as all else that is loaded here.

import languageNames from '../../src/markdown/code-language-names.txt';
import type { MarkdownTools } from '../../src/markdown/tools.ts';
import topLevelDomains from '../../src/markdown/top-level-domains.txt';
import type { EmojiData } from '../lib/emoji.ts';
import { leaveToServer } from '../store/echo.ts';

export interface Libraries {
  /** What a reference such as `&copy;` stands for, as this browser knows it. */
  readonly namedCharacter: MarkdownTools['namedCharacter'];
  emoji?: EmojiData;
  formulas?: typeof import('katex');
  patterns?: typeof import('re2js');
}

function missing(what: string): never {
  leaveToServer();
  throw new Error(`${what} were not loaded`);
}

/** Tools that use what is loaded by the time they are needed. */
export function toolsOf(libraries: Libraries): MarkdownTools {
  return {
    emoji: () => Object.entries(libraries.emoji?.code_to_names ?? missing('emoji')),
    namedCharacter: libraries.namedCharacter,
    codeLanguageNames: () => languageNames.trimEnd(),
    topLevelDomains: () => topLevelDomains.trimEnd(),
    compileLinear: (pattern) => (libraries.patterns ?? missing('patterns')).RE2JS.compile(pattern),
    typeset: (formula, options) =>
      (libraries.formulas ?? missing('formulas')).renderToString(formula, options),
    tokenize() {
      leaveToServer();
      return undefined;
    },
  };
}
