/** Properties of every text: rendering it never fails, and always returns the same well-formed HTML. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { plainText } from '../../src/markdown/plain-text.ts';
import { checkHtml } from './html-checker.ts';
import { render } from './support.ts';

const FRAGMENTS = [
  ...[
    '\n',
    '\n\n',
    ' ',
    '  ',
    '    ',
    '\t',
    'a',
    'word',
    '1',
    '"',
    "'",
    '\\',
    '😀',
    '👍🏽',
    '❤️',
    '\u0002',
    '\u00030',
  ],
  ...[
    '*',
    '**',
    '***',
    '~~',
    '`',
    '``',
    '```',
    '```\n',
    '\n```quote\n',
    '\n```spoiler t\n',
    '\n```js\n',
    '\n~~~math\n',
  ],
  ...[
    '> ',
    '- ',
    '\n- ',
    '\n  - ',
    '\n1. ',
    '# ',
    '\n---\n',
    '|',
    '\n|a|b|\n|-|:-|\n|',
    '<',
    '>',
    '&',
    '&amp;',
    '&lt;',
  ],
  ...[
    '@**Zoe**',
    '@**',
    '@_**all**',
    '@*support*',
    '#**design**',
    '#**design>t**',
    '#**',
    '<time:2024-01-02>',
    '<time:',
  ],
  ...[
    '[',
    ']',
    '](',
    ')',
    '(',
    '[t](http://a.com "x")',
    '![i](/user_uploads/1/ab/x.png)',
    'javascript:alert(1)',
    'data:',
  ],
  ...[
    'http://a.com/x.png',
    'a.com',
    'a@b.com',
    '#123',
    ':smile:',
    ':party:',
    ':',
    '$$',
    '$$x$$',
    '<script>',
    '<img src=x ',
  ],
  ...[
    'onerror="x"',
    ' style="x"',
    'https://youtu.be/abcdefghijk',
    '/user_uploads/1/ab/clip.mov',
    '\u0000',
    '\ud800',
  ],
];
const text = fc
  .array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...FRAGMENTS) }, fc.string({ maxLength: 6 })), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''));

describe('every text', () => {
  it('renders to well-formed HTML of known elements, with emoticons or without', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (source, translateEmoticons) => {
        checkHtml(render(source, {}, {}, { translateEmoticons }).html);
      }),
      { numRuns: 2000 },
    );
  });

  it('renders the same every time', () => {
    fc.assert(
      fc.property(text, (source) => assert.deepEqual(render(source), render(source))),
      { numRuns: 300 },
    );
  });

  it('shows no trace of placeholders, and neither begins nor ends with a newline', () => {
    fc.assert(
      fc.property(text, (source) => {
        const { html } = render(source);
        assert.ok(!html.includes('\u0002') && !html.includes('\u0003'));
        assert.equal(html, html.replace(/^\n+|\n+$/g, ''));
      }),
      { numRuns: 500 },
    );
  });

  it('has plain text without markup', () => {
    const words = fc.array(fc.constantFrom('some', 'words', '**bold**', '*em*', '`x`', '\n', ' '));
    fc.assert(
      fc.property(words, (parts) => {
        assert.doesNotMatch(plainText(render(parts.join(' ')).html), /[<>]/);
      }),
    );
  });
});
