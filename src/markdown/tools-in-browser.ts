// The renderer's tools in a browser, where loading takes time: who renders has loaded what the text needs, and hands it in.

import type { MarkdownTools } from './tools.ts';

let handed: MarkdownTools | undefined;

/** Gives the renderer its tools, before it renders anything. */
export function handIn(given: MarkdownTools): void {
  handed = given;
}

function present(): MarkdownTools {
  if (!handed) throw new Error('nothing was handed to the renderer');
  return handed;
}

/** What `#markdown-tools` is here. */
export const tools: MarkdownTools = {
  emoji: () => present().emoji(),
  namedCharacter: (reference) => present().namedCharacter(reference),
  codeLanguageNames: () => present().codeLanguageNames(),
  topLevelDomains: () => present().topLevelDomains(),
  compileLinear: (pattern) => present().compileLinear(pattern),
  typeset: (formula, options) => present().typeset(formula, options),
  tokenize: (code, grammar) => present().tokenize(code, grammar),
};
