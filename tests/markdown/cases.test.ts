/** The dialect by example: each source gives exactly this HTML. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CASES } from './cases.ts';
import { html } from './support.ts';

describe('the dialect by example', () => {
  for (const [source, expected] of CASES) {
    it(`renders ${JSON.stringify(source)}`, () => {
      assert.equal(withoutFormulas(html(source)), expected);
    });
  }
});

/** Formulas are rendered by KaTeX: only their presence and type is compared. */
function withoutFormulas(rendered: string): string {
  return rendered.replace(
    /<span class="katex"><span class="katex-mathml">.*?<\/annotation>.*?<span class="katex-html" aria-hidden="true">.*?(?:<\/span>)+(?=<\/p>|\n)/gs,
    (formula, offset: number) => {
      const isDisplay = rendered.slice(0, offset).endsWith('<span class="katex-display">');
      assert.ok(formula.includes('<annotation encoding="application/x-tex">'));
      assert.equal(formula.includes('display="block"'), isDisplay);
      return `<span class="katex">…</span>${isDisplay ? '</span>' : ''}`;
    },
  );
}
