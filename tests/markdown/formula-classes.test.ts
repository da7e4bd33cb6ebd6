// Formulas only use class names that clients can draw; any other makes a client show the formula's source.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from './support.ts';

/** Known to clients, besides those of sizes, delimiters and fonts. */
const KNOWN = new Set(
  `katex katex-display katex-html katex-mathml katex-error base strut mord mop mbin mrel mopen mclose mpunct minner
  mspace nobreak allowbreak newline vlist vlist-t vlist-t2 vlist-r vlist-s pstrut msupsub mfrac frac-line mspace
  underline underline-line overline overline-line rule sqrt root svg-align hide-tail stretchy accent accent-full
  accent-body overlay rlap llap clap fix inner thinbox vbox hbox nulldelimiter op-symbol op-limits small-op large-op
  delimsizing delimcenter delim-size1 delim-size4 mult sizing mtable vertical-separator arraycolsep
  col-align-c col-align-l col-align-r x-arrow x-arrow-pad munder mover hline hdashline tag eqn-num mtr-glue mml-eqn-num
  boxpad fbox fcolorbox sout angl anglpad cancel-pad cancel-lap colorbox brace-left brace-center brace-right
  halfarrow-left halfarrow-right textrm textsf texttt textit textbf text amsrm mathnormal mathit mathrm mathbf boldsymbol
  mathboldsf mathbb mathcal mathfrak mathscr mathtt mathsf mathsfit mainrm boldtext itboldtext sizing root
  mtight reset-textstyle uncramped cramped displaystyle textstyle`.split(/\s+/),
);
const FAMILIES = /^(?:size\d+|reset-size\d+)$/;

const FORMULAS = [
  'x',
  'a + b = c, d; e',
  '\\frac{a}{b} \\binom{n}{k}',
  '\\sqrt[3]{x} \\sqrt{\\frac12}',
  'x_1^2 \\sum_{i=0}^n \\int_a^b \\prod \\lim_{x \\to 0}',
  '\\left( \\frac{a}{b} \\right] \\big| \\Bigg\\{',
  '\\hat x \\vec{ab} \\widehat{abc} \\overline{x} \\underline{y}',
  '\\overbrace{a+b}^c \\underbrace{a}_b \\xrightarrow{f}',
  '\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}',
  '\\begin{array}{c|c} a & b \\\\ \\hline c & d \\end{array}',
  '\\begin{cases} a & b \\\\ c & d \\end{cases}',
  '\\mathbb{R} \\mathcal{L} \\mathfrak{g} \\mathbf{x} \\mathrm{d} \\text{and} \\boldsymbol{\\alpha}',
  '\\cancel{x} \\bcancel{y} \\boxed{z} \\color{red} a \\colorbox{blue}{b}',
  '\\rule{1em}{1em} \\phantom{x} \\mathllap{a} \\small x \\Large y \\stackrel{a}{b} \\not= x\\! \\tag{1}',
];

test('formulas use known class names only', () => {
  for (const formula of FORMULAS) {
    const inBlock = render(`\`\`\`math\n${formula}\n\`\`\``).html;
    assert.match(inBlock, /class="katex-html"/, formula);
    const html = formula.includes('tag') ? inBlock : inBlock + render(`$$${formula}$$`).html;
    const names = [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, all = '']) => all.trim().split(/\s+/));
    const unknown = new Set(names.filter((name) => name !== '' && !KNOWN.has(name) && !FAMILIES.test(name)));
    assert.deepEqual([...unknown], [], formula);
  }
});
