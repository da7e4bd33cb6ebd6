// Macros defined in formulas: they work, and their expansion is bounded per message.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html } from './support.ts';

const block = (tex: string) => html(`\`\`\`math\n${tex}\n\`\`\``);
const isTypeset = (rendered: string) => rendered.startsWith('<p><span class="katex-display">');
/** The content of the formula in MathML. */
const mathmlText = (rendered: string) =>
  (rendered.split('<semantics>')[1]?.split('<annotation')[0] ?? '').replace(/<[^>]*>/g, '');

describe('macros of a formula', () => {
  const working: readonly (readonly [name: string, tex: string, mathmlText: string])[] = [
    ['\\def', '\\def\\R{xyz}\\R+\\R', 'xyz+xyz'],
    ['\\newcommand with arguments', '\\newcommand{\\pair}[2]{(#1,#2)}\\pair{a}{b}', '(a,b)'],
    ['the same argument twice, in any order', '\\def\\f#1#2{#2#1#2}\\f{a}{b}', 'bab'],
    ['arguments of several tokens', '\\def\\f#1{#1}\\f{abc}', 'abc'],
    ['delimited arguments', '\\def\\f#1.{(#1)}\\f ab.', '(ab)'],
    ['\\let of a macro and of a primitive', '\\def\\a{x}\\let\\b=\\a\\let\\c=\\sqrt\\b\\c{y}', 'xy'],
    ['macros within macros', '\\def\\a{x}\\def\\b{\\a\\a}\\b', 'xx'],
    ['definitions that end with their group', '\\def\\a{x}{\\def\\a{y}\\a}\\a', 'yx'],
    ['\\edef', '\\def\\a{x}\\edef\\b{\\a\\a}\\b', 'xx'],
    ['conditions', '\\newcommand\\f{\\@ifnextchar x{yes}{no}}\\f x', 'yesx'],
  ];
  for (const [name, tex, expected] of working) {
    it(`work: ${name}`, () => assert.equal(mathmlText(block(tex)), expected));
  }

  const letters = 'a'.repeat(2000);
  const endless: readonly (readonly [name: string, tex: string])[] = [
    ['a long macro used often', `\\def\\a{${letters}}${'\\a '.repeat(100)}`],
    ['a long macro of \\newcommand used often', `\\newcommand{\\a}{${letters}}${'\\a '.repeat(100)}`],
    ['a long argument repeated', `\\def\\a#1{${'#1'.repeat(100)}}\\a{${letters}}`],
    ['copies of copies', `\\def\\a#1{#1#1#1#1}\\a{\\a{\\a{\\a{${'x'.repeat(100)}}}}}`],
    ['macros of macros', `\\def\\a{${'x'.repeat(50)}}\\def\\b{${'\\a'.repeat(50)}}\\b\\b`],
    ['\\gdef within a group', `{\\gdef\\a{${letters}}}${'\\a '.repeat(100)}`],
    ['\\xdef', `\\def\\a{${'x'.repeat(99)}}\\xdef\\b{\\a\\a\\a}\\xdef\\c{\\b\\b\\b}${'\\c'.repeat(9)}`],
    ['a macro under another name', `\\def\\a{${letters}}\\let\\b=\\a${'\\b '.repeat(100)}`],
    ['a macro that calls itself', '\\def\\a{x\\a}\\a'],
  ];
  for (const [name, tex] of endless) {
    it(`are not expanded without bound: ${name}`, () =>
      assert.match(block(tex), /^<p><span class="tex-error">/));
  }

  it('share a bound over all formulas of a message', () => {
    const formula = `\\def\\a{${'x'.repeat(300)}}\\a\\a\\a`;
    assert.ok(isTypeset(block(formula)));
    const rendered = block(Array.from({ length: 8 }, (_, n) => `${formula}${n}`).join('\n\n'));
    assert.ok(isTypeset(rendered));
    assert.match(rendered, /tex-error/);
  });
});
