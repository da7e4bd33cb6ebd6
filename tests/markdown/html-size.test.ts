// However a message is written, its HTML stays below 150 KB: formulas and code, and finally the whole text, are shown as
// typed, with a note.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnrenderableMessageError } from '../../src/markdown/render.ts';
import { checkHtml } from './html-checker.ts';
import { html, render } from './support.ts';

const MAX_BYTES = 150_000;
const LENGTH = 10_000;
const PARTLY = /<p><em>Some formulas and code are shown as typed/;
const WHOLLY = /<p><em>Shown as typed/;

const filled = (unit: string, length = LENGTH) =>
  Array.from(unit.repeat(Math.ceil(length / unit.length)))
    .slice(0, length)
    .join('');
const fence = (word: string, text: string) => `\`\`\`${word}\n${text}\n\`\`\`\n`;
const matrix = (letters: number) => fence('math', `\\begin{matrix}${'a&'.repeat(letters / 2)}a\\end{matrix}`);

describe('the HTML of a message', () => {
  it('is complete with many formulas and much code below the limit', () => {
    const source = `${fence('math', 'x^2 + y^2 = z^2')}${fence('js', 'const a = 1;\n'.repeat(50))}`.repeat(3);
    const rendered = html(source);
    assert.doesNotMatch(rendered, PARTLY);
    assert.equal(rendered.split('katex-display').length - 1, 3);
  });

  const cases: readonly (readonly [name: string, source: string, note: RegExp | undefined])[] = [
    ['two matrices', matrix(3600) + matrix(3500), PARTLY],
    ['many formulas within a line', Array.from({ length: 900 }, (_, n) => `$$x_{${n}}$$`).join(' '), PARTLY],
    ['code of many tokens', fence('js', filled('a=1;')), PARTLY],
    ['formulas with much other content', matrix(150) + filled('👍', 3000), PARTLY],
    ['emoji', filled('👍'), WHOLLY],
    ['named emoji', filled(':+1: '), WHOLLY],
    ['a table', `${'|a'.repeat(100)}|\n${'|:-:'.repeat(100)}|\n${'|a|\n'.repeat(2300)}`, WHOLLY],
    ['mentions', filled('@**Zoe** '), undefined],
    ['links', filled('a.co '), undefined],
    ['lists', filled('- a\n'), undefined],
  ];
  for (const [name, source, note] of cases) {
    it(`stays below 150 KB: ${name}`, () => {
      const rendered = html(source);
      assert.ok(Buffer.byteLength(rendered) <= MAX_BYTES, `${Buffer.byteLength(rendered)} bytes`);
      checkHtml(rendered);
      if (note) assert.match(rendered, note);
      else assert.doesNotMatch(rendered, /<em>/);
    });
  }

  it('shows the first formulas and keeps the source of the others', () => {
    const rendered = html(matrix(100) + matrix(3600) + fence('math', 'last'));
    assert.match(rendered, /^<p><span class="katex-display">/);
    assert.match(rendered, /<span class="tex-error">\\begin\{matrix\}/);
    assert.match(rendered, /<span class="tex-error">last<\/span>/);
  });

  it('has no mentions and links if the whole text is shown as typed', () => {
    const { html: rendered, ...meaning } = render(`@**Zoe** http://a.com ${filled('👍', 9000)}`);
    assert.match(rendered, /^<p>@\*\*Zoe\*\* http:\/\/a\.com 👍/u);
    assert.deepEqual(meaning.mentionedUserIds, []);
    assert.deepEqual([meaning.hasLink, meaning.linksForPreview.length], [false, 0]);
  });

  it('keeps paragraphs and lines if the whole text is shown as typed', () => {
    const rendered = html(`a <b>\nc\n\n\nd${filled('👍', 9000)}`);
    assert.match(rendered, /^<p>a &lt;b&gt;<br>\nc<\/p>\n<p>d👍/u);
  });

  it('is limited in bytes', () => {
    const text = 'ü'.repeat(400);
    assert.doesNotMatch(render(text, {}, {}, { maxHtmlBytes: 807 }).html, WHOLLY);
    assert.throws(() => render(text, {}, {}, { maxHtmlBytes: 806 }), UnrenderableMessageError);
  });

  it('is refused if even the text alone is too large', () => {
    assert.throws(() => render('a'.repeat(1000), {}, {}, { maxHtmlBytes: 1000 }), UnrenderableMessageError);
  });
});
