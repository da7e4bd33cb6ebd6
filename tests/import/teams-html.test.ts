// Converts the HTML of Microsoft Teams messages to Markdown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromTeamsHtml } from '../../src/imports/teams/html.ts';

const names = { mention: () => undefined, attachment: () => '' };
const html = (text: string) => fromTeamsHtml(text, names);

test('HTML from Teams becomes Markdown', () => {
  assert.equal(
    html(
      '<p><strong>bold</strong>, <i>italic</i>, <u>under</u> and <s>struck</s></p>\n<p>&nbsp;</p>\n<p>next</p>',
    ),
    '**bold**, *italic*, under and ~~struck~~\n\nnext',
  );
  assert.equal(
    html(
      '<p>Numbers</p>\n<ol>\n<li>a</li><li>b\n<ol>\n<li>deeper</li></ol>\n</li><li>c</li></ol>\n<p>end</p>',
    ),
    'Numbers\n1. a\n2. b\n  1. deeper\n3. c\nend',
  );
  assert.equal(html('<ul>\n<li>rope</li><li><em>tar</em></li></ul>'), '- rope\n- *tar*');
  assert.equal(
    html(
      '<table><tbody>\n<tr>\n<td>\n<p>a</p>\n</td>\n<td>b</td></tr><tr><td>c</td><td></td></tr></tbody></table>',
    ),
    'a | b\nc |',
  );
  assert.equal(
    html('<blockquote itemscope=""><p>one</p><p>two</p></blockquote><p>so</p>'),
    '> one\n> two\n\nso',
  );
  assert.equal(
    html('<emoji id="relieved" alt="😌" title="Relieved"></emoji> &lt;b&gt; **x**'),
    '😌 <b> &#42;&#42;x&#42;&#42;',
  );
  assert.equal(html('<p>use <code>a*b</code></p><h1>Title</h1><hr>'), 'use `a*b`\n# Title\n\n----');
  assert.equal(
    html('<a href="javascript:x">y</a><img src="data:x"><script>alert(1)</script>'),
    'ypicturealert(1)',
  );
  assert.equal(
    html('<a href="https://x.example/" title="https://x.example/">https://x.example/</a>'),
    'https://x.example/',
  );
});

test('unclosed and endlessly nested HTML is read as its text', () => {
  const pieces = [
    '<',
    '<p',
    '<p>',
    '<b>x',
    '</b>',
    '<ul><li>',
    '<a href="',
    '&amp',
    '<at id="0">',
    '<pre>',
    '<blockquote>',
  ];
  for (const piece of pieces) assert.equal(typeof html(piece.repeat(50_000)), 'string', piece);
});
