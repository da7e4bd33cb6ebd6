// Formulas: `$$…$$` within a line, and the content of `math` fences. KaTeX is loaded with the first formula. Its class
// names are what clients draw by: from 0.18 on it has others, which no client knows, so it stays below that.

import type { KatexOptions } from 'katex';
import { tools } from '#markdown-tools';
import { element, escapeVerbatim } from './html.ts';
import type { InlineRule } from './inline-parse.ts';

const INLINE = /(?<![\p{L}\p{N}_$])\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\p{L}\p{N}_$])/gu;
/** Longer formulas are shown as source: typesetting time grows faster than their length. */
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
    text.replace(INLINE, (source, body: string) => {
      const formula = run.restore(body);
      const html = typeset(formula, 'inline');
      if (html !== undefined) return run.hold({ kind: 'formula', html }, source);
      const literal = element('span', { class: 'tex-error' }, [{ kind: 'verbatim', text: `$$${formula}$$` }]);
      return run.hold(literal, source);
    }),
};

/** HTML of a `math` fence: its formulas, separated by blank lines, share one paragraph. */
export function writeMathBlock(source: string): string {
  const formulas = source.split(/\n[ \t]*\n/).filter((formula) => formula.trim() !== '');
  const html = formulas.map(
    (formula) => typeset(formula, 'block') ?? `<span class="tex-error">${escapeVerbatim(formula)}</span>`,
  );
  return `<p>${html.join('\n\n')}</p>`;
}

/** HTML of a formula; undefined if it is not valid TeX or too large to typeset. */
function typeset(formula: string, place: 'inline' | 'block'): string | undefined {
  if (formula.length > MAX_FORMULA_LENGTH || nesting(formula) > MAX_FORMULA_NESTING) return undefined;
  try {
    return tools.typeset(formula, { ...OPTIONS, displayMode: place === 'block' });
  } catch {
    return undefined;
  }
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
