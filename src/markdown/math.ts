// Formulas: `$$…$$` within a line, and the content of `math` fences. KaTeX is loaded with the first formula.
// Clients style formulas by its class names; from version 0.18 on these are different and unknown to clients, so
// the version must stay below that.

import type { KatexOptions } from 'katex';
import { tools } from '#markdown-tools';
import { boundedMacros, type ExpansionBudget } from './formula-macros.ts';
import { escapeVerbatim } from './html.ts';
import type { InlineRule } from './inline-parse.ts';

const INLINE = /(?<![\p{L}\p{N}_$])\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\p{L}\p{N}_$])/gu;
/** Longer formulas are shown as source: typesetting time grows faster than length. */
const MAX_FORMULA_LENGTH = 4000;
const MAX_FORMULA_NESTING = 100;
const OPTIONS: KatexOptions = {
  throwOnError: true,
  output: 'htmlAndMathml',
  strict: 'ignore',
  trust: false,
  maxSize: 50,
  maxExpand: 500,
};

export const inlineMath: InlineRule = {
  name: 'formula',
  trigger: '$$',
  apply: (text, run) =>
    text.replace(INLINE, (source, body: string) =>
      run.placeholderFor({ kind: 'formula', tex: run.restore(body) }, source),
    ),
};

/** The formulas of a `math` fence, which are separated by blank lines. */
export function formulasOfBlock(source: string): string[] {
  return source.split(/\n[ \t]*\n/).filter((formula) => formula.trim() !== '');
}

/** The HTML of a `math` fence: its formulas share one paragraph. `typeset` returns the HTML of a valid formula. */
export function writeMathBlock(source: string, typeset: (tex: string) => string | undefined): string {
  const html = formulasOfBlock(source).map(
    (formula) => typeset(formula) ?? `<span class="tex-error">${escapeVerbatim(formula)}</span>`,
  );
  return `<p>${html.join('\n\n')}</p>`;
}

/** The HTML of a formula; undefined if it is too large to typeset. @throws ParseError if it is not valid TeX */
export function typesetFormula(
  formula: string,
  display: 'inline' | 'block',
  expansion: ExpansionBudget,
): string | undefined {
  if (formula.length > MAX_FORMULA_LENGTH || nesting(formula) > MAX_FORMULA_NESTING) return undefined;
  const macros = boundedMacros(expansion);
  return tools.typeset(formula, { ...OPTIONS, macros, displayMode: display === 'block' });
}

function nesting(formula: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of formula) {
    if (character === '{') deepest = Math.max(deepest, ++depth);
    else if (character === '}') depth--;
  }
  return deepest;
}
