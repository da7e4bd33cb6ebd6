// The renderer's tools in a browser, where loading takes time: before rendering, the caller loads the tools that the
// text needs and provides them.

import type { MarkdownTools } from './tools.ts';

let provided: MarkdownTools | undefined;

/** Provides the renderer's tools, before anything is rendered. */
export function provideTools(tools: MarkdownTools): void {
  provided = tools;
}

function providedTools(): MarkdownTools {
  if (!provided) throw new Error('no tools were provided to the renderer');
  return provided;
}

/** The browser's implementation of `#markdown-tools`. */
export const tools: MarkdownTools = {
  emoji: () => providedTools().emoji(),
  namedCharacter: (reference) => providedTools().namedCharacter(reference),
  codeLanguageNames: () => providedTools().codeLanguageNames(),
  topLevelDomains: () => providedTools().topLevelDomains(),
  compileLinear: (pattern) => providedTools().compileLinear(pattern),
  typeset: (formula, options) => providedTools().typeset(formula, options),
  tokenize: (code, grammar) => providedTools().tokenize(code, grammar),
};
